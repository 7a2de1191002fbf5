import { describe, expect, test } from 'vitest';
import type { HistoryCommand, HistoryResult } from '../../../src/protocol/cotty/history.ts';
import { rowText } from '../../../src/screen/cells/row.ts';
import { editorText } from '../../../src/screen/editor/editor-state.ts';
import { historyLayout } from '../../../src/tui/model/derived/history-layout.ts';
import { chosenCommand } from '../../../src/tui/model/derived/history-page.ts';
import type { HistoryPage } from '../../../src/tui/model/model.ts';
import type { Effect } from '../../../src/tui/model/step.ts';
import { historyView } from '../../../src/tui/view/history-view.ts';
import { Driver, terminal } from '../../support/tui-model.ts';

const [CTRL_G, ENTER, TAB, BACKSPACE, DOWN, END] = ['\x07', '\r', '\t', '\x7f', '\x1b[B', '\x1b[F'];
const [ALT_H, ALT_X, ALT_I, ALT_S] = ['\x1bh', '\x1bx', '\x1bi', '\x1bs'];

function past(seq: number, more: Partial<HistoryCommand> = {}): HistoryCommand {
  return {
    terminal: 'ahp-terminal:/build',
    name: 'build',
    open: true,
    seq,
    commandId: `id-${seq}`,
    commandLine: `make ${seq}`,
    startedAt: 900_000,
    finishedAt: 903_000,
    exitCode: seq % 2,
    ...more,
  };
}

function ofKind<Kind extends Effect['kind']>({ effects }: Driver, kind: Kind) {
  return effects.filter((effect): effect is Extract<Effect, { kind: Kind }> => effect.kind === kind);
}

function pageOf({ model: { dialog } }: Driver): HistoryPage {
  if (dialog?.kind !== 'historyPage') throw new Error(`the history is not open but ${dialog?.kind}`);
  return dialog;
}

/** Gives the commands to what was asked last. */
function answer(
  driver: Driver,
  commands: readonly HistoryCommand[],
  more: Partial<HistoryResult> = {},
): Driver {
  const [effect] = ofKind(driver, 'readHistory');
  if (effect === undefined) throw new Error('nothing was asked');
  const result = { commands, more: false, total: commands.length, ...more };
  return driver.notify({ kind: 'historyRead', ask: effect.ask, answer: result });
}

function opened(commands = [past(3), past(2), past(1)]): Driver {
  return answer(new Driver().list(terminal('front'), terminal('build')).type(ALT_H), commands);
}

function shownOn(driver: Driver): string {
  const view = historyView(driver.model, driver.viewState());
  return (view?.overlays ?? []).map(({ row }) => rowText(row)).join('\n');
}

