/** `x-cotty/annotate`: notes and bookmarks on finished commands, also of terminals that only have a record. */

import { changeOf, type NoteRow, noteText } from '../../ledger/files/ledger-row.ts';
import { findRecords } from '../../ledger/read/find-records.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import { NO_ROOM } from '../../ledger/write/append-note.ts';
import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { annotated, annotationOf } from '../../protocol/terminal/annotation.ts';
import { RpcError } from '../../rpc/errors.ts';
import { FOR_PEOPLE } from '../clients/claims.ts';
import type { Peer } from '../clients/peer.ts';
import type { Clock } from '../common/clock.ts';
import type { ReadingTurns } from '../history/reading-turns.ts';
import type { RecordedTerminals } from '../record/recorded-terminals.ts';
import type { Recorder } from '../record/recorder.ts';
import type { Terminals } from '../terminal/terminals.ts';
import type { Wakes } from '../wake/wakes.ts';
import { type RecordPlace, recordPlace } from './record-place.ts';
import type { Requests } from './request.ts';

type Needs = {
  readonly terminals: Terminals;
  readonly recorder: Recorder;
  readonly recorded: RecordedTerminals;
  readonly readings: ReadingTurns;
  readonly clock: Clock;
  readonly wakes: Wakes;
};

type Wanted = { readonly note?: string; readonly bookmarked?: boolean };

export function annotateRequests(needs: Needs) {
  return {
    'x-cotty/annotate'(peer, { channel, seq, note, bookmarked }) {
      const wanted = {
        ...(note === undefined ? {} : { note: noteText(note) }),
        ...(bookmarked === undefined ? {} : { bookmarked }),
      };
      checkWanted(peer, wanted);
      return needs.readings.take(peer, async (pause) => {
        const place = await recordPlace(needs, peer, channel, pause);
        const { commands, folder, written } = place.sources;
        const { records } = await findRecords(commands, folder, { seq }, { written, pause });
        if (commands.begun?.seq === seq)
          throw new RpcError(
            ErrorCode.Conflict,
            `command ${seq} still runs: it can be noted when it has ended`,
          );
        const record = checkRecord(peer, records[0], seq, wanted);
        const by = peer.identity?.writer;
        const row: NoteRow = {
          kind: 'note',
          seq,
          at: needs.clock.now(),
          ...(by === undefined ? {} : { by }),
          ...wanted,
        };
        if (record.unrecorded !== true) await write(place, row);
        const change = changeOf(row);
        commands.replace(seq, (known) => annotated(known, change));
        place.index.annotate(seq, change);
        const { terminals, wakes } = needs;
        terminals
          .readable(channel)
          ?.announce({ type: 'x-cotty/annotated', commandId: record.commandId, ...change });
        // Those who watch are told what people write. Wake-ups are kept on disk, as records are.
        const isTold = peer.actor.agent === undefined && record.unrecorded !== true;
        if (change.note !== undefined && change.note.text !== '' && isTold && terminals.find(channel))
          wakes.noted(channel, record, change.note);
        return annotationOf(annotated(record, change));
      });
    },
  } satisfies Partial<Requests>;
}

async function write({ keep }: RecordPlace, row: NoteRow): Promise<void> {
  const isKept = await keep(row).catch((error: unknown) => {
    throw new RpcError(ErrorCode.InternalError, `it cannot be written: ${reasonOf(error)}`);
  });
  if (!isKept) throw new RpcError(ErrorCode.Conflict, NO_ROOM);
}

function checkWanted({ actor }: Peer, { note, bookmarked }: Wanted): void {
  if (note === undefined && bookmarked === undefined)
    throw new RpcError(ErrorCode.InvalidParams, 'nothing is to be changed: note or bookmarked is needed');
  if (actor.agent !== undefined && bookmarked !== undefined)
    throw new RpcError(ErrorCode.PermissionDenied, FOR_PEOPLE.bookmark);
}

/** Returns the record; throws unless it is that of a finished command, on which this client may note that. */
function checkRecord(
  { actor, identity }: Peer,
  record: LedgerRecord | undefined,
  seq: number,
  { note }: Wanted,
): LedgerRecord {
  if (record === undefined) throw new RpcError(ErrorCode.NotFound, `there is no record ${seq}`);
  if (record.noCommand === true)
    throw new RpcError(ErrorCode.Conflict, `record ${seq} is no command: it was printed in the background`);
  const author = record.note?.by;
  const isOthers = record.note !== undefined && author !== identity?.writer;
  if (actor.agent !== undefined && note !== undefined && isOthers)
    throw new RpcError(
      ErrorCode.PermissionDenied,
      `the note on command ${seq} is of ${author ?? 'somebody'}: agents change their own`,
    );
  return record;
}
