import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { encodeKey, keyForProgram } from '../../../src/tui/input/encode-key.ts';
import { startOfInput, tokenise } from '../../../src/tui/input/key-input.ts';
import { rawOfText } from '../../../src/tui/input/raw-text.ts';
import type { KeyToken } from '../../../src/tui/input/token.ts';

const newer = { kittyKeyboard: 0, modifyOtherKeys: 0 } as const;
const normal = { applicationCursorKeys: false, applicationKeypad: false, ...newer };
const application = { applicationCursorKeys: true, applicationKeypad: true, ...newer };
const cases: { name: string; spellings: string[] }[] = JSON.parse(
  readFileSync(new URL('../../../fixtures/input/keys.json', import.meta.url), 'utf8'),
);
/** Keys for which terminals without a newer protocol send the bytes of another key. */
const withoutOwnBytes: Readonly<Record<string, string>> = {
  'ctrl+shift+k': 'ctrl+k',
  'ctrl+/': 'ctrl+_',
  'ctrl+i': 'tab',
  'shift+enter': 'enter',
  'ctrl+enter': 'enter',
  'ctrl+backspace': 'ctrl+h',
  'ctrl++': '+',
};

describe('encodeKey', () => {
  test.each(cases.map(({ name }) => name).filter((name) => !/^(unknown|super\+k|f13)$/.test(name)))(
    'spells %s so that it is read back as that key',
    (name) => {
      for (const modes of [normal, application]) {
        const bytes = rawOfText(encodeKey(name, modes) ?? '');
        // ESC alone is held, as it may begin a sequence.
        const read = name === 'escape' ? ['escape'] : tokenise(startOfInput, bytes).tokens.map(nameOf);
        expect(read).toEqual([withoutOwnBytes[name] ?? name]);
      }
    },
  );

  test('spells arrows as the program set its cursor keys', () => {
    expect(encodeKey('up', normal)).toBe('\x1b[A');
    expect(encodeKey('up', application)).toBe('\x1bOA');
    expect(encodeKey('ctrl+up', application)).toBe('\x1b[1;5A');
  });

  test('has no bytes for keys no program without kitty keys can hear', () => {
    expect(encodeKey('super+k', normal)).toBeUndefined();
    expect(encodeKey('capslock', normal)).toBeUndefined();
  });
});

describe('keyForProgram', () => {
  test('sends the bytes as they came', () => {
    for (const raw of [
      'a',
      '\x0b',
      '\x1b[15~',
      '\x1b[1~',
      '\x1b\x7f',
      '\x1b[a',
      '\x1b[3$',
      '\x1b[1;5D',
      '\x1b[99~',
      '\x1b\x1b[A',
    ]) {
      expect(keyForProgram(keyOf(raw), normal)).toBe(raw);
    }
    expect(keyForProgram(keyOf(rawOfText('é')), normal)).toBe('é');
  });

  test('respells what only the outer terminal was asked to send', () => {
    expect(keyForProgram(keyOf('\x1b[107;5u'), normal)).toBe('\x0b');
    expect(keyForProgram(keyOf('\x1b[27;3;97~'), normal)).toBe('\x1ba');
    expect(keyForProgram(keyOf('\x1b[1;5:1D'), normal)).toBe('\x1b[1;5D');
    expect(keyForProgram(keyOf('\x1b[27u'), normal)).toBe('\x1b');
    expect(keyForProgram(keyOf('\x1b[107;9u'), normal)).toBe('');
    // With a number of two digits in each place.
    expect(keyForProgram(keyOf('\x1b[27;13;107~'), normal)).toBe('');
    expect(keyForProgram(keyOf('\x1b[24;2:1~'), normal)).toBe('\x1b[24;2~');
    expect(keyForProgram(keyOf('\x1b[1;13:1D'), normal)).toBe('\x1b[1;5D');
  });

  test('respells arrows and keypad that came in the modes of a moment ago', () => {
    expect(keyForProgram(keyOf('\x1bOA'), normal)).toBe('\x1b[A');
    expect(keyForProgram(keyOf('\x1b[A'), application)).toBe('\x1bOA');
    expect(keyForProgram(keyOf('\x1bOu'), normal)).toBe('5');
    expect(keyForProgram(keyOf('\x1bOu'), application)).toBe('\x1bOu');
    expect(keyForProgram(keyOf('\x1bOM'), normal)).toBe('\r');
  });

  test('sends nothing for a key that goes up', () => {
    expect(keyForProgram(keyOf('\x1b[107;1:3u'), { ...normal, modifyOtherKeys: 2 })).toBe('');
    expect(keyForProgram(keyOf('\x1b[107;5:3u'), normal)).toBe('');
  });
});

function keyOf(raw: string): KeyToken {
  const token = tokenise(startOfInput, raw).tokens[0];
  if (token?.kind !== 'key') throw new Error(`no key: ${JSON.stringify(raw)}`);
  return token;
}

function nameOf(token: { kind: string; name?: string }): string {
  return token.name ?? token.kind;
}
