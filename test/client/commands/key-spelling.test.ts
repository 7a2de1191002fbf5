import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPrintable, keyLabel, readKey } from '../../../src/client/commands/key-labels.ts';

describe('readKey', () => {
  it.each([
    ['Ctrl+K', 'ctrl+k'],
    ['C-k', 'ctrl+k'],
    ['C-K', 'ctrl+k'],
    ['^K', 'ctrl+k'],
    ['^[', 'ctrl+['],
    ['M-x', 'alt+x'],
    ['alt+ctrl+x', 'ctrl+alt+x'],
    ['Esc', 'escape'],
    ['Return', 'enter'],
    ['PgUp', 'pageup'],
    ['shift+j', 'J'],
    ['J', 'J'],
    ['alt+shift+a', 'alt+A'],
    ['ctrl+shift+k', 'ctrl+shift+k'],
    ['ctrl++', 'ctrl++'],
    ['ctrl+plus', 'ctrl++'],
    ['-', '-'],
    ['C--', 'ctrl+-'],
    ['F12', 'f12'],
    [' ', 'space'],
    ['ß', 'ß'],
    ['hash', '#'],
  ])('reads %s as %s', (written, name) => {
    expect(readKey(written)).toBe(name);
  });

  it.each(['', 'ctrl+', 'strg+k', 'f25', 'home2', 'ctrl+foo', '\x1b', 'constructor', 'toString+k'])(
    'knows no key called %j',
    (written) => {
      expect(readKey(written)).toBeUndefined();
    },
  );

  it('reads the label of every key back as that key', () => {
    const modifiers = fc.subarray(['ctrl', 'alt', 'shift', 'super']);
    const key = fc.constantFrom('k', 'K', '+', '-', '?', 'enter', 'pageup', 'f7', 'space', 'escape');
    fc.assert(
      fc.property(modifiers, key, (held, main) => {
        const name = readKey([...held, main].join('+'));
        expect(name).toBeDefined();
        expect(readKey(keyLabel(name ?? ''))).toBe(name);
      }),
    );
  });
});

describe('keyLabel', () => {
  it.each([
    ['ctrl+k', 'Ctrl+K'],
    ['pageup', 'PageUp'],
    ['alt+enter', 'Alt+Enter'],
    ['alt+A', 'Alt+Shift+A'],
    ['J', 'J'],
    ['j', 'j'],
    ['ctrl+\\', 'Ctrl+\\'],
    ['escape', 'Esc'],
  ])('shows %s as %s', (name, label) => {
    expect(keyLabel(name)).toBe(label);
  });
});

describe('isPrintable', () => {
  it('tells keys that type a character from those that do not', () => {
    expect(['a', 'J', '?', 'space', 'é'].every(isPrintable)).toBe(true);
    expect(['ctrl+a', 'f2', 'enter', 'up'].some(isPrintable)).toBe(false);
  });
});
