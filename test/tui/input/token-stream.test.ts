import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csiLimit, stringLimit } from '../../../src/tui/input/escape.ts';
import {
  flush,
  flushDelay,
  pendingEscape,
  startOfInput,
  type TokenState,
  tokenise,
} from '../../../src/tui/input/key-input.ts';
import { rawOfText } from '../../../src/tui/input/raw-text.ts';
import type { Token } from '../../../src/tui/input/token.ts';

type KeyCase = { name: string; text?: string; spellings: string[] };
const keys: KeyCase[] = readJson('keys.json');
const reports: { raw: string; report: unknown }[] = readJson('reports.json');

describe('tokenise', () => {
  test.each(
    keys.flatMap(({ name, text, spellings }) =>
      spellings.map((raw) => ({ name, text, raw: rawOfText(raw) })),
    ),
  )('reads $raw as $name', ({ name, text, raw }) => {
    expect(all(raw)).toEqual([{ kind: 'key', name, raw, ...(text === undefined ? {} : { text }) }]);
  });

  test.each(reports)('reads $raw as an answer, never as a key', ({ raw, report }) => {
    expect(all(raw)).toEqual([{ kind: 'report', report, raw }]);
  });

  test('marks a kitty key that goes up', () => {
    expect(all('\x1b[107;5:3u')).toEqual([
      { kind: 'key', name: 'ctrl+k', released: true, raw: '\x1b[107;5:3u' },
    ]);
    expect(all('\x1b[1;1:3A')).toEqual([{ kind: 'key', name: 'up', released: true, raw: '\x1b[1;1:3A' }]);
  });

  test('reads two quick Escapes as two Escapes, and Escape before a mouse event as Escape', () => {
    expect(names(all('\x1b\x1bx'))).toEqual(['escape', 'alt+x']);
    expect(all('\x1b\x1b[<0;1;1M').map((token) => token.kind)).toEqual(['key', 'mouse']);
  });

  test('reads alt with an introducer when what follows begins no sequence', () => {
    expect(names(all('\x1b]x\x1bPx\x1b_x\x1b[\r\x1bO\r'))).toEqual([
      'alt+]',
      'x',
      'alt+P',
      'x',
      'alt+_',
      'x',
      'alt+[',
      'enter',
      'alt+O',
      'enter',
    ]);
  });

  test('keeps bytes that are no UTF-8, one unknown key each', () => {
    expect(all('\xff\xc3(\x80')).toEqual([
      { kind: 'key', name: 'unknown', raw: '\xff' },
      { kind: 'key', name: 'unknown', raw: '\xc3' },
      { kind: 'key', name: '(', text: '(', raw: '(' },
      { kind: 'key', name: 'unknown', raw: '\x80' },
    ]);
  });

  test('reads focus reports', () => {
    expect(all('\x1b[I\x1b[O').map((token) => token.kind === 'focus' && token.gained)).toEqual([true, false]);
  });

  test('reads mouse events in SGR, urxvt and X10 spelling, cells from 0', () => {
    const left = { kind: 'mouse', action: 'press', button: 'left', x: 4, y: 2 };
    for (const raw of ['\x1b[<0;5;3M', '\x1b[32;5;3M', '\x1b[M %#']) expect(all(raw)).toMatchObject([left]);
    expect(all('\x1b[<0;5;3m')).toMatchObject([{ action: 'release', button: 'left' }]);
    expect(all('\x1b[M#%#')).toMatchObject([{ action: 'release', button: 'none' }]);
    expect(all('\x1b[<65;1;1M')).toMatchObject([{ action: 'wheel', button: 'wheelDown' }]);
    expect(all('\x1b[<35;1;1M')).toMatchObject([{ action: 'move', button: 'none' }]);
    expect(all('\x1b[<60;1;1M')).toMatchObject([{ action: 'move', shift: true, alt: true, ctrl: true }]);
    expect(all('\x1b[<128;1;1M')).toMatchObject([{ action: 'press', button: 'button8' }]);
  });

  test('takes whatever a paste holds as text, keys and answers included', () => {
    const body = rawOfText('é\x0b\x1b[107;5u\x1b[A\n');
    const raw = `\x1b[200~${body}\x1b[201~`;
    expect(all(`${raw}q`)).toEqual([
      { kind: 'paste', text: 'é\x0b\x1b[107;5u\x1b[A\n', raw },
      { kind: 'key', name: 'q', text: 'q', raw: 'q' },
    ]);
  });

  test('gives a paste beyond the limit in pieces that never cut a character', () => {
    const raw = `\x1b[200~${rawOfText('é'.repeat(10))}\x1b[201~`;
    const { tokens } = tokenise(startOfInput, raw, { paste: 7 });
    expect(
      tokens.map((token) => token.kind === 'paste' && [token.text, token.continued, token.more]),
    ).toEqual([
      ['ééé', undefined, true],
      ['ééé', true, true],
      ['ééé', true, true],
      ['é', true, undefined],
    ]);
    expect(tokens.map((token) => token.raw).join('')).toBe(raw);
  });

  test('gives an endless control sequence out at its limit and reads on', () => {
    const raw = `\x1b[${'1;'.repeat(csiLimit)}`;
    const { tokens, state } = tokenise(startOfInput, raw);
    expect(tokens[0]).toMatchObject({ kind: 'key', name: 'unknown' });
    expect(tokens[0]?.raw.length).toBe(csiLimit + 2);
    expect(state.held).toBe('');
  });

  test('drops an endless answer in pieces until it ends, and reads on behind it', () => {
    const raw = `\x1b]11;${'x'.repeat(2 * stringLimit)}\x1b\\k`;
    const { tokens } = tokenise(startOfInput, raw);
    expect(tokens.slice(0, -1).every((token) => token.kind === 'report')).toBe(true);
    expect(names(tokens.slice(-1))).toEqual(['k']);
  });

  test('gives the same tokens however the bytes are split, and their raw is the bytes', () => {
    fc.assert(
      fc.property(input(), fc.array(fc.nat(40), { maxLength: 40 }), (raw, cuts) => {
        const whole = tokenise(startOfInput, raw, { paste: 20 });
        const split = tokeniseIn(raw, cuts);
        expect(split.tokens).toEqual(whole.tokens);
        expect(split.state.held).toBe(whole.state.held);
        expect(rawOf(whole)).toBe(raw);
      }),
      { numRuns: 1500 },
    );
  });

  test('gives the same tokens when an answer near its limit arrives byte by byte', () => {
    for (let length = stringLimit - 5; length <= stringLimit + 2; length += 1) {
      const raw = `\x1b]11;${'x'.repeat(length - 5)}\x1b\\k`;
      expect(tokeniseIn(raw, [length - 2, 1, 1, 1, 1, 1]).tokens).toEqual(all(raw));
    }
  });
});

