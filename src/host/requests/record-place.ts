/** Where the commands of a terminal are recorded whose records are to be changed, open or closed. */

import type { NoteRow } from '../../ledger/files/ledger-row.ts';
import type { CommandIndex } from '../../ledger/read/command-index.ts';
import type { OutputSources } from '../../ledger/read/command-output.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import { appendNote } from '../../ledger/write/append-note.ts';
import { forgetRaw } from '../../ledger/write/forget-raw.ts';
import { forgetInFolder } from '../../ledger/write/forget-record.ts';
import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { Peer } from '../clients/peer.ts';
import type { Pause } from '../history/slices.ts';
import { sourcesOf } from '../record/output-sources.ts';
import type { RecordedTerminals } from '../record/recorded-terminals.ts';
import type { Recorder } from '../record/recorder.ts';
import type { Terminals } from '../terminal/terminals.ts';
import { mayTypeAsPerson } from './past.ts';

type Needs = {
  readonly terminals: Terminals;
  readonly recorder: Recorder;
  readonly recorded: RecordedTerminals;
};

export type RecordPlace = {
  readonly index: CommandIndex;
  readonly sources: OutputSources;
  /** Writes a note. Returns false if there is no room for the row. */
  readonly keep: (row: NoteRow) => Promise<boolean>;
  /** Deletes the text of a command from the disk. Rejects when that fails. */
  readonly erase: (record: LedgerRecord) => Promise<void>;
};

/** Throws if there is no such terminal. One that only has a record is shown to people alone. */
export async function recordPlace(
  { terminals, recorder, recorded }: Needs,
  peer: Peer,
  channel: string,
  pause: Pause,
): Promise<RecordPlace> {
  const terminal = terminals.readable(channel);
  if (terminal !== undefined) {
    terminal.settle();
    const { index, ledger, text, raw, folder } = recorder.recordOf(channel);
    return {
      index,
      sources: sourcesOf(recorder, channel, pause),
      keep: (row) => ledger?.noted(row) ?? Promise.resolve(true),
      erase: async (record) => {
        await ledger?.forget(record.seq);
        await text?.forget(record.seq);
        // An earlier host may have written a raw log although this one writes none.
        if (folder !== undefined)
          await (raw?.forget(record.commandId) ?? forgetRaw(folder, record.commandId));
      },
    };
  }
  const found = mayTypeAsPerson(peer) ? await recorded.find(channel, pause) : undefined;
  const folder = found?.sources.folder;
  if (found === undefined || folder === undefined)
    throw new RpcError(ErrorCode.NotFound, `there is no ${channel}`);
  return {
    ...found,
    keep: (row) => appendNote(folder, row),
    erase: (record) => forgetInFolder(folder, record),
  };
}
