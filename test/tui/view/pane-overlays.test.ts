import { describe, expect, test } from 'vitest';
import type { Arrangement } from '../../../src/client/panes/arrangements.ts';
import { membersOf } from '../../../src/client/panes/split.ts';
import type { TerminalMeta } from '../../../src/protocol/cotty/cotty-meta.ts';
import { blankRow, rowText } from '../../../src/screen/cells/row.ts';
import { shownPanes } from '../../../src/tui/model/panes/pane-layout.ts';
import { compose } from '../../../src/tui/view/compose.ts';
import { paneBorders, paneNumbers, titleAt } from '../../../src/tui/view/pane-borders.ts';
import { stackRows } from '../../../src/tui/view/stack-rows.ts';
import { splitAs } from '../../support/splits.ts';
import { Driver, terminal } from '../../support/tui-model.ts';

type Named = readonly [name: string, meta?: TerminalMeta];

function split(arrangement: Arrangement | 'stack', ...named: readonly Named[]): Driver {
  const infos = named.map(([name, meta]) => terminal(name, meta === undefined ? {} : { meta }));
  const driver = new Driver().list(...infos);
  const members = infos.map(({ resource }) => resource);
  driver.model = { ...driver.model, active: members[0], splits: [splitAs(arrangement, members)] };
  return driver;
}

const texts = (overlays: ReturnType<typeof stackRows>) => overlays.map(({ row }) => rowText(row));

describe('the rows of a stack', () => {
  test('say how the last command ended, also where no exit code is known', () => {
    const last = (exitCode?: number): TerminalMeta => ({
      last: { commandLine: 'make', finishedAt: 1, ...(exitCode === undefined ? {} : { exitCode }) },
    });
    const driver = split('stack', ['front'], ['good', last(0)], ['bad', last(2)], ['lost', last()]);
    const [good, bad, lost] = texts(stackRows(driver.model, driver.now));
    expect(good).toMatch(/good +✓ +make/);
    expect(bad).toMatch(/bad +✗ 2 +make/);
    expect(lost).not.toContain('✓');
  });
});

describe('a terminal that waits', () => {
  const program = {
    id: '',
    state: 'blocked',
    kind: 'permission',
    msg: 'Run npm test?',
    since: 940_000,
    by: 'report',
  } as const;
  const meta: TerminalMeta = { running: { commandLine: 'codex', timestamp: 1 }, program };

  test('says in its row of a stack what it asks, and for how long', () => {
    const driver = split('stack', ['front'], ['work', meta]);
    expect(texts(stackRows(driver.model, driver.now))[0]).toMatch(
      /◆ work +● +waits for you: permission · "Run npm test\?" +1m/,
    );
  });

  test('says in the title of its pane for what, and for how long', () => {
    const driver = split('beside', ['front'], ['work', meta]);
    const titles = texts(paneBorders(driver.model, driver.now));
    expect(titles.join('')).toContain('◆ work permission 1m');
  });
});

describe('what a folded terminal has printed last', () => {
  test('stands behind its command, and is cut where there is no room', () => {
    const driver = split(
      'stack',
      ['front'],
      ['api', { running: { commandLine: 'npm start', timestamp: 1 } }],
    );
    const printed = `listening on 8080 ${'x'.repeat(80)}`;
    driver.notify({ kind: 'lastLines', lines: { 'ahp-terminal:/api': printed, 'ahp-terminal:/gone': 'no' } });
    const [row = ''] = texts(stackRows(driver.model, driver.now));
    expect(row).toContain(' npm start  listening on 8080 xxx');
    expect(row).toHaveLength(79);
    expect(Object.keys(driver.model.lastLines)).toEqual(['ahp-terminal:/api']);
  });
});

/** Borders and titles as they stand in the window, line by line. */
function painted({ model, now }: Driver): readonly string[] {
  const { cols, rows } = model.size;
  const blank = Array.from({ length: rows }, () => blankRow(cols));
  return compose(blank, paneBorders(model, now)).map((row) => rowText(row).trimEnd());
}

/** The cells of the borders that have the style of a role, as `x,y`. */
function cellsWith(
  { model, now }: Driver,
  role: 'paneFront' | 'paneBorder' | 'paneMany',
): ReadonlySet<string> {
  const { cols, rows } = model.size;
  const style = model.appearance.theme.cells[role];
  const blank = Array.from({ length: rows }, () => blankRow(cols));
  const found = compose(blank, paneBorders(model, now)).flatMap((row, y) =>
    row.styles.flatMap((each, x) => (JSON.stringify(each) === JSON.stringify(style) ? [`${x},${y}`] : [])),
  );
  return new Set(found);
}

