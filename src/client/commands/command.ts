/**
 * The record of a command: everything about it except its function. Help pages, the palette, default key
 * bindings, the hints of the status bar and the key lines of the configuration are derived from these records. The
 * functions are in `update/commands.ts`, which does not compile unless there is one for every record.
 */

import type { Condition } from './conditions.ts';
import type { KeyTable } from './key-table.ts';

/** Groups of commands, in the order of the help pages. */
export const GROUPS = [
  'Modes',
  'Tabs',
  'Input',
  'Editing',
  'Blocks',
  'Selecting',
  'Scrolling',
  'History',
  'Sharing',
  'cotty',
  'Dialogs',
  'Panes',
  'Comparing',
  'Replaying',
] as const;

export type Group = (typeof GROUPS)[number];

/** Additions of a key binding to its command. */
export type BindingExtras = {
  /** Number of the tab for `tab.select`; cells for a command that resizes. */
  readonly argument?: number;
  readonly when?: Condition;
  /** Description shown instead of the command's own, when the command does less under this condition. */
  readonly text?: string;
};

/** A default key by its name, as `keyName` writes it, with what the binding adds. */
export type DefaultKey = string | readonly [key: string, extras: BindingExtras];

/** Default keys by key table, the preferred one first. */
export type DefaultKeys = { readonly [Table in KeyTable]?: readonly DefaultKey[] };

/**
 * Situations in which the status bar shows hints. In RUN they depend on the line: `idle` is an empty line at a prompt,
 * `typed` a line with the cursor at its end, `inside` one with text behind the cursor; `running` and `runningTyped`
 * apply while a command runs. `watched…` apply while another client holds the terminal, `readOnly` where nothing can be
 * typed at all, `closed` while the blocks of a closed terminal are read, `historyField` in the field of
 * the history, and `lineSearch` in the list of Ctrl+R.
 */
export type HintMoment =
  | Exclude<KeyTable, 'run'>
  | 'historyField'
  | 'lineSearch'
  | 'idle'
  | 'typed'
  | 'inside'
  | 'running'
  | 'runningTyped'
  | 'watchedTyped'
  | 'watchedRunning'
  | 'watchedRunningTyped'
  | 'readOnly'
  | 'closed';

/** Place of the hint in the bar, 1 for the most important, and the word for what the key does there. */
export type CommandHint = readonly [rank: number, word: string];

export type Command = {
  readonly group: Group;
  /** Name in the palette: two or three words. */
  readonly title: string;
  /** One line for the help pages. */
  readonly help: string;
  /** Key tables in which the command may be bound. */
  readonly modes: readonly KeyTable[];
  readonly keys?: DefaultKeys;
  readonly hints?: { readonly [Moment in HintMoment]?: CommandHint };
  /** Words of other programs by which the palette finds the command too, the closest first. */
  readonly synonyms?: readonly string[];
  /** Whether the command changes the terminal or types into it: it is refused at a closed terminal. */
  readonly changes?: true;
  /** Whether the command makes sense only as a key: the palette does not list it. */
  readonly keyOnly?: boolean;
  /** Word for the command where a bar lists many keys, if it is not the title: one or two short ones. */
  readonly word?: string;
};

/** What all commands of a group have in common, unless an entry says otherwise. */
type Common = Pick<Command, 'group' | 'modes' | 'keyOnly'>;

type Entry = Omit<Command, 'group' | 'modes'> & Partial<Pick<Command, 'modes'>>;

/** Returns the records of a group by the ids of their commands. */
export function commandsOf<Id extends string>(
  common: Common,
  entries: Readonly<Record<Id, Entry>>,
): Readonly<Record<Id, Command>> {
  const records = Object.entries<Entry>(entries).map(([id, entry]) => [id, { ...common, ...entry }]);
  return Object.fromEntries(records) as Record<Id, Command>;
}

export const RUN_OR_BROWSE: readonly KeyTable[] = ['run', 'browse'];

export const ANY_MODE: readonly KeyTable[] = ['run', 'raw', 'lock', 'browse'];

export const EVERY_MODE: readonly KeyTable[] = [...ANY_MODE, 'select'];

/** Modes in which the prefix key of the tmux preset is active. */
export const PREFIXED: readonly KeyTable[] = ['run', 'raw', 'browse', 'select'];

/** Modes for reading: no key goes to a program. */
export const BROWSING: readonly KeyTable[] = ['browse', 'select'];

export const SEARCHING: readonly KeyTable[] = ['run', ...BROWSING];

/** The line of RUN and the input field of a dialog. */
export const TYPING: readonly KeyTable[] = ['run', 'dialog'];

/** A page or dialog may be longer than the window, so it can be paged as well. */
export const PAGED: readonly KeyTable[] = ['run', 'browse', 'page', 'history', 'dialog', 'raw'];

export const DIALOG: readonly KeyTable[] = ['page', 'history', 'dialog'];

/** List and field of the history. */
export const HISTORY: readonly KeyTable[] = ['history', 'dialog'];

/** A page can be opened from every mode and from another page. */
export const OPEN_OR_PAGE: readonly KeyTable[] = [...EVERY_MODE, 'page', 'history'];

/** Description of `mode.toggleRaw` in key tables where it can only enter RAW. */
export const TO_RAW = { text: 'Go to RAW' } as const satisfies BindingExtras;

/** The digits 1 to 9 with an optional modifier prefix, each with the tab of its number. */
export function tabNumbers(prefix: string): DefaultKey[] {
  return Array.from({ length: 9 }, (_, n) => [`${prefix}${n + 1}`, { argument: n + 1 }]);
}
