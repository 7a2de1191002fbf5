/**
 * The default bindings: the keys in the records of the commands, and those that depend on preset and settings: the key that
 * enters and leaves RAW, and the two smart keys Ctrl+E and Ctrl+K.
 */

import { type BindingExtras, type DefaultKey, TO_RAW } from './command.ts';
import { COMMAND_IDS, COMMANDS, type CommandId } from './commands.ts';
import { KEY_TABLES, type KeyTable } from './key-table.ts';
import { type Binding, keyId } from './keymap.ts';

/** One row of a key table; the table itself is given beside it. */
export type BindingRow = readonly [key: string, command: CommandId, more?: BindingExtras];

export function bindingsOf(table: KeyTable, rows: readonly BindingRow[]): Binding[] {
  return rows.map(([key, command, more]) => ({ table, key, command, ...more }));
}

/**
 * The key of each preset, taken from the prefix keys of other multiplexers. It enters and leaves RAW; for tmux it is a
 * prefix.
 */
export const PRESETS = {
  default: 'ctrl+k',
  tmux: 'ctrl+b',
  screen: 'ctrl+a',
  zellij: 'ctrl+g',
  safe: 'ctrl+]',
} as const;

export type Preset = keyof typeof PRESETS;

/**
 * `smart`: the key edits if there is something to edit, else it runs its command; `always`: only the command; `off`: only
 * edits.
 */
export type SmartKey = 'smart' | 'always' | 'off';

export type SwitchChoices = {
  readonly preset: Preset;
  readonly ctrlE: SmartKey;
  readonly ctrlK: SmartKey;
  /** The key that leaves LOCK, as `readKey` returns it. */
  readonly lockKey: string;
  /** The prefix of the tmux preset, as `readKey` returns it; by default that of tmux. */
  readonly prefix?: string;
  /** The keys of SELECT: those of tmux's copy mode with vi keys, or with emacs keys. */
  readonly selectKeys?: 'vi' | 'emacs';
  /** Reserves F4 in RAW too, for VS Code's terminal, where Ctrl+K may not arrive. */
  readonly keepF4: boolean;
};

/** In RAW these keys scroll, as in other terminals, unless a full-screen program runs, which then gets them. */
const RAW_SCROLL_ROWS: readonly BindingRow[] = [
  ['shift+pageup', 'scroll.pageUp', { when: 'screen-scrolls' }],
  ['shift+pagedown', 'scroll.pageDown', { when: 'screen-scrolls' }],
];

function switchBindings(choices: SwitchChoices, prefixed: readonly Binding[]): Binding[] {
  const prefix = prefixOf(choices);
  const key = PRESETS[choices.preset];
  const raw: BindingRow[] = prefix === undefined ? [[key, 'mode.run']] : [];
  if (choices.keepF4) raw.push(['f4', 'mode.run']);
  return [
    ...prefixed,
    ...bindingsOf('select', selectRows(choices)),
    ...bindingsOf('run', [...newTabRows(choices.ctrlE), ...toggleRows(choices)]),
    ...bindingsOf('raw', [...raw, ...RAW_SCROLL_ROWS]),
    ...bindingsOf('lock', [[choices.lockKey, 'mode.unlock']]),
    ...bindingsOf('browse', [
      ['ctrl+e', 'tab.new'],
      ...(prefix === undefined ? [[key, 'mode.toggleRaw', TO_RAW] as const] : []),
    ]),
  ];
}

/** Returns the prefix key, which only the tmux preset has. */
export function prefixOf({ preset, prefix = PRESETS.tmux }: Pick<SwitchChoices, 'preset' | 'prefix'>) {
  return preset === 'tmux' ? prefix : undefined;
}

/** Keys of tmux's copy mode with vi keys that differ from those of SELECT. */
const TMUX_SELECT_ROWS: readonly BindingRow[] = [
  ['v', 'select.characters'],
  ['o', 'select.otherEnd'],
  ['O', 'select.openLink'],
  ['?', 'block.search'],
  ['escape', 'select.clear'],
];

