/**
 * Recovers all terminals that were open when the host ended. Each terminal is recovered on its own: whatever is wrong with the
 * folder of one is reported, and changes nothing for the others.
 */

import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { META, terminalFolders } from '../files/ledger-files.ts';
import { type RecordedProcess, readMeta, type TerminalFacts } from '../files/meta-file.ts';
import { isFolderNamedFor, terminalFolder } from '../files/terminal-folder.ts';
import { type Recovered, type RecoverOptions, recover } from './recover.ts';

/** Number of closed terminals whose records are kept; beyond it the oldest are deleted some time after a host has started. */
const KEPT_CLOSED = 1000;

export type RecoverAllOptions = Omit<RecoverOptions, 'isKept'> & {
  /**
   * Terminals whose programs still run, by URI, each with its description if that is known from a source other than its folder.
   * They are recovered even if their folder cannot be read, or is gone.
   */
  readonly kept?: ReadonlyMap<string, TerminalFacts | undefined>;
  /** Recovers and writes nothing but the terminals in `kept`. */
  readonly onlyKept?: boolean;
};

export type RecoveredAll = {
  /** Terminals to restore, in the order of the list. */
  readonly terminals: readonly Recovered[];
  /** Terminals that are not restored, but whose interrupted command must be reported to its watchers. */
  readonly parked: readonly Recovered[];
  /** Processes whose end was not recorded. */
  readonly processes: readonly (RecordedProcess & { readonly uri: string })[];
  /** All terminal folders. */
  readonly folders: ReadonlySet<string>;
  /** URIs of terminals that were closed, or whose program has ended, unless a newer terminal has the URI. */
  readonly ended: ReadonlySet<string>;
  /** Folders of closed terminals beyond the number that is kept, for `deleteRecords`. */
  readonly surplus: readonly string[];
};

type Described = { readonly folder: string; readonly terminal: TerminalFacts };

/** Throws only when the folders cannot be listed. */
export async function recoverAll(state: string, options: RecoverAllOptions): Promise<RecoveredAll> {
  const { kept = new Map<string, TerminalFacts | undefined>(), onlyKept = false, onTrouble } = options;
  const folders = await terminalFolders(state);
  const { described, unreadable } = await describedIn(folders, onTrouble);
  const newest = newestOf(described);
  const own = withLost({ described, newest, unreadable, state, folders, kept });
  const terminals: Recovered[] = [];
  const parked: Recovered[] = [];
  const processes: (RecordedProcess & { readonly uri: string })[] = [];
  for (const { folder, terminal } of own) {
    const { uri, process } = terminal;
    const isKept = kept.has(uri);
    if (onlyKept && !isKept) continue;
    const recovered =
      isKept && newest.get(uri)?.folder !== folder
        ? olderThanKept(folder, terminal, onTrouble)
        : await recoverOne(folder, terminal, isKept, options);
    if (process !== undefined && recovered?.written === undefined) processes.push({ uri, ...process });
    if (recovered === undefined) continue;
    (terminal.state === 'open' || recovered.written !== undefined ? terminals : parked).push(recovered);
  }
  terminals.sort((left, right) => placeOf(left) - placeOf(right));
  const isEnded = ({ terminal }: Described) => !isLive(terminal);
  return {
    terminals,
    parked,
    processes,
    folders: new Set(folders),
    ended: new Set([...newest.values()].filter(isEnded).map(({ terminal }) => terminal.uri)),
    surplus: surplusOf(described),
  };
}

async function describedIn(
  folders: readonly string[],
  onTrouble: RecoverAllOptions['onTrouble'],
): Promise<Pick<Found, 'described' | 'unreadable'>> {
  const described: Described[] = [];
  const unreadable: string[] = [];
  for (const folder of folders) {
    const meta = await readMeta(folder);
    if (meta.ok) described.push({ folder, terminal: meta.terminal });
    else {
      unreadable.push(folder);
      onTrouble(`${basename(folder)}: ${META}: ${meta.why}`);
    }
  }
  return { described, unreadable };
}

