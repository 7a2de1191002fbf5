/** Names of terminals as tabs show them. */

import { cottyMeta } from '../protocol/common/meta.ts';
import { nameText } from '../protocol/common/name-text.ts';
import type { TerminalMeta } from '../protocol/cotty/cotty-meta.ts';
import { programName } from '../protocol/cotty/program-name.ts';
import { isNamed } from '../protocol/cotty/tab-names.ts';
import type { TerminalInfo } from '../protocol/terminal/state.ts';
import { hasFailed, statusOfCode } from '../review/exit-state.ts';
import { placeName } from './blocks/place.ts';
import { distinctNames, type Nameable } from './distinct-names.ts';
import { machineOf, onMachine } from './machine-name.ts';
import { type Split, splitOf } from './panes/split.ts';

/** Running time (ms) from which a command shows in its tab; shorter ones would only flicker. */
export const CLOCK_FROM = 1_000;

/** What terminals may be called by until somebody names them, as the setting `tabNames` says. */
export type NameSource = 'auto' | 'folder' | 'program' | 'both' | 'number';

/** The terminals that are shown beside each other, and how they are named. */
export type Naming = {
  readonly tabs: readonly TerminalInfo[];
  readonly settings: { readonly tabNames: NameSource };
  /** `home` is the home folder of the host's person. */
  readonly around: { readonly home?: string | undefined };
};

/**
 * Returns the name that a tab shows: the one it was given, else its folder or program, as the setting `tabNames` says. Tabs
 * that would show the same name get longer ones, so that they differ.
 */
/** `box:build` for a terminal of another machine. */
export function shownName(naming: Naming, tab: TerminalInfo, now: number): string {
  return namesAt(naming, now).get(tab.resource) ?? nameText(nameOf(naming, tab, now));
}

type Names = {
  readonly names: ReadonlyMap<string, string>;
  readonly settings: Naming['settings'];
  readonly home: string | undefined;
  /** The names are valid from `from` until before `until` (Unix ms), when a command will have run long enough to be named. */
  readonly from: number;
  readonly until: number;
};

/** The names of the tabs of a list, as long as nothing in them can have changed. */
const known = new WeakMap<Naming['tabs'], Names>();

function namesAt(naming: Naming, now: number): ReadonlyMap<string, string> {
  const { tabs, settings, around } = naming;
  const found = known.get(tabs);
  const holds = found?.settings === settings && found.home === around.home;
  if (found !== undefined && holds && now >= found.from && now < found.until) return found.names;
  const names = new Map<string, string>();
  for (const machine of new Set(tabs.map(machineOf))) {
    // A name needs to differ from others on its machine.
    const there = tabs.filter((tab) => machineOf(tab) === machine);
    const named = distinctNames(there.map((tab) => nameableOf(naming, tab, now)));
    for (const [at, { resource }] of there.entries())
      names.set(resource, onMachine(machine, named[at] ?? ''));
  }
  const until = Math.min(...tabs.map((tab) => namedFrom(tab)).filter((at) => at > now));
  known.set(tabs, { names, settings, home: around.home, from: now, until });
  return names;
}

function nameableOf(naming: Naming, tab: TerminalInfo, now: number): Nameable {
  const { running } = cottyMeta<TerminalMeta>(tab._meta);
  const named = isNamed(tab.title);
  const isProgram = !named && running !== undefined && now >= namedFrom(tab);
  return {
    name: nameText(nameOf(naming, tab, now)),
    folder: nameText(folderOf(naming, tab)),
    command: isProgram ? nameText(running.commandLine.trim().split('\n', 1)[0] ?? '') : undefined,
    number: named ? undefined : tab.title.slice(tab.title.indexOf(':') + 1),
  };
}

/** Returns the time (Unix ms) from which the running command may name the tab; infinite while none runs. */
function namedFrom({ _meta }: TerminalInfo): number {
  const { running } = cottyMeta<TerminalMeta>(_meta);
  return running === undefined ? Number.POSITIVE_INFINITY : running.timestamp + CLOCK_FROM;
}

function nameOf(
  { settings, around }: Pick<Naming, 'settings' | 'around'>,
  tab: TerminalInfo,
  now: number,
): string {
  const { tabNames } = settings;
  if (tabNames === 'number' || isNamed(tab.title)) return tab.title;
  const { cwd, running, foreground, shell, within, program: said } = cottyMeta<TerminalMeta>(tab._meta);
  const runs = running !== undefined && now - running.timestamp >= CLOCK_FROM;
  const program = runs ? programName({ running, foreground, within, program: said }) : undefined;
  const folder = cwd === undefined ? undefined : lastFolder(placeName(cwd, around.home));
  if (tabNames === 'program') return program ?? shell ?? tab.title;
  if (tabNames === 'folder') return folder ?? tab.title;
  if (tabNames === 'both' && program !== undefined && folder !== undefined) return `${program} ${folder}`;
  return program ?? folder ?? tab.title;
}

/** Returns the name that the tab of a terminal shows; `told` where there is no such tab. */
export function nameAt(naming: Naming, uri: string, told: string, now: number): string {
  const tab = naming.tabs.find(({ resource }) => resource === uri);
  return tab === undefined ? told : shownName(naming, tab, now);
}

/** Returns `src` of `~/app/src`; `~` and `/` stay. */
function lastFolder(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1) || path;
}

// Filters terminals by words in their names, programs and commands.

type FilterNaming = Naming & { readonly splits: readonly Split[] };

/**
 * Returns a test whether a terminal has all of the words in its name, folder, command, holder or the name of its panes, ignoring
 * case. `is:running`, `is:failed` and `is:idle` match its state.
 */
export function tabTest(naming: FilterNaming, words: string, now: number): (tab: TerminalInfo) => boolean {
  const wanted = words.toLowerCase().split(' ');
  return (tab) => {
    const text = textOf(naming, tab, now).toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
}

function textOf(naming: FilterNaming, tab: TerminalInfo, now: number): string {
  const { running, last, holder } = cottyMeta<TerminalMeta>(tab._meta);
  const failed = running === undefined && last !== undefined && hasFailed(statusOfCode(last.exitCode));
  return [
    shownName(naming, tab, now),
    tab.title,
    folderOf(naming, tab),
    (running ?? last)?.commandLine ?? '',
    holder?.name ?? '',
    splitOf(naming, tab.resource)?.name ?? '',
    running === undefined ? 'is:idle' : 'is:running',
    failed ? 'is:failed' : '',
  ].join('\n');
}

/** Returns the folder of a terminal with `~` for the home folder; empty if it is unknown. */
export function folderOf({ around }: Pick<Naming, 'around'>, tab: TerminalInfo): string {
  const { cwd } = cottyMeta<TerminalMeta>(tab._meta);
  return cwd === undefined ? '' : placeName(cwd, around.home);
}
