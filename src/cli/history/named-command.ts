/** Finds the one finished command that a command line names, of an open terminal or a closed one. */

import type { Client } from '../../client/client.ts';
import { seqsOf } from '../../client/run/named-seqs.ts';
import type { Seqs } from '../../protocol/cotty/terminal-names.ts';
import type { Io } from '../common/io.ts';
import { printable } from '../common/plain-text.ts';
import { resolveRuns } from '../connect/resolve-name.ts';
import { namedRuns } from './named-runs.ts';

/** A finished command, and what it has now. `isNumbered`: it was named by its number, not as the last one of its terminal. */
export type NamedCommand = {
  readonly uri: string;
  readonly seq: number;
  readonly isNumbered: boolean;
  readonly has: Noted;
};
export type Noted = { readonly note?: string | undefined; readonly bookmarked?: boolean | undefined };

type Search = {
  /** What is to be done with it, in a sentence: `a note is on one`. */
  readonly onlyOne: string;
  /** Also finds what was printed while no command ran. */
  readonly background?: boolean;
};

/** Finds the command in an open terminal, or in the record of a closed one. Returns a sentence if there is none. */
export async function commandNamed(
  client: Client,
  wanted: string,
  search: Search & { readonly closedToo: boolean },
  io: Io,
): Promise<NamedCommand | string> {
  const open = resolveRuns(client.root.state.terminals ?? [], wanted);
  if (open.ok) return recorded(client, open.terminal.resource, wanted, open.seqs, search);
  const isClosed = search.closedToo && open.found.length === 0;
  return isClosed ? closedCommand(wanted, search, io, open.error) : open.error;
}

async function recorded(
  client: Client,
  uri: string,
  wanted: string,
  seqs: Seqs | undefined,
  search: Search,
): Promise<NamedCommand | string> {
  const isOne = seqs !== undefined && 'from' in seqs && seqs.from === seqs.to;
  const [seq, ...others] = isOne ? [seqs.from] : await seqsOf(client.cotty, uri, seqs ?? { last: 1 });
  if (others.length > 0) return several(wanted, search);
  const [record] = seq === undefined ? [] : (await client.cotty.records(uri, { seq })).records;
  if (seq === undefined || record === undefined) return `"${printable(wanted)}" names no finished command`;
  return { uri, seq, isNumbered: seqs !== undefined, has: record };
}

function several(wanted: string, { onlyOne }: Search): string {
  return `"${printable(wanted)}" names several commands: ${onlyOne}`;
}

/** `error`: what is said if there is none, in place of what the records tell. */
export async function closedCommand(
  wanted: string,
  search: Search,
  io: Io,
  error?: string,
): Promise<NamedCommand | string> {
  const named = await namedRuns(wanted, io, search);
  if (!named.ok) return error ?? named.error;
  const [run, ...others] = named.runs;
  if (run === undefined || others.length > 0) return several(wanted, search);
  return { uri: run.uri, seq: run.seq, isNumbered: named.seqs !== undefined, has: run };
}
