import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { answerInput, choicesIn, readQuestion } from '../../../src/host/agents/question.ts';
import type { TerminalMeta } from '../../../src/protocol/cotty/cotty-meta.ts';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';

type Program = NonNullable<TerminalMeta['program']>;

const PROGRAM: Program = { id: '', state: 'blocked', kind: 'permission', since: 7, by: 'report' };

/** Reads a question from a screen of 120x40 on which these rows stand. */
function read(rows: readonly string[], program: Partial<Program> = {}, before = '', lineMode = false) {
  const emulator = new Emulator({ cols: 120, rows: 40, scrollback: 0 });
  try {
    emulator.write(`${before}${rows.slice(-40).join('\r\n')}`);
    return readQuestion(emulator, { ...PROGRAM, ...program }, lineMode, 0);
  } finally {
    emulator.close();
  }
}

const recorded = (name: string) =>
  readFileSync(`fixtures/questions/${name}.txt`, 'utf8').trimEnd().split('\n').slice(-40);

const keysOf = (rows: readonly string[], lineMode = false) =>
  read(rows, {}, '', lineMode).choices.map(({ keys, label }) => `${JSON.stringify(keys)} ${label}`);

describe('the choices of a question', () => {
  test.each([
    [
      'codex-permission',
      [
        '"1" Yes, proceed',
        `"2" Yes, and don't ask again for commands that start with \`touch made-by-the-model.txt\``,
        '"3" No, and tell Codex what to do differently',
        '"\\u001b" cancel',
      ],
    ],
    ['codex-question', ['"1" Red', '"2" Green', '"3" None of the above', '"\\u001b" interrupt']],
    ['gemini-permission', ['"1" Allow once', '"2" Allow for this session', '"3" No, suggest changes']],
    ['gemini-question', ['"1" Red', '"2" Green', '"3" Enter a custom value', '"\\u001b" cancel']],
    [
      'gemini-trust',
      ['"1" Trust folder (work)', '"2" Trust parent folder (userxxxxxxxxxxxxxx)', `"3" Don't trust`],
    ],
    // Which button is marked is told by its colour alone.
    ['opencode-permission', ['"\\r" confirm']],
    ['opencode-question', ['"1" Red', '"2" Green', '"3" Type your own answer', '"\\u001b" dismiss']],
    ['pi-permission', ['"\\r" Yes', '"\\u001b[A" ↑', '"\\u001b[B" ↓', '"\\u001b" cancel']],
    ['pi-question', ['"\\r" Red', '"\\u001b[A" ↑', '"\\u001b[B" ↓', '"\\u001b" cancel']],
    ['codex-working', []],
  ])('are read from the recorded screen %s', (name, choices) => {
    expect(keysOf(recorded(name))).toEqual(choices);
  });

  test('are read from a numbered list with a mark, past descriptions and separators', () => {
    const asks = [
      '● Earlier text:',
      '  1. one',
      '  2. two',
      ' Do you want to proceed?',
      ' ❯ 1. Yes',
      '   2. Yes, and always allow access to /home/ada/work from this project',
      '   3. No',
      ' Esc to cancel · Tab to amend',
    ];
    expect(keysOf(asks)).toEqual([
      '"1" Yes',
      '"2" Yes, and always allow access to /home/ada/work from this project',
      '"3" No',
      '"\\u001b" cancel',
    ]);
    const colours = [
      'Which colour?',
      '❯ 1. Red',
      '     Like fire',
      '  2. Green',
      '─'.repeat(120),
      '  3. Chat',
    ];
    expect(keysOf([...colours, 'Enter to select · ↑/↓ to navigate · Esc to cancel'])).toEqual([
      '"1" Red',
      '"2" Green',
      '"3" Chat',
      '"\\u001b" cancel',
    ]);
  });

  test('of a dialog without numbers are Enter for the marked one, and the arrows', () => {
    const trust = [
      'Security guide',
      ' ❯ No, exit',
      '   Yes, I trust this folder',
      ' Enter to confirm · Esc to cancel',
    ];
    expect(keysOf(trust)).toEqual(['"\\r" No, exit', '"\\u001b[A" ↑', '"\\u001b[B" ↓', '"\\u001b" cancel']);
    // A program that has asked for application cursor keys and for kitty's protocol gets these.
    const keys = (modes: string) => read(trust, {}, modes).choices.map((choice) => choice.keys);
    expect(keys('\x1b[?1h')).toEqual(['\r', '\x1bOA', '\x1bOB', '\x1b']);
    expect(keys('\x1b[>1u')).toEqual(['\r', '\x1b[A', '\x1b[B', '\x1b[27u']);
  });

  test.each<[string, readonly string[], boolean, readonly string[]]>([
    ['a key alone where single keys are read', ['Overwrite? (y/n)'], false, ['"y" y', '"n" n']],
    ['with Enter where lines are read', ['Overwrite? [Y/n] '], true, ['"y\\r" y', '"n\\r" n']],
    [
      'whole words with Enter',
      ['Continue connecting (yes/no/[fingerprint])?'],
      true,
      ['"yes\\r" yes', '"no\\r" no'],
    ],
    ['a menu of lines', ['1) one', '2) two', '#? '], true, ['"1\\r" one', '"2\\r" two']],
    [
      'keys behind words',
      ['Allow?', 'Yes (y)   Always (a)   No (n)'],
      false,
      ['"y" Yes', '"a" Always', '"n" No'],
    ],
    ['keys before words', ['[a] Apply  [s] Skip'], false, ['"a" Apply', '"s" Skip']],
  ])('are %s', (_what, rows, lineMode, choices) => {
    expect(keysOf(rows, lineMode)).toEqual(choices);
  });

  test.each<[string, readonly string[], boolean]>([
    ['a list of a text, which nothing marks', ['Plan:', '1. first', '2. second', 'Go on?'], false],
    ['a list whose start is not seen', ['  2. two', '❯ 3. three'], false],
    ['numbers that do not stand below each other', ['1. one', '  ❯ 2. two'], false],
    ['two marks', ['❯ 1. one', '❯ 2. two'], false],
    ['a list far above', ['❯ 1. one', '  2. two', 'a', 'b', 'c', 'd', 'e', 'f', 'g'], false],
    ['words where single keys are read', ['Sure (yes/no)?'], false],
    ['a question within a text', ['He asked (y/n) and went.'], false],
    ['one named key', ['Quit (q)'], false],
    ['the same key twice', ['Save (s)   Skip (s)'], false],
    ['Escape where lines are read', ['Esc to cancel'], true],
    ['nothing', [], false],
  ])('are none for %s', (_what, rows, lineMode) => {
    expect(keysOf(rows, lineMode)).toEqual([]);
  });

  test('of a dialog are only what the hint tells where rows of another kind stand below the mark', () => {
    const text = ['→ Asked 1 question', '  Which colour?', '    Red', 'enter submit  esc dismiss'];
    expect(keysOf(text)).toEqual(['"\\r" submit', '"\\u001b" dismiss']);
  });

  test('are at most sixteen, and nine of a numbered list', () => {
    const list = (count: number) =>
      Array.from({ length: count }, (_, n) => `${n === 0 ? '❯' : ' '} ${n + 1}. x`);
    expect(keysOf(list(9))).toHaveLength(9);
    // The 1 may be the first digit of another number.
    expect(keysOf(list(12))[0]).toBe('"2" x');
    expect(keysOf(list(12))).toHaveLength(8);
    const reading = { lineMode: false, applicationCursorKeys: false, applicationKeypad: false };
    const keys = [...'abcdefghijklmnopqrst'].map((key) => `Do (${key})`).join('  ');
    expect(choicesIn([keys], { ...reading, kittyKeyboard: 0, modifyOtherKeys: 0 }).choices).toHaveLength(16);
  });
});

