import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IDLE } from '../../../../src/client/commands/conditions.ts';
import { type Binding, keymapOf } from '../../../../src/client/commands/keymap.ts';
import { defaultBindings } from '../../../../src/client/commands/tmux-keys.ts';
import type { KeyToken } from '../../../../src/tui/input/token.ts';
import {
  DOUBLE_PRESS_MS,
  followers,
  press,
  REPEAT_MS,
  releasedAt,
  type Waiting,
} from '../../../../src/tui/keys/bindings/chords.ts';
import { followersText } from '../../../../src/tui/keys/help/hints.ts';
import type { Mode } from '../../../../src/tui/model/model.ts';

const CHOICES = { preset: 'default', ctrlE: 'smart', ctrlK: 'smart', lockKey: 'f12', keepF4: true } as const;
const OWN: readonly Binding[] = [
  { table: 'raw', key: 'f6', command: 'tab.next' },
  { table: 'raw', key: 'ctrl+x c', command: 'tab.new' },
  { table: 'run', key: 'ctrl+x c', command: 'tab.new' },
];
const plain = keymapOf([...OWN, ...defaultBindings(CHOICES)]);
const tmux = keymapOf(defaultBindings({ ...CHOICES, preset: 'tmux' }), 'ctrl+b');

function token(name: string): KeyToken {
  return { kind: 'key', name, raw: name };
}

/** Plays key presses the way the window does: a command that leaves, or a literal, moves the mode. */
function play(start: Mode, presses: readonly (readonly [key: string, now: number])[], keymap = plain) {
  let table: Mode = start;
  let waiting: Waiting | undefined;
  return presses.map(([name, now]) => {
    const pressed = press(waiting, { table, key: token(name), uri: 'one', now, chordTime: 1000 }, keymap);
    ({ waiting } = pressed);
    const { outcome } = pressed;
    if (outcome.kind === 'literal') table = outcome.mode ?? table;
    if (outcome.kind === 'command' && outcome.binding.command.startsWith('mode.')) table = 'run';
    return `${outcome.kind} ${outcome.kind === 'command' ? `${outcome.binding.command} ` : ''}${table}`;
  });
}

