import { describe, expect, test } from 'vitest';
import type { TerminalMeta } from '../../../src/protocol/cotty/cotty-meta.ts';
import { rowText } from '../../../src/screen/cells/row.ts';
import { type Arrangement, newSplit } from '../../../src/tui/model/split.ts';
import { paneBorders, paneNumbers } from '../../../src/tui/view/pane-borders.ts';
import { stackRows } from '../../../src/tui/view/stack-rows.ts';
import { Driver, terminal } from '../../support/tui-model.ts';

type Named = readonly [name: string, meta?: TerminalMeta];

function split(arrangement: Arrangement, ...named: readonly Named[]): Driver {
  const infos = named.map(([name, meta]) => terminal(name, meta === undefined ? {} : { meta }));
  const driver = new Driver().list(...infos);
  const members = infos.map(({ resource }) => resource);
  driver.model = { ...driver.model, active: members[0], splits: [newSplit(members, arrangement)] };
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

describe('the borders of panes', () => {
  test('name the pane below them in any script whose letters are a cell wide', () => {
    const { model, now } = split('below', ['one'], ['журнал']);
    expect(texts(paneBorders(model, now)).join('\n')).toContain(' журнал ');
  });

  test('leave out a name that would move the line behind it', () => {
    const { model, now } = split('below', ['one'], ['漢字']);
    expect(texts(paneBorders(model, now)).join('\n')).not.toContain('漢');
  });
});

describe('the numbers of panes', () => {
  test('are those of the members, also of a pane that has the window alone', () => {
    const driver = split('beside', ['one'], ['two']);
    const second = driver.model.splits[0]?.members[1];
    const splits = driver.model.splits.map((each) => ({ ...each, zoomed: true }));
    driver.model = { ...driver.model, active: second, splits, dialog: { kind: 'panes' } };
    expect(texts(paneNumbers(driver.model))).toEqual([' 2']);
  });
});