describe('the history page', () => {
  test('opens with all commands, and reads the output of the chosen one', () => {
    const driver = opened();
    expect(pageOf(driver)).toMatchObject({ selected: 0, all: 3, inList: false });
    expect(ofKind(driver, 'readPreview')).toEqual([
      { kind: 'readPreview', of: { uri: 'ahp-terminal:/build', seq: 3 }, lines: expect.any(Number) },
    ]);
    expect(ofKind(driver, 'readTrends')[0]?.ask.query).toMatchObject({ trends: true });
    driver.type(DOWN);
    expect(ofKind(driver, 'readPreview')[0]?.of.seq).toBe(2);
  });

  test('takes keys at once, and asks again only when the answer has come', () => {
    const driver = new Driver().list(terminal('front')).type(ALT_H);
    const [first] = ofKind(driver, 'readHistory');
    driver.type('make');
    expect([editorText(pageOf(driver).editor), driver.effects]).toEqual(['make', []]);
    if (first === undefined) throw new Error('nothing was asked');
    driver.notify({ kind: 'historyRead', ask: first.ask, answer: { commands: [past(1)], more: false } });
    expect(pageOf(driver).search.count).toBe(0);
    expect(ofKind(driver, 'readHistory')[0]?.ask.query).toEqual({ text: 'make' });
  });

  test('has filters that keys put in and take out, and an order', () => {
    const driver = opened().type(ALT_X);
    expect(ofKind(driver, 'readHistory')[0]?.ask.query).toEqual({ failed: true });
    answer(driver, [past(3)]).type(ALT_I);
    expect(editorText(pageOf(driver).editor)).toBe('is:failed in:/home/me/app');
    answer(driver, []).type(ALT_S);
    expect(ofKind(driver, 'readHistory')[0]?.ask.query).toMatchObject({ failed: true, order: 'oldest' });
    answer(driver, []).type(TAB).type(BACKSPACE);
    expect(editorText(pageOf(driver).editor)).toBe('is:failed');
    answer(driver, [past(3)]).type('f');
    expect(editorText(pageOf(driver).editor)).toBe('');
  });

  test('has letters for the chosen command once Tab has led to the list', () => {
    const driver = opened().type('c');
    expect(editorText(pageOf(driver).editor)).toBe('c');
    answer(driver, [past(3), past(2)])
      .type(TAB)
      .type('jc');
    expect(driver.effects).toContainEqual({ kind: 'copy', text: 'make 2', what: 'command' });
    driver.type('y');
    expect(driver.effects).toContainEqual({ kind: 'copyOutput', of: { uri: 'ahp-terminal:/build', seq: 2 } });
    driver.type('/x');
    expect(editorText(pageOf(driver).editor)).toBe('cx');
  });

  test('puts a command into the line of the terminal in front, or runs it there', () => {
    const edited = opened().type(TAB).type('e');
    expect(edited.model.dialog).toBeUndefined();
    expect(editorText(edited.view?.editor ?? pageOf(edited).editor)).toBe('make 3');
    const run = opened().type(TAB).type('r');
    expect(run.sent).toContain('make 3');
  });

  test('asks before a dangerous command runs again', () => {
    const driver = opened([past(1, { commandLine: 'rm -rf /' })])
      .type(TAB)
      .type('r');
    expect(driver.model.dialog).toMatchObject({ kind: 'confirm', yes: { kind: 'rerun' } });
    expect(driver.sent).toBe('');
  });

  test('compares the chosen command with the run before, and cancelling leads back to the same command', () => {
    const driver = opened().type(TAB).type('j=');
    expect(driver.model.dialog).toMatchObject({ kind: 'compare' });
    expect(ofKind(driver, 'readRuns')[0]?.asked).toEqual({
      later: { uri: 'ahp-terminal:/build', seq: 2 },
      commandLine: 'make 2',
      against: { kind: 'last', skip: 0 },
    });
    // Another earlier run, and then back.
    driver.type('<').type(CTRL_G);
    expect(pageOf(driver)).toMatchObject({ selected: 1, inList: true });
    expect(chosenCommand(pageOf(driver))?.seq).toBe(2);
  });

  test('asks anew for what came while the comparison was shown over it', () => {
    const driver = opened().type(TAB).type('f=');
    expect(driver.model.dialog).toMatchObject({ kind: 'compare' });
    driver.type(CTRL_G);
    expect(ofKind(driver, 'readHistory')[0]?.ask.query).toEqual({ failed: true });
    expect(pageOf(answer(driver, [past(3)])).search.count).toBe(1);
  });

  test('is there again behind the help and its search', () => {
    const driver = opened().type(TAB).type('j?');
    expect(driver.model.dialog).toMatchObject({ kind: 'help' });
    driver.type('/sort').type(CTRL_G).type(CTRL_G);
    expect(pageOf(driver)).toMatchObject({ selected: 1, inList: true });
  });

  test('compares with a marked command of another terminal, also a closed one', () => {
    const gone = { terminal: 'ahp-terminal:/gone', name: 'gone', open: false };
    const driver = opened([past(3), past(7, gone)])
      .type(TAB)
      .type('j+');
    expect(driver.model.compareMark).toEqual({ run: { uri: gone.terminal, seq: 7 }, block: 'id-7' });
    driver.type('k=');
    expect(ofKind(driver, 'readRuns')[0]?.asked).toMatchObject({
      later: { uri: 'ahp-terminal:/build', seq: 3 },
      against: { kind: 'run', run: { uri: gone.terminal, seq: 7 } },
    });
    driver.type(CTRL_G).type('j+');
    expect(driver.model.compareMark).toBeUndefined();
  });

  test('sets a bookmark, and shows it in the row once the host has it', () => {
    const gone = { terminal: 'ahp-terminal:/gone', name: 'gone', open: false };
    const driver = opened([past(3), past(7, gone)])
      .type(TAB)
      .type('j*');
    const place = { uri: gone.terminal, commandId: 'id-7' };
    const annotate = { kind: 'annotate', ...place, seq: 7 };
    expect(driver.effects).toContainEqual({ ...annotate, change: { bookmarked: true } });
    driver.notify({ kind: 'annotated', ...place, now: { bookmarked: true } });
    expect(shownOn(driver)).toContain('★ make 7');
    expect(pageOf(driver)).toMatchObject({ selected: 1, inList: true });
    driver.type('*');
    expect(driver.effects).toContainEqual({ ...annotate, change: { bookmarked: false } });
    driver.notify({ kind: 'annotated', ...place, now: {} });
    expect(shownOn(driver)).not.toContain('★');
  });

  test('takes a note for the chosen command, and is there again behind its field', () => {
    const driver = opened([past(3), past(2, { note: 'slow' })])
      .type(TAB)
      .type('jC');
    driver.type(' today').type(ENTER);
    const place = { uri: 'ahp-terminal:/build', commandId: 'id-2' };
    expect(driver.effects).toContainEqual({
      kind: 'annotate',
      ...place,
      seq: 2,
      change: { note: 'slow today' },
    });
    expect(pageOf(driver)).toMatchObject({ selected: 1, inList: true });
    driver.notify({ kind: 'annotated', ...place, now: { note: { text: 'slow today', at: 1 } } });
    expect(chosenCommand(pageOf(driver))?.note).toBe('slow today');
    driver.type('C').type(CTRL_G);
    expect(pageOf(driver)).toMatchObject({ selected: 1, inList: true });
  });

  test('says in its row that a command is marked, also behind a long one', () => {
    const driver = opened([past(2, { commandLine: 'make '.repeat(40) }), past(1)]).type(TAB);
    expect(shownOn(driver)).not.toContain('marked to compare');
    driver.type('+');
    const rows = shownOn(driver)
      .split('\n')
      .filter((row) => row.includes('marked to compare'));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain('make make');
  });

  test('exports a command of a closed terminal, and leads back to it', () => {
    const gone = past(7, { terminal: 'ahp-terminal:/gone', name: 'gone', open: false, startedAt: 800_000 });
    const { finishedAt: _end, exitCode: _code, ...running } = past(9);
    const driver = opened([running, past(3), gone])
      .type(TAB)
      .type('jjE');
    expect(driver.model.dialog).toMatchObject({ kind: 'export', chosen: { past: { seq: 7 } } });
    driver.type(CTRL_G);
    expect(pageOf(driver)).toMatchObject({ selected: 2, inList: true });
    driver.type('E').type(ENTER);
    const file = '/home/me/app/make-7.md';
    expect(ofKind(driver, 'export')).toEqual([
      { kind: 'export', commands: [{ past: gone }], format: 'md', file, withSecrets: false },
    ]);
    expect(pageOf(driver)).toMatchObject({ selected: 2, inList: true });
    // Those in view that have ended, the oldest first.
    driver.type('E').type(DOWN.repeat(8)).type(ENTER).type('\x1b[A'.repeat(8)).type(ENTER);
    expect(ofKind(driver, 'export')[0]?.commands).toEqual([{ past: gone }, { past: past(3) }]);
  });

  test('gives no link to a command of a closed terminal', () => {
    const gone = past(7, { terminal: 'ahp-terminal:/gone', name: 'gone', open: false });
    const driver = opened([past(3), gone])
      .type(TAB)
      .type('E')
      .type(DOWN.repeat(7))
      .type(ENTER);
    expect(ofKind(driver, 'copyBlockLink')).toEqual([
      { kind: 'copyBlockLink', uri: 'ahp-terminal:/build', seq: 3 },
    ]);
    driver.type('jE').type(DOWN.repeat(7)).type(ENTER);
    expect(ofKind(driver, 'copyBlockLink')).toEqual([]);
    expect(driver.model.toast?.text).toBe('its terminal is closed: no link leads there');
  });

  test('does not compare, mark or annotate a command that still runs', () => {
    const { finishedAt: _end, exitCode: _code, ...running } = past(4);
    const driver = opened([running]).type(TAB);
    for (const key of ['=', '+', '*', 'C', 'E']) {
      driver.type(key);
      expect(pageOf(driver).selected).toBe(0);
      expect(driver.effects.filter(({ kind }) => kind === 'annotate' || kind === 'readRuns')).toEqual([]);
    }
    expect(driver.model.compareMark).toBeUndefined();
  });

  test('runs a command again in the terminal in front, to compare both runs', () => {
    const driver = opened().type(TAB).type('R');
    expect(driver.sent).toContain('make 3');
    expect(driver.model.reruns[driver.model.active ?? '']).toMatchObject({
      of: { uri: 'ahp-terminal:/build', seq: 3 },
      shows: true,
    });
  });

  test('leads to the block of an open terminal', () => {
    const driver = opened().type(ENTER);
    expect(driver.model.dialog).toBeUndefined();
    expect(driver.model.goingTo).toMatchObject({ uri: 'ahp-terminal:/build', block: { id: 'id-3' } });
    expect(driver.effects).toContainEqual({ kind: 'show', uri: 'ahp-terminal:/build' });
  });

  test('leads to that of a closed terminal, which is read only', () => {
    const gone = { terminal: 'ahp-terminal:/gone', name: 'gone', open: false };
    const driver = opened([past(7, gone)]).type(ENTER);
    expect(driver.effects).toContainEqual({ kind: 'look', uri: gone.terminal, title: 'gone', seq: 7 });
  });

  test('opens from the search for a command line, with its words', () => {
    const driver = new Driver().list(terminal('front')).type('mak').type('\x12').type('e').type('\x12');
    expect(editorText(pageOf(driver).editor)).toBe('make');
    expect(ofKind(driver, 'readHistory')[0]?.ask.query).toEqual({ text: 'make' });
  });

  test('reads further commands as one goes down, also to the very end', () => {
    const driver = opened(Array.from({ length: 100 }, (_, index) => past(250 - index)));
    answerMore(driver, 250);
    driver.type(TAB).type(END);
    expect(pageOf(driver).selected).toBe(249);
    expect(ofKind(driver, 'readHistory')[0]?.ask.page).toBe(2);
  });

  test('shows the help with the keys of its list, and comes back from it', () => {
    const driver = opened().type(TAB).type('?');
    expect(driver.model.dialog).toMatchObject({ kind: 'help' });
    driver.type(CTRL_G);
    expect(pageOf(driver).search.count).toBe(3);
  });

  test('is closed by a key, from the field and from the list', () => {
    expect(opened().type(CTRL_G).model.dialog).toBeUndefined();
    expect(opened().type(TAB).type('q').model.dialog).toBeUndefined();
  });

  test('reads all anew when the host was away', () => {
    const driver = opened().notify({ kind: 'connection', connection: 'connecting' });
    driver.type('x');
    expect(driver.effects).toEqual([]);
    driver.notify({ kind: 'connection', connection: 'ready' });
    expect(ofKind(driver, 'readHistory')[0]?.ask.query).toEqual({ text: 'x' });
    expect(pageOf(driver).search.count).toBe(3);
  });

  test('says what is wrong with a word, and why there is nothing', () => {
    const driver = opened().type('since:soonish');
    expect(shownOn(driver)).toContain('since:soonish wants');
    const failing = new Driver().list(terminal('front')).type(ALT_H);
    const [effect] = ofKind(failing, 'readHistory');
    if (effect === undefined) throw new Error('nothing was asked');
    failing.notify({ kind: 'historyRead', ask: effect.ask, answer: 'this host has no history' });
    expect(shownOn(failing)).toContain('this host has no history');
  });
});

