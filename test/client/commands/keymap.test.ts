import { describe, expect, it } from 'vitest';
import { COMMAND_IDS, COMMANDS } from '../../../src/client/commands/commands.ts';
import { CONDITIONS, IDLE, type InputContext, overlap } from '../../../src/client/commands/conditions.ts';
import {
  PRESETS,
  type Preset,
  type SmartKey,
  type SwitchChoices,
} from '../../../src/client/commands/default-bindings.ts';
import { keyLabel, readKey } from '../../../src/client/commands/key-labels.ts';
import { bindingFor, bindingsFor, keymapOf } from '../../../src/client/commands/keymap.ts';
import { defaultBindings } from '../../../src/client/commands/tmux-keys.ts';
import { keptKeys, type Outer } from '../../../src/tui/keys/outer-keys.ts';

const PRESET_NAMES: readonly Preset[] = ['default', 'tmux', 'screen', 'zellij', 'safe'];
const SMART: readonly SmartKey[] = ['smart', 'always', 'off'];
const DEFAULTS: SwitchChoices = {
  preset: 'default',
  ctrlE: 'smart',
  ctrlK: 'smart',
  lockKey: 'f12',
  keepF4: false,
};

const INSIDE: InputContext = { ...IDLE, empty: false, atEnd: false, atStart: false };
const AT_END: InputContext = { ...IDLE, empty: false, atEnd: true, atStart: false };

const ALL_CHOICES = PRESET_NAMES.flatMap((preset) =>
  SMART.flatMap((ctrlE) =>
    SMART.flatMap((ctrlK) =>
      [false, true].map((keepF4) => ({ preset, ctrlE, ctrlK, lockKey: 'f12', keepF4 })),
    ),
  ),
);

function commandAt(
  choices: Partial<SwitchChoices>,
  table: 'run' | 'raw' | 'browse',
  key: string,
  input: InputContext,
) {
  return bindingFor(keymapOf(defaultBindings({ ...DEFAULTS, ...choices })), table, key, input)?.command;
}

describe('defaultBindings', () => {
  it.each(ALL_CHOICES)(
    'spells every key as the input tokens do and stays in each command’s key tables: %j',
    (choices) => {
      for (const { key, table, command } of defaultBindings(choices)) {
        expect(readKey(key)).toBe(key);
        expect([command, COMMANDS[command].modes]).toEqual([command, expect.arrayContaining([table])]);
      }
    },
  );

  it.each(ALL_CHOICES)('binds no key twice for the same moment: %j', (choices) => {
    const bindings = defaultBindings(choices);
    const clashes = bindings.filter((one, i) =>
      bindings.some(
        (other, j) =>
          j < i && other.table === one.table && other.key === one.key && overlap(other.when, one.when),
      ),
    );
    expect(clashes).toEqual([]);
  });

  it.each(ALL_CHOICES)(
    'keeps one key in RAW and two that scroll, F4 besides in VS Code, those of panes where there are some, two while another terminal waits, and F12 in LOCK: %j',
    (choices) => {
      const bindings = defaultBindings(choices);
      const raw = bindings
        .filter(({ table, when, key }) => table === 'raw' && when !== 'side-by-side' && !key.includes(' '))
        .filter(({ when, key }) => when !== 'waiting' || !['alt+a', 'f12'].includes(key))
        .map(({ key }) => key);
      const switches = choices.preset === 'tmux' ? [] : [PRESETS[choices.preset]];
      const back = choices.keepF4 ? [...switches, 'f4'] : switches;
      expect(raw).toEqual([...back, 'shift+pageup', 'shift+pagedown']);
      expect(bindings.filter(({ table }) => table === 'lock').map(({ key }) => key)).toEqual(['f12']);
    },
  );

  it('makes Ctrl+E open a tab on an empty line only, and Ctrl+K edit only where there is text to the right', () => {
    expect(commandAt({}, 'run', 'ctrl+e', IDLE)).toBe('tab.new');
    expect(commandAt({}, 'run', 'ctrl+e', AT_END)).toBe('edit.end');
    expect(commandAt({}, 'run', 'ctrl+e', INSIDE)).toBe('edit.end');
    expect(commandAt({}, 'run', 'ctrl+k', AT_END)).toBe('mode.toggleRaw');
    expect(commandAt({}, 'run', 'ctrl+k', INSIDE)).toBe('edit.killToEnd');
  });

  it('makes them switch always, or edit only, when so set', () => {
    expect(commandAt({ ctrlE: 'always' }, 'run', 'ctrl+e', INSIDE)).toBe('tab.new');
    expect(commandAt({ ctrlE: 'off' }, 'run', 'ctrl+e', AT_END)).toBe('edit.end');
    expect(commandAt({ ctrlK: 'always' }, 'run', 'ctrl+k', INSIDE)).toBe('mode.toggleRaw');
    expect(commandAt({ ctrlK: 'off' }, 'run', 'ctrl+k', AT_END)).toBe('edit.killToEnd');
  });

  it('moves the switch to the key of the preset and lets that key edit where it can', () => {
    expect(commandAt({ preset: 'screen' }, 'run', 'ctrl+a', IDLE)).toBe('mode.toggleRaw');
    expect(commandAt({ preset: 'screen' }, 'run', 'ctrl+a', INSIDE)).toBe('edit.home');
    expect(commandAt({ preset: 'tmux' }, 'run', 'ctrl+b', IDLE)).toBe('edit.left');
    expect(commandAt({ preset: 'tmux' }, 'raw', 'ctrl+b enter', IDLE)).toBe('mode.run');
    expect(commandAt({ preset: 'tmux', prefix: 'ctrl+a' }, 'run', 'ctrl+a enter', IDLE)).toBe(
      'mode.toggleRaw',
    );
    expect(commandAt({ preset: 'tmux' }, 'run', 'ctrl+k', AT_END)).toBe('edit.killToEnd');
    expect(commandAt({ preset: 'tmux' }, 'raw', 'ctrl+k', IDLE)).toBeUndefined();
  });

  it('lets Ctrl+D and Ctrl+Z depend on what is there', () => {
    expect(commandAt({}, 'run', 'ctrl+d', IDLE)).toBe('input.eof');
    expect(commandAt({}, 'run', 'ctrl+d', AT_END)).toBe('edit.deleteRight');
    expect(commandAt({}, 'run', 'ctrl+z', IDLE)).toBe('app.suspend');
    expect(commandAt({}, 'run', 'ctrl+z', { ...IDLE, running: true })).toBe('input.suspendJob');
  });

  it('lets a question mark be typed to a running program', () => {
    expect(commandAt({}, 'run', '?', IDLE)).toBe('help.open');
    expect(commandAt({}, 'run', '?', { ...IDLE, running: true })).toBeUndefined();
    expect(commandAt({}, 'run', '?', AT_END)).toBeUndefined();
  });

  it('has the keys of emacs in SELECT where they are wanted, spelt as the input tokens do', () => {
    const bindings = defaultBindings({ ...DEFAULTS, selectKeys: 'emacs' });
    const own = bindings.filter(({ table }) => table === 'select');
    for (const { key } of own) expect(readKey(keyLabel(key))).toBe(key);
    const command = (key: string) => own.find((binding) => binding.key === key)?.command;
    expect(['ctrl+space', 'alt+w', 'ctrl+s', 'alt+R', 'ctrl+v'].map(command)).toEqual([
      'select.characters',
      'select.copy',
      'block.search',
      'select.viewTop',
      'select.pageDown',
    ]);
  });

  it('binds only conditional plain characters where text is typed', () => {
    const typing = defaultBindings(DEFAULTS).filter(({ table }) => table === 'run' || table === 'dialog');
    expect(typing.filter(({ key, when }) => [...key].length === 1 && when === undefined)).toEqual([]);
  });
});

