/** Answers requests of the fleet: which terminals there are, and, where this host allows it, what a finished command printed. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AnsweredTerminal,
  type ListAnswer,
  MOST_OUTPUT,
  type OutputAnswer,
  type OutputQuestion,
} from '../../fleet/ask.ts';
import { META, terminalFolders } from '../../ledger/files/ledger-files.ts';
import { findRecords } from '../../ledger/read/find-records.ts';
import { wholeOutput } from '../../ledger/read/whole-output.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import { redact } from '../../protocol/common/redact.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import { emptyRecord } from '../record/open-record.ts';
import type { Recorder } from '../record/recorder.ts';
import type { Terminals } from '../terminal/terminals.ts';
import { idOf } from './publisher.ts';

/** Most terminals in an answer, and UTF-16 units of their texts. */
const [MOST_TERMINALS, MOST_TEXT] = [500, 400];
/** Most UTF-16 units of a piece of output. Of an output that is longer than `MOST_OUTPUT` the beginning is sent. */
const PIECE = 64 * 1024;
/** Bytes that a UTF-16 unit takes at most in JSON, and those that a message needs beside its text. */
const [UNIT_BYTES, FRAME] = [6, 1024];

type Needs = { readonly terminals: Pick<Terminals, 'listed'>; readonly recorder: Recorder };

/** Has as many terminals as fit into a message of so many bytes. `process` is another one for each process. */
export function listAnswer({ terminals, recorder }: Needs, process: string, mostBytes: number): ListAnswer {
  const recorded = terminals.listed.flatMap(({ uri, info }) => {
    const { folder } = recorder.recordOf(uri);
    // What is not recorded is not told to others either.
    return folder === undefined ? [] : [{ id: idOf(folder), uri, info }];
  });
  const answered: AnsweredTerminal[] = [];
  let room = mostBytes - FRAME;
  for (const { id, uri, info } of recorded.slice(0, MOST_TERMINALS)) {
    const { running, program, cwd } = cottyMeta<TerminalMeta>(info._meta);
    const terminal = {
      id,
      name: short(info.title),
      uri,
      cwd: cwd === undefined ? null : short(cwd),
      command: running === undefined ? null : short(running.commandLine),
      since: running?.timestamp ?? null,
      program: program === undefined || program.seen === true ? null : program.state,
    };
    room -= Buffer.byteLength(JSON.stringify(terminal)) + 1;
    if (room < 0) break;
    answered.push(terminal);
  }
  return { process, terminals: answered, more: answered.length < recorded.length };
}

/** Texts are redacted, as in the records. */
function short(text: string): string {
  return redact(text).slice(0, MOST_TEXT);
}

/**
 * Yields the pieces of an output, each of which fits into a message of so many bytes, and their number. It is read from the disk
 * alone, where secrets are redacted, so that the command must have ended.
 */
export async function* outputPieces(
  { recorder }: Pick<Needs, 'recorder'>,
  { terminal, seq }: OutputQuestion,
  mostBytes: number,
): AsyncGenerator<OutputAnswer> {
  const folder = await folderOf(recorder.folder, terminal);
  const found = folder === undefined ? [] : await recordsIn(folder, seq);
  const [record] = found;
  if (folder === undefined || record?.finishedAt === undefined) {
    yield { error: `no command ${seq} has ended in the terminal ${terminal}` };
    return;
  }
  const { output, missing } = await wholeOutput(folder, record, MOST_OUTPUT);
  const piece = Math.max(1, Math.min(PIECE, Math.floor((mostBytes - FRAME) / UNIT_BYTES)));
  let pieces = 0;
  for (let at = 0; at === 0 || at < output.length; at += piece, pieces += 1)
    yield { text: output.slice(at, at + piece), cut: missing !== undefined };
  yield { end: pieces };
}

async function recordsIn(folder: string, seq: number): Promise<readonly LedgerRecord[]> {
  return (await findRecords(emptyRecord().commands, folder, { seq })).records;
}

async function folderOf(state: string | undefined, terminal: string): Promise<string | undefined> {
  const folders = state === undefined ? [] : await terminalFolders(state);
  return folders.find((folder) => idOf(folder) === terminal && existsSync(join(folder, META)));
}