describe('flush', () => {
  test('makes a lone ESC the Escape key, and ESC with an introducer alt', () => {
    for (const [held, expected] of [
      ['\x1b', ['escape']],
      ['\x1b\x1b', ['escape', 'escape']],
      ['\x1b[', ['alt+[']],
      ['\x1bO', ['alt+O']],
      ['\x1b]', ['alt+]']],
      ['\x1b[1;', ['unknown']],
      ['\xe6\xbc', ['unknown']],
    ] as const) {
      const { state, tokens } = tokenise(startOfInput, held);
      expect(tokens).toEqual([]);
      expect(names(flush(state).tokens)).toEqual(expected);
      expect(flush(state).state).toEqual(startOfInput);
    }
  });

  test('never types the beginning of a torn answer', () => {
    const { state } = tokenise(startOfInput, '\x1b]11;rgb:ff');
    expect(flush(state).tokens).toEqual([
      { kind: 'report', report: { kind: 'other' }, raw: '\x1b]11;rgb:ff' },
    ]);
  });

  test('gives out a stalled paste but stays in it, until its end or a Ctrl+C alone', () => {
    const begun = tokenise(startOfInput, '\x1b[200~rm -rf x\x1b[20');
    const paused = flush(begun.state);
    expect(paused.tokens).toMatchObject([{ text: 'rm -rf x', more: true }]);
    expect(tokenise(paused.state, '1~q').tokens).toMatchObject([
      { kind: 'paste', text: '', continued: true },
      { kind: 'key', name: 'q' },
    ]);
    expect(tokenise(paused.state, '\ny').tokens).toEqual([]);
    const given = flush(tokenise(startOfInput, '\x1b[200~abc').state);
    expect(tokenise(given.state, '\x03').tokens).toMatchObject([
      { kind: 'paste', text: '', continued: true },
      { kind: 'key', name: 'ctrl+c' },
    ]);
  });

  test('loses no byte: what it gives and what it still holds are what was held', () => {
    fc.assert(
      fc.property(input(), (raw) => {
        const first = tokenise(startOfInput, raw, { paste: 20 });
        const rest = flush(first.state);
        expect(first.tokens.map((token) => token.raw).join('') + rawOf(rest)).toBe(raw);
      }),
    );
  });
});