describe('bindingsFor', () => {
  const keymap = keymapOf(defaultBindings(DEFAULTS));

  it('lists the keys of a command, best first', () => {
    expect(bindingsFor(keymap, 'run', 'tab.new').map(({ key }) => key)).toEqual(['ctrl+e', 'f2']);
  });

  it('leaves out keys that would do something else right now', () => {
    expect(bindingsFor(keymap, 'run', 'tab.new', INSIDE).map(({ key }) => key)).toEqual(['f2']);
  });

  it.each<Outer>(['vscode', 'vscode-mac', 'gnome', 'ghostty', 'other'])(
    'reaches everything the palette lists even in %s',
    (outer) => {
      const kept = keptKeys(outer);
      const arrives = (table: 'run' | 'browse', command: (typeof COMMAND_IDS)[number]) =>
        bindingsFor(keymap, table, command).some(({ key }) => !kept.has(key));
      expect(arrives('run', 'palette.open') && arrives('browse', 'palette.open')).toBe(true);
      for (const command of COMMAND_IDS.filter((id) => COMMANDS[id].keyOnly === true)) {
        const tables = (['run', 'browse'] as const).filter(
          (table) => bindingsFor(keymap, table, command).length > 0,
        );
        const reached = tables.length === 0 || tables.some((table) => arrives(table, command));
        expect([command, reached]).toEqual([command, true]);
      }
    },
  );
});

describe('overlap', () => {
  it('tells conditions that exclude each other', () => {
    expect(overlap('input-at-end', 'text-to-the-right')).toBe(false);
    expect(overlap('input-empty', 'input-not-empty')).toBe(false);
    expect(overlap('command-running', 'prompt-empty')).toBe(false);
    expect(overlap('input-empty', 'input-at-end')).toBe(true);
    expect(overlap(undefined, 'idle')).toBe(true);
  });

  it('finds every condition possible at some moment', () => {
    for (const condition of Object.keys(CONDITIONS)) {
      expect(overlap(condition as keyof typeof CONDITIONS, undefined)).toBe(true);
    }
  });
});
