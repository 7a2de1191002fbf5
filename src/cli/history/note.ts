/**
 * `cotty note` — writes or prints the note and the bookmark of a finished command, also of a terminal that is closed. While no host
 * runs, it reads and writes the records itself.
 */

import { randomUUID } from 'node:crypto';
import type { Client } from '../../client/client.ts';
import { takeLock } from '../../host/common/folder-lock.ts';
import { type NoteRow, noteText } from '../../ledger/files/ledger-row.ts';
import { stateFolder } from '../../ledger/files/state-folder.ts';
import { appendNote, NO_ROOM } from '../../ledger/write/append-note.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { MAX_NOTE } from '../../protocol/terminal/annotation.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { printable } from '../common/plain-text.ts';
import { complain, say } from '../common/print.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { hostFlags } from '../connect/host-flags.ts';
import { hostPaths } from '../connect/host-paths.ts';
import { withClient, writerOf } from '../connect/open-client.ts';
import { refused } from '../connect/refusal.ts';
import { resolveName } from '../connect/resolve-name.ts';
import { isKept, runningHost } from '../connect/running-host.ts';
import { folderOf, namedRuns } from './named-runs.ts';

const flags = { ...hostFlags, remove: 'boolean', bookmark: 'boolean' } as const;

/** meow reads it as the negation of `--bookmark`, and could not tell it from neither. */
const UNMARK = '--no-bookmark';

type Change = { readonly note?: string; readonly bookmarked?: boolean };

export async function run(args: readonly string[], io: Io): Promise<number> {
  const unmark = args.includes(UNMARK);
  const rest = args.filter((arg) => arg !== UNMARK);
  const parsed = parseArgs(rest, { flags, positionals: ['NAME', 'TEXT'], required: 1, many: true });
  if (!parsed.ok) return refuseArgs(parsed, 'note', io);
  const [wanted = '', ...words] = parsed.input;
  const { remove, bookmark, connect } = parsed.flags;
  if (remove && words.length > 0) return refuseUsage('use only one of TEXT and --remove', 'note', io);
  if (bookmark && unmark) return refuseUsage('use only one of --bookmark and --no-bookmark', 'note', io);
  const change: Change = {
    ...(remove ? { note: '' } : words.length > 0 ? { note: words.join(' ') } : {}),
    ...(bookmark || unmark ? { bookmarked: bookmark } : {}),
  };
  if (connect === undefined && !(await isUp(io))) return noteInRecord(wanted, change, io);
  return withClient({ ...parsed.flags, start: false }, io, async (client) => {
    const found = await commandNamed(client, wanted, connect === undefined, io);
    if (typeof found === 'string') return fail(io, found, ExitCode.noTerminal);
    try {
      return await annotate(client, found, change, io);
    } catch (error) {
      return refused(error, io);
    }
  });
}

/** Whether a host runs, or is about to: an fd holder starts the next one itself. */
async function isUp({ env }: Io): Promise<boolean> {
  const paths = hostPaths(env);
  return !paths.ok || isKept(env) || (await runningHost(paths.socket, env)) !== undefined;
}

/** Writes it to the record of the command as a host would, with the lock by which only one process writes there. */
async function noteInRecord(wanted: string, { note, bookmarked }: Change, io: Io): Promise<number> {
  const found = await closedCommand(wanted, undefined, io);
  if (typeof found === 'string') return fail(io, found, ExitCode.noTerminal);
  const { uri, seq, has } = found;
  if (note === undefined && bookmarked === undefined) return print(seq, has, io);
  if (note !== undefined && note.length > MAX_NOTE)
    return fail(io, `a note has at most ${MAX_NOTE} characters, this one has ${note.length}`);
  const state = stateFolder(io.env);
  const row: NoteRow = {
    kind: 'note',
    seq,
    at: Date.now(),
    by: writerOf(io.env),
    ...(note === undefined ? {} : { note: noteText(note) }),
    ...(bookmarked === undefined ? {} : { bookmarked }),
  };
  try {
    const taken = takeLock(state, randomUUID());
    if (!taken.ok) return fail(io, `a host is about to start (process ${taken.holder}): try again`);
    try {
      const folder = await folderOf(state, uri);
      if (folder === undefined || !(await appendNote(folder.path, row))) return fail(io, NO_ROOM);
    } finally {
      taken.lock.release();
    }
  } catch (error) {
    return fail(io, `the record of ${printable(wanted)} cannot be written: ${reasonOf(error)}`);
  }
  return print(seq, { ...has, ...shown(row) }, io);
}

/** What a row changes, as it is printed. */
function shown({ note, bookmarked }: NoteRow): Has {
  return {
    ...(note === undefined ? {} : { note: note === '' ? undefined : note }),
    ...(bookmarked === undefined ? {} : { bookmarked }),
  };
}

function fail(io: Io, why: string, code: ExitCode = ExitCode.failure): ExitCode {
  complain(io, why);
  return code;
}

/** A finished command, and what it has now. */
type Found = { readonly uri: string; readonly seq: number; readonly has: Has };
type Has = { readonly note?: string | undefined; readonly bookmarked?: boolean | undefined };

/** Finds the command in an open terminal, or, on this machine, in the record of a closed one. Returns a sentence if there is none. */
async function commandNamed(
  client: Client,
  wanted: string,
  isHere: boolean,
  io: Io,
): Promise<Found | string> {
  const open = client.root.state.terminals ?? [];
  // `term:1` is a name, too.
  const whole = resolveName(open, wanted);
  if (whole.ok) return recorded(client, whole.terminal.resource, wanted);
  const [, name, seq] = /^(.+):(\d{1,15})$/.exec(wanted) ?? [];
  const named = name === undefined ? whole : resolveName(open, name);
  if (named.ok) return recorded(client, named.terminal.resource, wanted, Number(seq));
  return isHere ? closedCommand(wanted, named.error, io) : named.error;
}

async function recorded(client: Client, uri: string, wanted: string, seq?: number): Promise<Found | string> {
  // The newest may still run.
  const query = seq === undefined ? { last: 2 } : { seq };
  const { records } = await client.cotty.records(uri, query);
  const record = records.findLast(
    ({ finished_at, no_command }) => finished_at !== null && no_command !== true,
  );
  if (record === undefined) return `"${printable(wanted)}" names no finished command`;
  return { uri, seq: record.seq, has: record };
}

/** `error`: what is said if there is none, in place of what the records tell. */
async function closedCommand(wanted: string, error: string | undefined, io: Io): Promise<Found | string> {
  const named = await namedRuns(wanted, io);
  if (!named.ok) return error ?? named.error;
  const [run, ...others] = named.runs;
  if (run === undefined || others.length > 0)
    return `"${printable(wanted)}" names several commands: a note is on one`;
  return { uri: run.uri, seq: run.seq, has: run };
}

async function annotate(client: Client, { uri, seq, has }: Found, change: Change, io: Io): Promise<number> {
  if (Object.keys(change).length === 0) return print(seq, has, io);
  const { note, bookmarked } = await client.cotty.annotate(uri, seq, change);
  return print(seq, { note: note?.text, bookmarked }, io);
}

function print(seq: number, { note, bookmarked }: Has, io: Io): number {
  const mark = bookmarked === true ? ' * ' : ' ';
  say(io, `#${seq}${mark}${note === undefined ? '(no note)' : printable(note)}\n`);
  return ExitCode.ok;
}
