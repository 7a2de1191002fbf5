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
import { MAX_NOTE } from '../../protocol/terminal/annotation.ts';
import { causeText } from '../common/error-text.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { printable } from '../common/plain-text.ts';
import { complain, say } from '../common/print.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { type HostFlags, hostFlags } from '../connect/host-flags.ts';
import { hostPaths } from '../connect/host-paths.ts';
import { machinesIn } from '../connect/machines.ts';
import { withClient, writerOf } from '../connect/open-client.ts';
import { refused } from '../connect/refusal.ts';
import { isKept, runningHost } from '../connect/running-host.ts';
import { askingMachines } from '../connect/with-terminal.ts';
import { closedCommand, commandNamed, type NamedCommand, type Noted } from './named-command.ts';
import { folderOf } from './named-runs.ts';

const flags = { ...hostFlags, remove: 'boolean', bookmark: 'boolean' } as const;

/** meow reads it as the negation of `--bookmark`, and could not tell it from neither. */
const UNMARK = '--no-bookmark';

const ONE = { onlyOne: 'a note is on one' };

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
  if (connect === undefined && !(await isUp(io)) && machinesIn([wanted], io.env)[0] === undefined)
    return noteInRecord(wanted, change, io);
  const host = await askingMachines<HostFlags>([wanted], parsed.flags, io);
  return withClient({ ...host, start: false }, io, async (client) => {
    const found = await commandNamed(client, wanted, { ...ONE, closedToo: connect === undefined }, io);
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
  const found = await closedCommand(wanted, ONE, io);
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
    return fail(io, `the record of ${printable(wanted)} cannot be written: ${causeText(error)}`);
  }
  return print(seq, { ...has, ...shown(row) }, io);
}

/** What a row changes, as it is printed. */
function shown({ note, bookmarked }: NoteRow): Noted {
  return {
    ...(note === undefined ? {} : { note: note === '' ? undefined : note }),
    ...(bookmarked === undefined ? {} : { bookmarked }),
  };
}

function fail(io: Io, why: string, code: ExitCode = ExitCode.failure): ExitCode {
  complain(io, why);
  return code;
}

async function annotate(
  client: Client,
  { uri, seq, has }: NamedCommand,
  change: Change,
  io: Io,
): Promise<number> {
  if (Object.keys(change).length === 0) return print(seq, has, io);
  const { note, bookmarked } = await client.cotty.annotate(uri, seq, change);
  return print(seq, { note: note?.text, bookmarked }, io);
}

function print(seq: number, { note, bookmarked }: Noted, io: Io): number {
  const mark = bookmarked === true ? ' * ' : ' ';
  say(io, `#${seq}${mark}${note === undefined ? '(no note)' : printable(note)}\n`);
  return ExitCode.ok;
}