/** Keys of tmux's copy mode with emacs keys. They replace the vi keys of the same name; other vi keys stay. */
const EMACS_SELECT_ROWS: readonly BindingRow[] = [
  ['ctrl+space', 'select.characters'],
  ['alt+w', 'select.copy'],
  ['ctrl+w', 'select.copy'],
  ['R', 'select.rectangle'],
  ['escape', 'select.leave'],
  ['ctrl+s', 'block.search'],
  ['ctrl+r', 'block.search'],
  ['ctrl+b', 'select.left'],
  ['ctrl+f', 'select.right'],
  ['ctrl+n', 'select.down'],
  ['ctrl+p', 'select.up'],
  ['alt+f', 'select.wordEnd'],
  ['alt+b', 'select.wordPrevious'],
  ['ctrl+a', 'select.rowStart'],
  ['ctrl+e', 'select.rowEnd'],
  ['alt+m', 'select.textStart'],
  ['alt+<', 'select.first'],
  ['alt+>', 'select.last'],
  ['alt+R', 'select.viewTop'],
  ['alt+r', 'select.viewMiddle'],
  ['ctrl+v', 'select.pageDown'],
  ['space', 'select.pageDown'],
  ['alt+v', 'select.pageUp'],
];

function selectRows({ preset, selectKeys }: SwitchChoices): readonly BindingRow[] {
  if (selectKeys === 'emacs') return EMACS_SELECT_ROWS;
  return preset === 'tmux' ? TMUX_SELECT_ROWS : [];
}

function newTabRows(choice: SmartKey): BindingRow[] {
  if (choice === 'off') return [['ctrl+e', 'edit.end']];
  if (choice === 'always') return [['ctrl+e', 'tab.new']];
  return [
    ['ctrl+e', 'tab.new', { when: 'input-empty' }],
    ['ctrl+e', 'edit.end', { when: 'input-not-empty' }],
  ];
}

/** Bindings of the keys that enter RAW. With another preset than the default, Ctrl+K only edits. */
function toggleRows({ preset, ctrlK }: SwitchChoices): BindingRow[] {
  if (preset === 'tmux') return [['ctrl+k', 'edit.killToEnd']];
  if (preset !== 'default') return [['ctrl+k', 'edit.killToEnd'], ...presetRows(preset)];
  if (ctrlK === 'off') return [['ctrl+k', 'edit.killToEnd']];
  if (ctrlK === 'always') return [['ctrl+k', 'mode.toggleRaw', TO_RAW]];
  return [
    ['ctrl+k', 'mode.toggleRaw', { when: 'input-at-end', ...TO_RAW }],
    ['ctrl+k', 'edit.killToEnd', { when: 'text-to-the-right' }],
  ];
}

/** Bindings of a preset's key. Ctrl+A also edits, so it switches only where editing would do nothing. */
function presetRows(preset: Exclude<Preset, 'default' | 'tmux'>): BindingRow[] {
  const key = PRESETS[preset];
  if (preset === 'zellij' || preset === 'safe') return [[key, 'mode.toggleRaw', TO_RAW]];
  return [
    [key, 'mode.toggleRaw', { when: 'input-at-start', ...TO_RAW }],
    [key, 'edit.home', { when: 'text-to-the-left' }],
  ];
}

/**
 * Returns the bindings without the user's own key lines. The preset's key replaces its binding in the tables, as do the keys after a
 * prefix (`tmux-keys.ts`).
 */
export function bindingsBehind(prefixed: readonly Binding[], choices: SwitchChoices): Binding[] {
  const switches = switchBindings(choices, prefixed);
  const taken = new Set(switches.map(keyId));
  const own = KEY_TABLES.flatMap((table) => bindingsOf(table, rowsOf(table)));
  return [...switches, ...own.filter((binding) => !taken.has(keyId(binding)))];
}

/** Returns the default keys of all commands in a key table, in the order of the commands; chords go after single keys. */
function rowsOf(table: KeyTable): BindingRow[] {
  const rows = COMMAND_IDS.flatMap((command) =>
    (COMMANDS[command].keys?.[table] ?? []).map((key) => rowOf(command, key)),
  );
  const isChord = ([key]: BindingRow) => key.includes(' ');
  return [...rows.filter((row) => !isChord(row)), ...rows.filter(isChord)];
}

function rowOf(command: CommandId, key: DefaultKey): BindingRow {
  return typeof key === 'string' ? [key, command] : [key[0], command, key[1]];
}
