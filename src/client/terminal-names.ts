/** Names of terminals as windows and pages show them, and filters over their lists. */

import { cottyMeta } from '../protocol/common/meta.ts';
import { nameText } from '../protocol/common/name-text.ts';
import type { TerminalMeta } from '../protocol/cotty/cotty-meta.ts';
import {
  fullName,
  type NamedTerminal,
  type ReadTerminal,
  readTerminal,
} from '../protocol/cotty/terminal-names.ts';
import type { TerminalInfo } from '../protocol/terminal/state.ts';
import { hasFailed, statusOfCode } from '../review/exit-state.ts';
import { placeName } from './blocks/place.ts';
import { type Split, splitOf } from './panes/split.ts';

/** Running time (ms) from which the clock of a command is shown; that of shorter ones would only flicker. */
export const CLOCK_FROM = 1_000;

/** The name that the host has given: `proj`, `box:proj` for a terminal of another machine. */
export function shownName(terminal: NamedTerminal): string {
  return nameText(fullName(terminal));
}

/** Returns the name of a terminal of the list; `told` where there is no such terminal. */
export function nameAt(terminals: readonly TerminalInfo[], uri: string, told = 'the terminal'): string {
  const terminal = terminals.find(({ resource }) => resource === uri);
  return terminal === undefined ? told : shownName(terminal);
}

/** Finds the tab that somebody names; the beginning of its name is enough, as in tmux. */
export function tabNamed<T extends NamedTerminal>(tabs: readonly T[], name: string): ReadTerminal<T> {
  const read = readTerminal(tabs, name);
  if (read.ok || read.found.length > 0) return read;
  const terminal = tabs.find((tab) => shownName(tab).startsWith(name));
  return terminal === undefined ? read : { ok: true, terminal };
}

/** `home` is the home folder of the host's person. */
type Around = { readonly around: { readonly home?: string | undefined } };

// Filters terminals by words in their names, programs and commands.

type Filtered = Around & { readonly splits: readonly Split[] };

/**
 * Returns a test whether a terminal has all of the words in its name, folder, command, holder or the name of its panes, ignoring
 * case. `is:running`, `is:failed` and `is:idle` match its state.
 */
export function tabTest(filtered: Filtered, words: string): (tab: TerminalInfo) => boolean {
  const wanted = words.toLowerCase().split(' ');
  return (tab) => {
    const text = textOf(filtered, tab).toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
}

function textOf(filtered: Filtered, tab: TerminalInfo): string {
  const { running, last, holder } = cottyMeta<TerminalMeta>(tab._meta);
  const failed = running === undefined && last !== undefined && hasFailed(statusOfCode(last.exitCode));
  return [
    shownName(tab),
    folderOf(filtered, tab),
    (running ?? last)?.commandLine ?? '',
    holder?.name ?? '',
    splitOf(filtered, tab.resource)?.name ?? '',
    running === undefined ? 'is:idle' : 'is:running',
    failed ? 'is:failed' : '',
  ].join('\n');
}

/** Returns the folder of a terminal with `~` for the home folder; empty if it is unknown. */
export function folderOf({ around }: Around, tab: TerminalInfo): string {
  const { cwd } = cottyMeta<TerminalMeta>(tab._meta);
  return cwd === undefined ? '' : placeName(cwd, around.home);
}