/** Tells that there are more commands than the page that has come. */
function answerMore(driver: Driver, total: number): Driver {
  const { search } = pageOf(driver);
  return (
    driver.notify({
      kind: 'command',
      command: 'history.sort',
    }) && answer(driver, [...(search.pages.get(0) ?? [])], { total })
  );
}

describe('the mouse on the history page', () => {
  const press = (x: number, y: number) => `\x1b[<0;${x + 1};${y + 1}M`;
  const { chips, list } = historyLayout({ cols: 80, rows: 24 });

  test('chooses a command, and goes to it with a second click', () => {
    const driver = opened().type(press(10, list.y + 1));
    expect(chosenCommand(pageOf(driver))?.seq).toBe(2);
    driver.type(press(10, list.y + 1));
    expect(driver.model.goingTo).toMatchObject({ block: { id: 'id-2' } });
  });

  test('takes a filter out by its chip', () => {
    const driver = opened().type('longer:1s');
    answer(driver, [past(3)]);
    const row =
      shownOn(driver)
        .split('\n')
        .find((line) => line.includes('longer:1s ×')) ?? '';
    driver.type(press(row.indexOf('longer:1s'), chips.y));
    expect(editorText(pageOf(driver).editor)).toBe('');
  });

  test('scrolls the list by the wheel', () => {
    const driver = opened(Array.from({ length: 60 }, (_, index) => past(60 - index)));
    driver.type('\x1b[<65;5;5M');
    expect(pageOf(driver)).toMatchObject({ top: 3, selected: 3 });
    driver.type('\x1b[<64;5;5M');
    expect(pageOf(driver)).toMatchObject({ top: 0, selected: 3 });
  });
});