async function recoverOne(
  folder: string,
  terminal: TerminalFacts,
  isKept: boolean,
  options: RecoverAllOptions,
): Promise<Recovered | undefined> {
  try {
    return await recover(folder, terminal, { ...options, isKept: () => isKept });
  } catch (error) {
    options.onTrouble(`${basename(folder)}: ${reasonOf(error)}`);
    return withoutRecords(folder, terminal, isKept);
  }
}

/** Reports an open terminal that is not restored, since a newer one with the same URI has running programs. */
function olderThanKept(
  folder: string,
  terminal: TerminalFacts,
  onTrouble: RecoverAllOptions['onTrouble'],
): undefined {
  if (isLive(terminal)) onTrouble(`${basename(folder)}: a newer terminal has its URI, ${terminal.uri}`);
}

/** Deletes the records of closed terminals. What cannot be deleted is reported, once for all of them, and stays. */
export async function deleteRecords(
  folders: readonly string[],
  onTrouble: (what: string) => void,
): Promise<void> {
  const failed: string[] = [];
  for (const folder of folders) {
    await rm(folder, { recursive: true, force: true }).catch((error: unknown) => {
      failed.push(`${basename(folder)}: ${reasonOf(error)}`);
    });
  }
  if (failed.length > 0)
    onTrouble(`${failed.length} records of closed terminals cannot be deleted: ${failed[0]}`);
}

function isLive({ state }: TerminalFacts): boolean {
  return state === 'open' || state === 'parked';
}

/** The terminal of each URI that was created last: earlier ones of the same URI have ended, whatever their folders say. */
function newestOf(described: readonly Described[]): Map<string, Described> {
  const newest = new Map<string, Described>();
  for (const one of described) {
    const known = newest.get(one.terminal.uri);
    const isNewer =
      known === undefined ||
      (isLive(one.terminal) === isLive(known.terminal)
        ? one.terminal.created > known.terminal.created
        : isLive(one.terminal));
    if (isNewer) newest.set(one.terminal.uri, one);
  }
  return newest;
}

type Found = {
  readonly described: readonly Described[];
  readonly newest: Map<string, Described>;
  readonly unreadable: readonly string[];
  readonly state: string;
  readonly folders: readonly string[];
  readonly kept: ReadonlyMap<string, TerminalFacts | undefined>;
};

/** Adds the kept terminals that no `meta.json` describes. Their folder is an unreadable one of that name, or a new one. */
function withLost({ described, newest, unreadable, state, folders, kept }: Found): readonly Described[] {
  const taken = new Set(folders);
  const lost = [...kept].flatMap(([uri, facts]) => {
    if (facts === undefined || newest.has(uri)) return [];
    const left = unreadable.findLast((folder) => isFolderNamedFor(folder, uri));
    const one = { folder: left ?? terminalFolder(state, uri, taken), terminal: facts };
    taken.add(one.folder);
    newest.set(uri, one);
    return [one];
  });
  return [...described, ...lost];
}

/** Terminal whose records cannot be read. */
function withoutRecords(folder: string, terminal: TerminalFacts, isKept: boolean): Recovered | undefined {
  if (!isLive(terminal)) return undefined;
  const nothing = { folder, terminal, records: [], lastSeq: 0 };
  return isKept ? { ...nothing, written: { begun: 0, ended: 0 } } : nothing;
}

function placeOf({ terminal }: Recovered): number {
  return terminal.place ?? terminal.created;
}

function surplusOf(described: readonly Described[]): readonly string[] {
  const closed = described.filter(({ terminal }) => terminal.state === 'closed');
  closed.sort((left, right) => right.terminal.created - left.terminal.created);
  return closed.slice(KEPT_CLOSED).map(({ folder }) => folder);
}
