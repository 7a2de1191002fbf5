import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IDLE, type InputContext } from '../../../../src/client/commands/conditions.ts';
import { KEY_TABLES, type KeyTable } from '../../../../src/client/commands/key-table.ts';
import { keymapOf } from '../../../../src/client/commands/keymap.ts';
import { defaultBindings } from '../../../../src/client/commands/tmux-keys.ts';
import { hints, hintText } from '../../../../src/tui/keys/help/hints.ts';
import { keptKeys, type Outer } from '../../../../src/tui/keys/outer-keys.ts';

const INSIDE: InputContext = { ...IDLE, empty: false, atEnd: false, atStart: false };

function shown(table: KeyTable, input: InputContext, outer: Outer, width: number): string {
  const keepF4 = outer === 'vscode';
  const keymap = keymapOf(
    defaultBindings({ preset: 'default', ctrlE: 'smart', ctrlK: 'smart', lockKey: 'f12', keepF4 }),
  );
  return hintText(hints(keymap, table, input, { width, separator: '·', kept: keptKeys(outer) }), '·');
}

describe('hints', () => {
  it('names the three keys to learn at an empty prompt', () => {
    expect(shown('run', IDLE, 'other', 34)).toBe('Ctrl+K raw · Esc browse · ? help');
  });

  it('says what the smart keys do with text to the right', () => {
    expect(shown('run', INSIDE, 'other', 60)).toBe('Enter run · Ctrl+K cut to end · Ctrl+E to end · F4 raw');
  });

  it('names F2 and F4 inside VS Code', () => {
    expect(shown('run', IDLE, 'vscode', 48)).toBe('F4 raw · Esc browse · ? help · F2 new tab');
    expect(shown('raw', IDLE, 'vscode', 48)).toBe('F4 back to RUN');
  });

  it('names the one way out of RAW and of LOCK', () => {
    expect(shown('raw', IDLE, 'other', 48)).toBe('Ctrl+K back to RUN');
    expect(shown('lock', IDLE, 'other', 48)).toBe('F12 unlock');
  });

  it('says that Ctrl+C stops a running command and no longer offers help on ?', () => {
    const text = shown('run', { ...IDLE, running: true }, 'other', 80);
    expect(text).toContain('Ctrl+C stop');
    expect(text).not.toContain('?');
  });

  it('says that typing into what somebody else holds asks first, and offers none where it cannot', () => {
    const other = { ...IDLE, running: true, holder: 'other' } as const;
    expect(shown('run', other, 'other', 80)).toBe('Esc browse · Ctrl+C stop, asks first · Ctrl+K raw');
    expect(shown('run', { ...INSIDE, holder: 'other' }, 'other', 80)).toBe(
      'Enter run, asks first · Ctrl+C clear',
    );
    expect(shown('run', { ...INSIDE, ...other, empty: false }, 'other', 80)).toContain(
      'Enter send, asks first',
    );
    expect(shown('run', { ...other, holder: 'owner' }, 'other', 80)).not.toContain('Ctrl+C');
  });

  it('never is wider than its space, and shorter space only cuts from the end', () => {
    const context = fc.constantFrom(IDLE, INSIDE, { ...IDLE, running: true });
    fc.assert(
      fc.property(fc.constantFrom(...KEY_TABLES), context, fc.nat(120), (table, input, width) => {
        const text = shown(table, input, 'other', width);
        expect(text.length).toBeLessThanOrEqual(width);
        expect(shown(table, input, 'other', 500).startsWith(text)).toBe(true);
      }),
    );
  });
});
