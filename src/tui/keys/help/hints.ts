/** Hints in the status bar: keys and what they do right now, as many as fit. */

import type { HintMoment } from '../../../client/commands/command.ts';
import { COMMAND_IDS, COMMANDS, type CommandId } from '../../../client/commands/commands.ts';
import type { InputContext } from '../../../client/commands/conditions.ts';
import { keyLabel } from '../../../client/commands/key-labels.ts';
import type { KeyTable } from '../../../client/commands/key-table.ts';
import { type Binding, bindingsFor, type Keymap } from '../../../client/commands/keymap.ts';
import { textWidth } from '../../../screen/cells/text-width.ts';

/** A key and a word for its effect; `command` makes the hint a target for the mouse. */
export type Hint = { readonly command: CommandId; readonly key: string; readonly word: string };

export type HintSpace = {
  readonly width: number;
  /** Separator of one cell between hints, from the glyph set. */
  readonly separator: string;
  /** Keys that the outer terminal keeps. Hints name another key of the command if it has one. */
  readonly kept: ReadonlySet<string>;
  /** A command whose hint, where it has one, is left out last. */
  readonly keep?: CommandId;
};

/** A hint before its key is known. */
type Entry = { readonly command: CommandId; readonly rank: number; readonly word: string };

/** Returns the hints that fit, by importance: the least important are left out. */
export function hints(keymap: Keymap, table: KeyTable, input: InputContext, space: HintSpace): Hint[] {
  const all = entriesFor(momentOf(table, input)).flatMap(({ command, word }): Hint[] => {
    const key = bestKey(keymap, table, command, input, space.kept);
    return key === undefined ? [] : [{ command, key: keyLabel(key), word }];
  });
  const whole = within(all, space);
  const kept = all.find(({ command }) => command === space.keep);
  if (kept === undefined || whole.includes(kept)) return whole;
  if (text(kept).length > space.width) return whole;
  const width = space.width - text(kept).length - space.separator.length - 2;
  return [...within(all, { ...space, width }), kept];
}

/** Returns the hints from the first one on that fit. */
function within(all: readonly Hint[], { width, separator }: HintSpace): Hint[] {
  let used = -separator.length - 2;
  const end = all.findIndex((hint) => {
    used += text(hint).length + separator.length + 2;
    return used > width;
  });
  return all.slice(0, end < 0 ? all.length : end);
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

function momentOf(table: KeyTable, input: InputContext): HintMoment {
  if (table === 'browse' && input.closed === true) return 'closed';
  if (table === 'dialog' && input.inHistory === true) return 'historyField';
  if (table === 'dialog' && input.searchesLine === true) return 'lineSearch';
  if (table !== 'run') return table;
  const watched = input.holder === 'me' ? undefined : momentOfWatcher(input);
  if (watched !== undefined) return watched;
  if (input.running) return input.empty ? 'running' : 'runningTyped';
  if (input.empty) return 'idle';
  return input.atEnd ? 'typed' : 'inside';
}

/** Returns undefined where typed text goes where it always goes: another client holds a terminal that is at its prompt. */
function momentOfWatcher({ holder, empty, running }: InputContext): HintMoment | undefined {
  if (holder !== 'other') return 'readOnly';
  if (!empty) return running ? 'watchedRunningTyped' : 'watchedTyped';
  return running ? 'watchedRunning' : undefined;
}

/** Returns the commands that have a hint in a situation, the most important first. */
function entriesOf(moment: HintMoment): readonly Entry[] {
  return COMMAND_IDS.flatMap((command) => {
    const hint = COMMANDS[command].hints?.[moment];
    return hint === undefined ? [] : [{ command, rank: hint[0], word: hint[1] }];
  }).toSorted((a, b) => a.rank - b.rank);
}

const ENTRIES = new Map<HintMoment, readonly Entry[]>();

/** The bar is drawn with every frame, so the entries of a situation are sorted once. */
function entriesFor(moment: HintMoment): readonly Entry[] {
  const known = ENTRIES.get(moment) ?? entriesOf(moment);
  ENTRIES.set(moment, known);
  return known;
}

function text({ key, word }: Hint): string {
  return `${key} ${word}`;
}

// What can follow the first key of a chord.

/** Returns `Ctrl+B  c new tab · n next tab`: bindings of two keys by their second one, as many as fit. */
export function followersText(
  first: string,
  bindings: readonly Binding[],
  { width, separator }: Pick<HintSpace, 'width' | 'separator'>,
): string {
  const words = new Map<string, string[]>();
  for (const { key, command } of bindings) {
    const second = keyLabel(key.slice(key.indexOf(' ') + 1));
    const word = COMMANDS[command].word ?? COMMANDS[command].title.toLowerCase();
    words.set(word, [...(words.get(word) ?? []), second]);
  }
  let line = first;
  for (const [word, keys] of words) {
    const next = `${line}${line === first ? '  ' : ` ${separator} `}${keysText(keys)} ${word}`;
    if (textWidth(next) > width) return line;
    line = next;
  }
  return line;
}

/** Ten digits for ten tabs are one range. */
function keysText(keys: readonly string[]): string {
  const isDigits = keys.length > 2 && keys.every((key) => /^\d$/.test(key));
  return isDigits ? `${keys.toSorted()[0]}…${keys.toSorted().at(-1)}` : keys.join(' ');
}
