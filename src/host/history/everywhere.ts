/** Searches commands in all terminals, also in those that only have a record. */

import { terminalFolders } from '../../ledger/files/ledger-files.ts';
import { readMeta } from '../../ledger/files/meta-file.ts';
import type { OutputSources } from '../../ledger/read/command-output.ts';
import { findCommands } from '../../ledger/read/find-commands.ts';
import type { FindQuery, FindResult } from '../../protocol/cotty/find.ts';
import type { Clock } from '../common/clock.ts';
import { sourcesOf } from '../record/output-sources.ts';
import type { Recorder } from '../record/recorder.ts';
import type { Terminals } from '../terminal/terminals.ts';
import type { Pause } from './slices.ts';

type Needs = { readonly terminals: Terminals; readonly recorder: Recorder; readonly clock: Clock };

/** A terminal to search. */
type Place = {
  readonly uri: string;
  readonly name: string;
  readonly open: boolean;
  readonly sources: OutputSources;
};

/** Searches one terminal after the other until something is found. An answer without `next` ends the search. */
export async function findEverywhere(
  { terminals, recorder, clock }: Needs,
  query: FindQuery,
  isWanted: () => boolean,
  pause: Pause,
): Promise<FindResult> {
  const places = await placesOf({ terminals, recorder }, query, pause);
  const now = clock.now();
  const { from } = query;
  const start = from === undefined ? 0 : places.findIndex(({ uri }) => uri === from.terminal);
  // The search cannot continue in a terminal that is gone.
  if (start < 0) return { commands: [] };
  for (const [index, { uri, name, open, sources }] of places.slice(start).entries()) {
    const before = index === 0 ? from?.beforeSeq : undefined;
    await pause();
    // The search must include everything printed until now.
    terminals.find(uri)?.settle();
    const { commands, next } = await findCommands(sources, query, now, before);
    const later = places[start + index + 1];
    const place =
      next !== undefined
        ? { terminal: uri, beforeSeq: next }
        : later && { terminal: later.uri, beforeSeq: Number.MAX_SAFE_INTEGER };
    const found = { commands: commands.map((command) => ({ terminal: uri, name, open, ...command })) };
    if (place === undefined || !isWanted()) return found;
    if (commands.length > 0 || next !== undefined) return { ...found, next: place };
  }
  return { commands: [] };
}

/** Returns the terminals in search order: the given one, the other open ones, then closed ones. */
async function placesOf(
  { terminals, recorder }: Omit<Needs, 'clock'>,
  { first, alone }: FindQuery,
  pause: Pause,
): Promise<Place[]> {
  const { listed } = terminals;
  const open = listed
    .toSorted((one, other) => Number(other.uri === first) - Number(one.uri === first))
    .filter(({ uri }) => alone !== true || uri === first)
    .map(({ uri, state }) => ({
      uri,
      name: state.title,
      open: true,
      sources: sourcesOf(recorder, uri, pause),
    }));
  const { folder } = recorder;
  if (folder === undefined || (alone === true && open.length > 0)) return open;
  const closed = await closedPlaces(recorder, folder, new Set(listed.map(({ uri }) => uri)), pause);
  return alone === true ? closed.filter(({ uri }) => uri === first) : [...open, ...closed];
}

/** Returns the terminals that only have a record, newest first. */
async function closedPlaces(
  recorder: Recorder,
  state: string,
  open: ReadonlySet<string>,
  pause: Pause,
): Promise<Place[]> {
  const read = await Promise.all(
    (await terminalFolders(state)).map(async (folder) => ({ folder, meta: await readMeta(folder) })),
  );
  return read
    .flatMap(({ folder, meta }) => {
      if (!meta.ok || open.has(meta.terminal.uri)) return [];
      const { uri, name, created } = meta.terminal;
      return [{ uri, name, open: false, created, sources: { ...sourcesOf(recorder, uri, pause), folder } }];
    })
    .toSorted((one, other) => other.created - one.created);
}
