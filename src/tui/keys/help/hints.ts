/** Hints in the status bar: keys and what they do right now, as many as fit. */

import { bindingsFor, type Keymap } from '../bindings/keymap.ts';
import type { CommandId } from '../command-ids.ts';
import type { InputContext } from '../conditions.ts';
import { keyLabel } from '../key-spelling.ts';
import type { KeyTable } from '../key-table.ts';

/** A key and a word for what it does; `command` makes the hint a target for the mouse. */
export type Hint = { readonly command: CommandId; readonly key: string; readonly word: string };

export type HintSpace = {
  readonly width: number;
  /** Separator of one cell between hints, from the glyph set. */
  readonly separator: string;
  /** Keys that the outer terminal keeps. Hints name another key of the command if it has one. */
  readonly kept: ReadonlySet<string>;
};

/** A hint before its key is known. */
type Entry = readonly [command: CommandId, word: string];

/** Returns the hints that fit, by importance: the least important are left out. */
export function hints(keymap: Keymap, table: KeyTable, input: InputContext, space: HintSpace): Hint[] {
  const shown: Hint[] = [];
  let used = 0;
  for (const [command, word] of entriesFor(table, input)) {
    const key = bestKey(keymap, table, command, input, space.kept);
    if (key === undefined) continue;
    const hint = { command, key: keyLabel(key), word };
    const cost = text(hint).length + (shown.length > 0 ? space.separator.length + 2 : 0);
    if (used + cost > space.width) break;
    used += cost;
    shown.push(hint);
  }
  return shown;
}

export function hintText(shown: readonly Hint[], separator: string): string {
  return shown.map(text).join(` ${separator} `);
}

/** Returns the first key of the command that arrives, else its first key: the user may have freed it. */
export function bestKey(
  keymap: Keymap,
  table: KeyTable,
  command: CommandId,
  input: InputContext,
  kept: ReadonlySet<string>,
): string | undefined {
  const keys = bindingsFor(keymap, table, command, input).map((binding) => binding.key);
  return keys.find((key) => !kept.has(key)) ?? keys[0];
}

function entriesFor(table: KeyTable, input: InputContext): readonly Entry[] {
  if (table === 'browse' && input.closed === true) return READING_CLOSED;
  if (table !== 'run') return ENTRIES[table];
  const watching = input.holder === 'me' ? undefined : entriesOfWatcher(input);
  if (watching !== undefined) return watching;
  if (input.running) return input.empty ? RUNNING : RUNNING_TYPED;
  if (input.empty) return IDLE_EMPTY;
  return input.atEnd ? TYPED : CURSOR_INSIDE;
}

/** Returns undefined where what is typed goes where it always goes. */
function entriesOfWatcher({ holder, empty, running }: InputContext): readonly Entry[] | undefined {
  if (holder !== 'other') return READ_ONLY;
  if (!empty) return running ? WATCHING_RUNNING_TYPED : WATCHING_TYPED;
  return running ? WATCHING_RUNNING : undefined;
}

const IDLE_EMPTY: readonly Entry[] = [
  ['mode.toggleRaw', 'raw'],
  ['mode.browse', 'browse'],
  ['help.open', 'help'],
  ['tab.new', 'new tab'],
  ['input.historySearch', 'history'],
];

const TYPED: readonly Entry[] = [
  ['input.submit', 'run'],
  ['mode.toggleRaw', 'raw'],
  ['input.dropIntoShell', 'complete'],
  ['input.newline', 'new line'],
  ['tab.new', 'new tab'],
];

/** Hints while text is to the right of the cursor: the smart keys edit then. */
const CURSOR_INSIDE: readonly Entry[] = [
  ['input.submit', 'run'],
  ['edit.killToEnd', 'cut to end'],
  ['edit.end', 'to end'],
  ['mode.toggleRaw', 'raw'],
  ['input.newline', 'new line'],
];

const RUNNING: readonly Entry[] = [
  ['mode.toggleRaw', 'raw'],
  ['input.interrupt', 'stop'],
  ['mode.browse', 'browse'],
  ['input.eof', 'end input'],
];

const RUNNING_TYPED: readonly Entry[] = [
  ['input.submit', 'send'],
  ['mode.toggleRaw', 'raw'],
  ['input.interrupt', 'clear'],
];

/** Hints while another client holds the terminal. The question whether to take it over comes after the key, and once. */
const WATCHING_TYPED: readonly Entry[] = [
  ['input.submit', 'run, asks first'],
  ['input.interrupt', 'clear'],
];

const WATCHING_RUNNING: readonly Entry[] = [
  ['mode.browse', 'browse'],
  ['input.interrupt', 'stop, asks first'],
  ['mode.toggleRaw', 'raw'],
];

const WATCHING_RUNNING_TYPED: readonly Entry[] = [
  ['input.submit', 'send, asks first'],
  ['input.interrupt', 'clear'],
];

/** Hints while nothing can be typed from here: the pty runs at another client, or the pane is only watched. */
const READ_ONLY: readonly Entry[] = [
  ['mode.browse', 'browse'],
  ['tab.new', 'new tab'],
  ['help.open', 'help'],
];

/** Hints while the blocks of a closed terminal are read. */
const READING_CLOSED: readonly Entry[] = [
  ['mode.run', 'back'],
  ['block.copyOutput', 'copy'],
  ['block.search', 'search'],
  ['block.openPager', 'pager'],
  ['help.open', 'help'],
];

const ENTRIES: Readonly<Record<Exclude<KeyTable, 'run'>, readonly Entry[]>> = {
  raw: [['mode.run', 'back to RUN']],
  lock: [['mode.unlock', 'unlock']],
  browse: [
    ['mode.run', 'run'],
    ['help.open', 'help'],
    ['block.toggleFold', 'fold'],
    ['block.copyOutput', 'copy'],
    ['select.lines', 'select'],
    ['block.search', 'search'],
    ['block.nextFailed', 'next failed'],
    ['block.rerun', 'run again'],
    ['palette.open', 'all commands'],
  ],
  select: [
    ['select.copy', 'copy'],
    ['select.characters', 'characters'],
    ['select.rectangle', 'rectangle'],
    ['select.openLink', 'open link'],
    ['mode.run', 'run'],
    ['select.leave', 'browse'],
    ['help.open', 'help'],
  ],
  page: [['dialog.cancel', 'close']],
  dialog: [
    ['dialog.accept', 'ok'],
    ['dialog.cancel', 'cancel'],
  ],
};

function text({ key, word }: Hint): string {
  return `${key} ${word}`;
}