describe('the print of a question', () => {
  const rows = ['Run rm?', '❯ 1. Yes', '  2. No', 'Esc to cancel'];
  const print = (changed: readonly string[], program: Partial<Program> = {}) => read(changed, program).print;

  test('stays while nothing but spinners, clocks and the status bar below change', () => {
    const first = print(['⠋ Working', 'Reviewed                      12:01', ...rows, '~/work  10%']);
    expect(print(['⠙ Working', 'Reviewed                      12:02', ...rows, '~/work  11%'])).toBe(first);
  });

  test('is another one for another state, kind, message, time or row', () => {
    const all = [
      print(rows),
      print(['Run rm -r?', ...rows.slice(1)]),
      print(['Run rm?', '  1. Yes', '❯ 2. No', 'Esc to cancel']),
      print(rows, { kind: 'question' }),
      print(rows, { msg: 'Run rm?' }),
      print(rows, { since: 8 }),
      // A time in the words of the question is a part of it.
      print(['Run at 12:01?', ...rows.slice(1)]),
      print(['Run at 12:02?', ...rows.slice(1)]),
    ];
    expect(new Set(all).size).toBe(all.length);
  });
});

test('the rows of a question are the last that are not empty, without frames, control characters and secrets', () => {
  const secret = `ghp_${'a'.repeat(36)}`;
  const rows = [
    ...Array.from({ length: 20 }, (_, n) => `row ${n}`),
    '',
    '╭────╮',
    `│ token ${secret} \u202eok │`,
    '╰────╯',
  ];
  const { rows: shown } = read(rows);
  expect(shown).toHaveLength(12);
  expect(shown.at(-1)).toBe('token [redacted] ok');
  expect(shown.at(-2)).toBe('row 19');
});

describe('the input of an answer', () => {
  const modes = {
    applicationCursorKeys: false,
    applicationKeypad: false,
    kittyKeyboard: 0,
    modifyOtherKeys: 0,
    bracketedPaste: false,
  } as const;

  test.each([
    [{ keys: '1' }, {}, '1'],
    [{ keys: '\x1b' }, {}, '\x1b'],
    [{ keys: '\x1b' }, { kittyKeyboard: 1 }, '\x1b[27u'],
    [{ keys: '\r' }, { kittyKeyboard: 8 }, '\x1b[13u'],
    [{ text: 'blue\n' }, {}, 'blue\r'],
    [{ text: 'two\r\nlines' }, { bracketedPaste: true }, '\x1b[200~two\nlines\x1b[201~\r'],
  ])('is %j as bytes', (answer, changed, data) => {
    expect(answerInput(answer, { ...modes, ...changed })).toEqual({ ok: true, data });
  });

  test.each([
    [{ text: 'a\x1b[201~b' }, { bracketedPaste: true }, 'the text has control characters'],
    [{ text: 'two\nlines' }, {}, 'the program takes one line, without tabs'],
  ])('is refused for %j', (answer, changed, reason) => {
    expect(answerInput(answer, { ...modes, ...changed })).toEqual({ ok: false, reason });
  });
});