describe('flushDelay', () => {
  test('waits for nothing when nothing is held', () => {
    expect(flushDelay(startOfInput, false)).toBeUndefined();
  });

  test('gives a lone ESC at once in RAW and after a moment elsewhere', () => {
    const { state } = tokenise(startOfInput, '\x1b');
    expect(pendingEscape(state)).toBe(true);
    expect(flushDelay(state, true)).toBe(0);
    expect(flushDelay(state, false)).toBe(25);
  });

  test('waits longer for a split key, longer for what no key begins with, and longest for a paste', () => {
    const delays = ['\x1b[', '\x1b[1', '\x1b[20', '\x1b[<0;1', '\x1b]11;', '\x1b[200~x'].map((raw) =>
      flushDelay(tokenise(startOfInput, raw).state, true),
    );
    expect(delays).toEqual([25, 100, 500, 500, 500, 2000]);
  });

  test('keeps no bytes of a key for 150 ms, wherever a line splits them', () => {
    const parts = keys.flatMap(({ spellings }) =>
      spellings.flatMap((raw) => Array.from(raw, (_, end) => rawOfText(raw.slice(0, end + 1)))),
    );
    const late = parts
      .map((raw) => ({ raw, delay: flushDelay(tokenise(startOfInput, raw).state, true) ?? 0 }))
      .filter(({ raw, delay }) => delay >= 150 && !'\x1b[200~'.startsWith(raw));
    expect(late).toEqual([]);
  });
});

function readJson<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../../../fixtures/input/${name}`, import.meta.url), 'utf8'));
}

/** Tokens of bytes that leave nothing held. */
function all(raw: string): readonly Token[] {
  const { tokens, state } = tokenise(startOfInput, raw);
  expect(state.held).toBe('');
  return tokens;
}

function names(tokens: readonly Token[]): string[] {
  return tokens.map((token) => (token.kind === 'key' ? token.name : token.kind));
}

function rawOf({ state, tokens }: { state: TokenState; tokens: readonly Token[] }): string {
  const paste = (state.paste?.opening ?? '') + (state.paste?.body ?? '');
  return tokens.map((token) => token.raw).join('') + paste + state.held;
}

function tokeniseIn(raw: string, cuts: readonly number[]) {
  const tokens: Token[] = [];
  let state = startOfInput;
  let at = 0;
  for (const cut of [...cuts, raw.length]) {
    const next = tokenise(state, raw.slice(at, at + cut), { paste: 20 });
    tokens.push(...next.tokens);
    state = next.state;
    at += cut;
  }
  return { state, tokens };
}

/** Bytes that look like a terminal's, in any order, with torn sequences and rubbish between. */
function input(): fc.Arbitrary<string> {
  const spellings = [
    ...keys.flatMap((key) => key.spellings.map(rawOfText)),
    ...reports.map(({ raw }) => raw),
  ];
  const marks = [
    '\x1b[200~',
    '\x1b[201~',
    '\x1b',
    '\x1b[',
    '\x1bO',
    '\x1b]1',
    '\x1bP>',
    '\x1b\\',
    '\x07',
    '\x1b[M',
  ];
  const piece = fc.oneof(
    fc.constantFrom(...spellings),
    fc.constantFrom(...marks),
    fc.string({ unit: fc.nat(255).map((byte) => String.fromCharCode(byte)), maxLength: 6 }),
    fc.string({ unit: 'grapheme', maxLength: 6 }).map(rawOfText),
    fc.string({ unit: fc.constantFrom(...'\x1b[];0123<?$~MOuA'), maxLength: 12 }),
  );
  return fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
}
