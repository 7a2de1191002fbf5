/** Names of terminals as tabs show them. */

import { hasFailed, statusOfCode } from '../../../client/blocks/exit-state.ts';
import { placeName } from '../../../client/blocks/place.ts';
import { splitOf } from '../../../client/panes/split.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import { nameText } from '../../../protocol/common/name-text.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import { programName } from '../../../protocol/cotty/program-name.ts';
import { isNamed } from '../../../protocol/cotty/tab-names.ts';
import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import type { Model } from '../model.ts';
import { distinctNames, type Nameable } from './distinct-names.ts';

/** Running time (ms) from which a command shows in its tab; shorter ones would only flicker. */
export const CLOCK_FROM = 1_000;

/**
 * Returns the name that a tab shows: the one it was given, else its folder or program, as the setting `tabNames` says. Tabs
 * that would show the same name get longer ones, so that they differ.
 */
export function shownName(model: NameModel, tab: TerminalInfo, now: number): string {
  return namesAt(model, now).get(tab.resource) ?? nameText(nameOf(model, tab, now));
}

type Names = {
  readonly names: ReadonlyMap<string, string>;
  readonly settings: Model['settings'];
  readonly home: string | undefined;
  /** The names are valid from `from` until before `until` (Unix ms), when a command will have run long enough to be named. */
  readonly from: number;
  readonly until: number;
};

/** Cached names by the list of tabs. */
const known = new WeakMap<Model['tabs'], Names>();

function namesAt(model: NameModel, now: number): ReadonlyMap<string, string> {
  const { tabs, settings, around } = model;
  const found = known.get(tabs);
  const holds = found?.settings === settings && found.home === around.home;
  if (found !== undefined && holds && now >= found.from && now < found.until) return found.names;
  const named = distinctNames(tabs.map((tab) => nameableOf(model, tab, now)));
  const names = new Map(tabs.map(({ resource }, at) => [resource, named[at] ?? '']));
  const until = Math.min(...tabs.map((tab) => namedFrom(tab)).filter((at) => at > now));
  known.set(tabs, { names, settings, home: around.home, from: now, until });
  return names;
}

function nameableOf(model: NameModel, tab: TerminalInfo, now: number): Nameable {
  const { running } = cottyMeta<TerminalMeta>(tab._meta);
  const named = isNamed(tab.title);
  const isProgram = !named && running !== undefined && now >= namedFrom(tab);
  return {
    name: nameText(nameOf(model, tab, now)),
    folder: nameText(folderOf(model, tab)),
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
  { settings, around }: Pick<Model, 'settings' | 'around'>,
  tab: TerminalInfo,
  now: number,
): string {
  const { tabNames } = settings;
  if (tabNames === 'number' || isNamed(tab.title)) return tab.title;
  const { cwd, running, foreground, shell, within } = cottyMeta<TerminalMeta>(tab._meta);
  const runs = running !== undefined && now - running.timestamp >= CLOCK_FROM;
  const program = runs ? programName({ running, foreground, within }) : undefined;
  const folder = cwd === undefined ? undefined : lastFolder(placeName(cwd, around.home));
  if (tabNames === 'program') return program ?? shell ?? tab.title;
  if (tabNames === 'folder') return folder ?? tab.title;
  if (tabNames === 'both' && program !== undefined && folder !== undefined) return `${program} ${folder}`;
  return program ?? folder ?? tab.title;
}

/** Returns the name that the tab of a terminal shows; `told` if there is no such tab. */
export function nameAt(model: NameModel, uri: string, told: string, now: number): string {
  const tab = model.tabs.find(({ resource }) => resource === uri);
  return tab === undefined ? told : shownName(model, tab, now);
}

type NameModel = Pick<Model, 'settings' | 'around' | 'tabs'>;

/** Returns `src` of `~/app/src`; `~` and `/` stay. */
function lastFolder(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1) || path;
}

// Filters terminals by words in their names, programs and commands.

/**
 * Returns a test whether a terminal has all of the words in its name, folder, command, holder or the name of its panes, ignoring
 * case. `is:running`, `is:failed` and `is:idle` match its state.
 */
export function tabTest(model: Model, words: string, now: number): (tab: TerminalInfo) => boolean {
  const wanted = words.toLowerCase().split(' ');
  return (tab) => {
    const text = textOf(model, tab, now).toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
}

function textOf(model: Model, tab: TerminalInfo, now: number): string {
  const { running, last, holder } = cottyMeta<TerminalMeta>(tab._meta);
  const failed = running === undefined && last !== undefined && hasFailed(statusOfCode(last.exitCode));
  return [
    shownName(model, tab, now),
    tab.title,
    folderOf(model, tab),
    (running ?? last)?.commandLine ?? '',
    holder?.name ?? '',
    splitOf(model, tab.resource)?.name ?? '',
    running === undefined ? 'is:idle' : 'is:running',
    failed ? 'is:failed' : '',
  ].join('\n');
}

/** Returns the folder of a terminal with `~` for the home folder; empty if it is unknown. */
export function folderOf(model: Pick<Model, 'around'>, tab: TerminalInfo): string {
  const { cwd } = cottyMeta<TerminalMeta>(tab._meta);
  return cwd === undefined ? '' : placeName(cwd, model.around.home);
}