describe('a key that leaves RAW or LOCK', () => {
  it('leaves at the first press', () => {
    expect(play('raw', [['ctrl+k', 0]])).toEqual(['command mode.run run']);
  });

  it('is sent at the second press in time, and the mode is back', () => {
    const presses = [
      ['ctrl+k', 0],
      ['ctrl+k', DOUBLE_PRESS_MS],
    ] as const;
    expect(play('raw', presses)).toEqual(['command mode.run run', 'literal raw']);
  });

  it('is an ordinary key when the second press is late, or the clock went backwards', () => {
    for (const now of [DOUBLE_PRESS_MS + 1, -1]) {
      const presses = [
        ['ctrl+k', 0],
        ['ctrl+k', now],
      ] as const;
      expect(play('raw', presses)).toEqual(['command mode.run run', 'ordinary run']);
    }
  });

  it('is forgotten when another key comes between', () => {
    const presses = [
      ['ctrl+k', 0],
      ['y', 10],
      ['ctrl+k', 20],
    ] as const;
    expect(play('raw', presses)).toEqual(['command mode.run run', 'ordinary run', 'ordinary run']);
  });

  it('leaves again at a third quick press', () => {
    const presses = [
      ['ctrl+k', 0],
      ['ctrl+k', 100],
      ['ctrl+k', 200],
    ] as const;
    expect(play('raw', presses)).toEqual(['command mode.run run', 'literal raw', 'command mode.run run']);
  });

  it('is F4 where it is kept, and F12 in LOCK', () => {
    const twice = (key: string) =>
      [
        [key, 0],
        [key, 100],
      ] as const;
    expect(play('raw', twice('f4'))).toEqual(['command mode.run run', 'literal raw']);
    expect(play('lock', twice('f12'))).toEqual(['command mode.unlock run', 'literal lock']);
  });

  it('lets all other keys through', () => {
    expect(play('raw', [['ctrl+e', 0]])).toEqual(['ordinary raw']);
    expect(play('lock', [['ctrl+k', 0]])).toEqual(['ordinary lock']);
  });

  it('has no second press where it does not leave the mode', () => {
    const presses = [
      ['f6', 0],
      ['f6', 50],
    ] as const;
    expect(play('raw', presses)).toEqual(['command tab.next raw', 'command tab.next raw']);
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

describe('a chord', () => {
  it('waits for its second key, and runs what both are bound to', () => {
    for (const mode of ['run', 'raw'] as const) {
      const presses = [
        ['ctrl+x', 0],
        ['c', 1000],
      ] as const;
      expect(play(mode, presses)).toEqual([`waits ${mode}`, `command tab.new ${mode}`]);
    }
  });

  it('releases its first key at a key that is none of it, and when the time is over', () => {
    const press = (key: string, now: number) =>
      play('raw', [
        ['ctrl+x', 0],
        [key, now],
      ])[1];
    expect(press('y', 10)).toBe('released raw');
    expect(press('ctrl+x', 10)).toBe('released raw');
    expect(press('c', 1001)).toBe('released raw');
  });

  it('does not begin in LOCK, nor with a key that has waited', () => {
    expect(play('lock', [['ctrl+x', 0]])).toEqual(['ordinary lock']);
    const alone = {
      table: 'raw',
      key: token('ctrl+x'),
      uri: 'one',
      now: 0,
      chordTime: 1000,
      alone: true,
    } as const;
    expect(press(undefined, alone, plain).outcome.kind).toBe('ordinary');
  });

  it('is forgotten when another terminal has come to the front', () => {
    const { waiting } = press(
      undefined,
      { table: 'raw', key: token('ctrl+x'), uri: 'one', now: 0, chordTime: 1000 },
      plain,
    );
    const next = { table: 'raw', key: token('c'), uri: 'two', now: 1, chordTime: 1000 } as const;
    expect(press(waiting, next, plain).outcome.kind).toBe('ordinary');
  });

  it('gives way to a key alone that has a condition and stands before it', () => {
    const asked = { ...IDLE, asked: true };
    const pressed = { table: 'run', key: token('ctrl+x'), uri: 'one', now: 0, chordTime: 1000 } as const;
    const keymap = keymapOf(defaultBindings(CHOICES));
    expect(press(undefined, { ...pressed, input: asked }, keymap).outcome.kind).toBe('ordinary');
    expect(press(undefined, pressed, keymap).outcome.kind).toBe('waits');
    // Ctrl+X Ctrl+E edits the line, so a program that runs gets Ctrl+X at once.
    expect(press(undefined, { ...pressed, passes: true }, keymap).outcome.kind).toBe('ordinary');
  });
});

describe('a prefix', () => {
  it('waits without limit, in every mode but LOCK', () => {
    for (const mode of ['run', 'raw', 'browse', 'select'] as const) {
      const presses = [
        ['ctrl+b', 0],
        ['d', 86_400_000],
      ] as const;
      expect(play(mode, presses, tmux)).toEqual([`waits ${mode}`, `command app.detach ${mode}`]);
    }
    expect(play('lock', [['ctrl+b', 0]], tmux)).toEqual(['ordinary lock']);
    const { waiting } = press(
      undefined,
      { table: 'raw', key: token('ctrl+b'), uri: 'one', now: 0, chordTime: 1000 },
      tmux,
    );
    expect(releasedAt(waiting)).toBeUndefined();
  });

  it('is sent when it is pressed twice, and takes a key that nothing is bound to', () => {
    const second = (key: string) =>
      play(
        'raw',
        [
          ['ctrl+b', 0],
          [key, 10_000],
        ],
        tmux,
      )[1];
    expect(second('ctrl+b')).toBe('literal raw');
    expect(second('ö')).toBe('unbound raw');
  });

  it('need not be pressed again before a key that repeats', () => {
    const presses = [
      ['ctrl+b', 0],
      ['ctrl+left', 10],
      ['ctrl+left', 10 + REPEAT_MS],
      ['alt+up', 20 + REPEAT_MS],
      ['ctrl+left', 21 + 2 * REPEAT_MS],
      ['ctrl+b', 5000],
      ['left', 5001],
      ['c', 5002],
    ] as const;
    expect(play('raw', presses, tmux).map((each) => each.split(' ').slice(0, 2).join(' '))).toEqual([
      'waits raw',
      'command pane.resizeLeft',
      'command pane.resizeLeft',
      'command pane.resizeUp',
      'ordinary raw',
      'waits raw',
      'command pane.left',
      'ordinary raw',
    ]);
  });

  it('lists what can follow, as much as fits', () => {
    const { waiting } = press(
      undefined,
      { table: 'raw', key: token('ctrl+b'), uri: 'one', now: 0, chordTime: 1000 },
      tmux,
    );
    if (waiting === undefined) throw new Error('nothing waits');
    const found = followers(waiting, tmux, 'raw', IDLE);
    const text = (width: number) => followersText('Ctrl+B', found, { width, separator: '·' });
    expect(text(40)).toBe('Ctrl+B  c new tab · n next tab');
    expect(text(10)).toBe('Ctrl+B');
    expect(text(4000)).toContain('0…9 tab');
    for (let width = 6; width < 200; width++) expect(text(width).length).toBeLessThanOrEqual(width);
  });
});