describe('the borders of panes', () => {
  test('have the title of each pane at its top left: sign, name and holder', () => {
    const driver = split(
      'main-left',
      ['one'],
      ['журнал', { running: { commandLine: 'top', timestamp: 1 } }],
      ['漢字'],
    );
    const lines = painted(driver);
    expect(lines[1]).toMatch(/^─ ○ one ─+┬─ ● журнал ─+$/);
    expect(lines[12]).toMatch(/^ {40}├─ ○ 漢字 ─+$/);
    expect(lines[5]).toBe(`${' '.repeat(40)}│`);
  });

  test('have the accent at the sides of the pane in front, and nowhere else', () => {
    // A 2 by 2 grid: the one in front is at the top left.
    const driver = split('grid', ['a'], ['b'], ['c'], ['d']);
    const front = cellsWith(driver, 'paneFront');
    for (const cell of ['0,1', '39,1', '40,1', '40,5', '40,12', '39,12', '0,12'])
      expect(front).toContain(cell);
    for (const cell of ['41,1', '79,1', '40,13', '40,20', '41,12', '79,12'])
      expect(front).not.toContain(cell);
    expect(cellsWith(driver, 'paneBorder')).toContain('40,20');
  });

  test('of two panes have it on the side that they share, and above the one in front', () => {
    const driver = split('beside', ['a'], ['b']);
    driver.model = { ...driver.model, active: 'ahp-terminal:/b' };
    const front = cellsWith(driver, 'paneFront');
    for (const cell of ['40,5', '40,20', '79,1']) expect(front).toContain(cell);
    expect(front).not.toContain('20,1');
  });

  test('cut a title where there is no room for it', () => {
    const driver = split('beside', ...Array.from({ length: 6 }, (_, n): Named => [`a long name ${n}`]));
    expect(painted(driver)[1]).toMatch(/^─ ○ a lon… ──┬─ ○ a lo… ──┬/);
  });
});

describe('the names of panes in a small window', () => {
  const small = (active: string, ...names: string[]) => {
    const driver = split('beside', ...names.map((name): Named => [name]));
    driver.model = { ...driver.model, active: `ahp-terminal:/${active}`, size: { cols: 40, rows: 12 } };
    return driver;
  };

  test('stand in the row above the one that is shown', () => {
    const driver = small('b', 'a', 'b', 'c');
    expect(painted(driver)[1]).toMatch(/^ ○ a ─ ○ b ─ ○ c ─+$/);
    expect(painted(driver).slice(2).join('')).toBe('');
    expect(shownPanes(driver.model)).toMatchObject({
      alone: 'small',
      panes: [{ uri: 'ahp-terminal:/b', rect: { x: 0, y: 2, width: 40, height: 9 } }],
    });
  });

  test('are those around the one in front where not all fit, and a click finds them', () => {
    const driver = small('n7', ...Array.from({ length: 9 }, (_, n) => `n${n}`));
    const line = painted(driver)[1] ?? '';
    expect(line).toMatch(/n5 ─.* n6 ─.* n7 ─.* n8 /);
    const at = { x: line.indexOf('n6'), y: 1 };
    expect(titleAt(driver.model, driver.now, at)).toBe('ahp-terminal:/n6');
    expect(titleAt(driver.model, driver.now, { ...at, y: 2 })).toBeUndefined();
  });

  test('go when there is room again', () => {
    const driver = small('b', 'a', 'b', 'c');
    driver.model = { ...driver.model, size: { cols: 80, rows: 12 } };
    expect(shownPanes(driver.model).panes).toHaveLength(3);
    driver.model = { ...driver.model, size: { cols: 79, rows: 12 } };
    expect(shownPanes(driver.model).panes).toHaveLength(1);
  });
});

describe('the numbers of panes', () => {
  test('are those of the members, also of a pane that has the window alone', () => {
    const driver = split('beside', ['one'], ['two']);
    const second = driver.model.splits[0] && membersOf(driver.model.splits[0])[1];
    const splits = driver.model.splits.map((each) => ({ ...each, zoomed: true }));
    driver.model = { ...driver.model, active: second, splits, dialog: { kind: 'panes', uri: second ?? '' } };
    expect(texts(paneNumbers(driver.model))).toEqual([' 2']);
  });
});