describe('the rows of the history page', () => {
  const commands = [
    past(12, { commandLine: 'npm test', cwd: 'file:///home/me/app', writer: 'agent:ada', exitCode: 1 }),
    past(11, {
      name: 'other',
      terminal: 'ahp-terminal:/gone',
      open: false,
      where: { user: 'ann', host: 'box' },
    }),
    past(10, { bookmarked: true, note: 'the failure I mean', finishedAt: 900_100 }),
  ];

  function at(cols: number, rows: number, ascii = false): string {
    const driver = opened(commands);
    const size = { cols, rows };
    const glyphs = ascii ? new Driver({ ascii: 'on' }).model.appearance : driver.model.appearance;
    driver.model = { ...driver.model, size, appearance: glyphs };
    return shownOn(driver);
  }

  test('have the facts in columns, those that are beside the point left out first', () => {
    const wide = at(210, 30);
    expect(wide).toMatch(/✗ 1 {2}npm test .*build .*\/home\/me\/app .*@ada {2}3\.0s/);
    expect(wide).toMatch(/✗ 1 {2}make 11 .*other {3}.*ann@box/);
    expect(wide).toContain('★ make 10  the failure I mean');
    const narrow = at(40, 20);
    expect(narrow).toMatch(/✗ 1 {2}npm test/);
    expect(narrow).not.toContain('/home/me/app ');
    expect(Math.max(...narrow.split('\n').map((line) => line.length))).toBeLessThanOrEqual(40);
  });

  test('are drawn with ASCII alone where nothing else can be', () => {
    expect(at(120, 30, true)).not.toMatch(/[^\x00-\x7f]/);
  });

  test('show the first and the last lines of a long output', () => {
    const driver = opened();
    const line = (text: string) => ({ chars: [...text], styles: [...text].map(() => 0) });
    const lines = (from: number) => Array.from({ length: 12 }, (_, index) => line(`line ${from + index}`));
    const of = { uri: 'ahp-terminal:/build', seq: 3 };
    driver.notify({ kind: 'previewRead', of, shown: { first: lines(1), hidden: 76, last: lines(89) } });
    const shown = shownOn(driver);
    expect(shown).toContain('line 1\n');
    expect(shown).toContain('line 100');
    expect(shown).toMatch(/… \d+ lines/);
    driver.type(DOWN);
    expect(shownOn(driver)).not.toContain('line 100');
  });
});
