import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultBindings } from '../../../../src/tui/keys/bindings/default-bindings.ts';
import { keymapOf } from '../../../../src/tui/keys/bindings/keymap.ts';
import {
  DOUBLE_PRESS_MS,
  pressReserved,
  type ReservedState,
} from '../../../../src/tui/keys/bindings/reserved.ts';
import type { Mode } from '../../../../src/tui/model/model.ts';

const defaults = defaultBindings({
  preset: 'default',
  ctrlE: 'smart',
  ctrlK: 'smart',
  lockKey: 'f12',
  keepF4: true,
});
const keymap = keymapOf([...defaults, { table: 'raw', key: 'f6', command: 'tab.next' }]);

/** Plays key presses the way the app does: a command or a literal moves the mode. */
function play(start: Mode, presses: readonly (readonly [key: string, now: number])[]) {
  let table: Mode = start;
  let state: ReservedState;
  return presses.map(([key, now]) => {
    const pressed = pressReserved(state, { table, key, now }, keymap);
    state = pressed.state;
    const { outcome } = pressed;
    if (outcome.kind === 'literal') table = outcome.mode;
    if (outcome.kind === 'command' && outcome.binding.command !== 'tab.next') table = 'run';
    return `${outcome.kind} ${table}`;
  });
}

describe('pressReserved', () => {
  it('leaves RAW at the first press', () => {
    expect(play('raw', [['ctrl+k', 0]])).toEqual(['command run']);
  });

  it('sends the literal and goes back at the second press in time', () => {
    expect(
      play('raw', [
        ['ctrl+k', 0],
        ['ctrl+k', DOUBLE_PRESS_MS],
      ]),
    ).toEqual(['command run', 'literal raw']);
  });

  it('takes a late second press as an ordinary key', () => {
    expect(
      play('raw', [
        ['ctrl+k', 0],
        ['ctrl+k', DOUBLE_PRESS_MS + 1],
      ]),
    ).toEqual(['command run', 'ordinary run']);
  });

  it('forgets the first press when another key comes between', () => {
    const presses = [
      ['ctrl+k', 0],
      ['x', 10],
      ['ctrl+k', 20],
    ] as const;
    expect(play('raw', presses)).toEqual(['command run', 'ordinary run', 'ordinary run']);
  });

  it('leaves again at a third quick press', () => {
    const presses = [
      ['ctrl+k', 0],
      ['ctrl+k', 100],
      ['ctrl+k', 200],
    ] as const;
    expect(play('raw', presses)).toEqual(['command run', 'literal raw', 'command run']);
  });

  it('does the same for F4 where it is kept, and for F12 in LOCK', () => {
    expect(
      play('raw', [
        ['f4', 0],
        ['f4', 100],
      ]),
    ).toEqual(['command run', 'literal raw']);
    expect(
      play('lock', [
        ['f12', 0],
        ['f12', 100],
      ]),
    ).toEqual(['command run', 'literal lock']);
  });

  it('passes everything else through, Ctrl+E in RAW and Ctrl+K in LOCK too', () => {
    expect(play('raw', [['ctrl+e', 0]])).toEqual(['ordinary raw']);
    expect(play('lock', [['ctrl+k', 0]])).toEqual(['ordinary lock']);
  });

  it('waits for no second press of a key that does not leave the mode', () => {
    expect(
      play('raw', [
        ['f6', 0],
        ['f6', 50],
      ]),
    ).toEqual(['command raw', 'command raw']);
  });

  it('does not take a clock that went backwards for a double press', () => {
    expect(
      play('raw', [
        ['ctrl+k', 1000],
        ['ctrl+k', 900],
      ]),
    ).toEqual(['command run', 'ordinary run']);
  });

  it('never sends a literal that was not pressed twice in a row', () => {
    const key = fc.constantFrom('ctrl+k', 'f4', 'a', 'ctrl+e');
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.nat(600))), (steps) => {
        let now = 0;
        const presses = steps.map(([name, wait]) => {
          now += wait;
          return [name, now] as const;
        });
        play('raw', presses).forEach((outcome, i) => {
          if (!outcome.startsWith('literal')) return;
          expect(presses[i - 1]?.[0]).toBe(presses[i]?.[0]);
        });
      }),
    );
  });
});
