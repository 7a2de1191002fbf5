import { describe, expect, test } from 'vitest';
import type { HistoryCommand } from '../../../src/protocol/cotty/history.ts';
import { rowText } from '../../../src/screen/cells/row.ts';
import { lineSearchView } from '../../../src/tui/view/line-search-view.ts';
import { Driver, terminal } from '../../support/tui-model.ts';

const MINUTE = 60_000;

/** Searches with what the host has of `runs`, each so many minutes ago. */
function searching(
  words: string,
  ...runs: readonly (Partial<HistoryCommand> & { readonly ago: number })[]
): Driver {
  const driver = new Driver().list(terminal('one')).type(`\x12${words}`);
  const { now } = driver.viewState();
  const { dialog } = driver.model;
  const commands = runs.map(({ ago, ...run }, index): HistoryCommand => {
    const startedAt = now - ago * MINUTE;
    const made = {
      terminal: 't:/2',
      name: 'two',
      open: false,
      seq: index,
      commandId: `c${index}`,
      commandLine: '',
    };
    return { ...made, startedAt, finishedAt: startedAt + 10, exitCode: 0, ...run };
  });
  const ask = dialog?.kind === 'history' ? dialog.found.search.asked : undefined;
  if (ask === undefined) throw new Error('nothing was asked');
  driver.notify({ kind: 'historyRead', ask, answer: { commands, more: false } });
  // The first answer was to the first word; what was typed since is asked for then.
  const next = driver.model.dialog?.kind === 'history' ? driver.model.dialog.found.search.asked : undefined;
  return next === undefined
    ? driver
    : driver.notify({ kind: 'historyRead', ask: next, answer: { commands, more: false } });
}

function drawn(driver: Driver, promptRow: number | undefined, x = 7) {
  const prompt = promptRow === undefined ? undefined : { y: promptRow, x };
  const view = lineSearchView(driver.model, driver.viewState(), prompt);
  if (view === undefined) throw new Error('nothing is searched');
  const rows = new Map(view.overlays.map(({ y, row }) => [y, rowText(row).trimEnd()]));
  return { rows, cursor: view.cursor, ys: [...rows.keys()].toSorted((one, other) => one - other), view };
}

const RUNS = [
  { ago: 3, commandLine: 'npm test', exitCode: 1, cwd: 'file:///srv/app' },
  { ago: 180, commandLine: 'npm run build', cwd: 'file:///srv', where: { shell: 'bash', host: 'box' } },
] as const;

describe('the search for a line of before', () => {
  test('ends in the row of the prompt, behind it, with the newest line next to it and all columns aligned', () => {
    const { rows, cursor, ys } = drawn(searching('npm', ...RUNS), 20);
    expect(ys.at(-1)).toBe(20);
    expect(cursor).toMatchObject({ x: 7 + 3, y: 20 });
    expect(rows.get(19)).toMatch(/^› ✗ 1 3m {3}npm test {2,}\/srv\/app$/);
    expect(rows.get(18)).toMatch(/^ {2}✓ {3}3h {3}npm run build {2,}\/srv {6}box$/);
    expect(rows.get(19)?.indexOf('/srv')).toBe(rows.get(18)?.indexOf('/srv'));
    expect(rows.get(ys[0] ?? 0)).toContain('two #0');
  });

  test('marks what is looked for', () => {
    const driver = searching('run', ...RUNS.slice(1));
    const { view } = drawn(driver, 20);
    const row = view.overlays.find(({ y }) => y === 19)?.row;
    const { match } = driver.model.appearance.theme.cells;
    expect(row?.chars.filter((_char, x) => row.styles[x] === match).join('')).toBe('run');
  });

  test('begins at the top where there is no room above the prompt, and ends with the window without a prompt', () => {
    const driver = searching('', ...RUNS);
    const { tabs, area } = { tabs: 1, area: driver.model.size.rows - 2 };
    const fresh = drawn(driver, 2);
    expect(fresh.ys[0]).toBe(tabs);
    expect(fresh.cursor.y).toBe(fresh.ys.at(-1));
    expect(drawn(driver, undefined).ys.at(-1)).toBe(area);
  });

  test('goes up to older lines, and says how many there are and what is wrong with a word', () => {
    const driver = searching('', ...RUNS).type('\x1b[A');
    const { rows, ys } = drawn(driver, 20);
    expect(rows.get(18)).toMatch(/^› ✓/);
    expect([...rows.values()].find((row) => row.startsWith(' History'))).toMatch(/2\/2$/);
    const wrong = drawn(driver.type('is:odd'), 20).rows;
    expect([...wrong.values()].join('\n')).toContain('is:odd wants is:failed');
    expect(ys.length).toBeGreaterThan(6);
  });

  test('says that only the line is known of what the shell alone remembers', () => {
    const driver = new Driver().list(terminal('one')).type('\x12');
    const ask = { for: 'search', words: '' } as const;
    const uri = driver.model.active ?? '';
    driver.notify({ kind: 'past', uri, ask, result: { lines: [{ line: 'make\ninstall' }], more: false } });
    const { rows } = drawn(driver, 20);
    expect(rows.get(19)).toMatch(/^› +make ⏎ install$/);
    expect([...rows.values()].join('\n')).toContain('only the line is known');
  });
});
