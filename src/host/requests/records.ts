/** `x-cotty/records`: the records of the commands that ran in a terminal. `x-cotty/forget` takes one out of memory, clients and disk. */

import { findRecords } from '../../ledger/read/find-records.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import { asCommandRecord } from '../../ledger/records/record-json.ts';
import { forgotten } from '../../ledger/write/forget-record.ts';
import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { META_KEY } from '../../protocol/common/meta.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { Clients } from '../clients/clients.ts';
import type { Peer } from '../clients/peer.ts';
import type { Differences } from '../history/difference.ts';
import type { History } from '../history/history.ts';
import type { ReadingTurns } from '../history/reading-turns.ts';
import type { RecordedTerminals } from '../record/recorded-terminals.ts';
import type { Recorder } from '../record/recorder.ts';
import type { Checkpoints } from '../restore/checkpoints.ts';
import type { Store } from '../stream/store.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Terminals } from '../terminal/terminals.ts';
import type { Wakes } from '../wake/wakes.ts';
import { recordPlace } from './record-place.ts';
import type { Requests } from './request.ts';
import { checkAct, readableOf } from './use-terminal.ts';

type Needs = {
  readonly terminals: Terminals;
  readonly clients: Clients;
  readonly recorder: Recorder;
  readonly recorded: RecordedTerminals;
  readonly readings: ReadingTurns;
  readonly wakes: Wakes;
  readonly differences: Differences;
  readonly store: Store;
  readonly history: History;
  readonly checkpoints: Pick<Checkpoints, 'forget'>;
};

export function recordRequests(needs: Needs) {
  const { terminals, clients, recorder, readings, wakes, differences, store, history, checkpoints } = needs;
  return {
    async 'x-cotty/records'(peer, { channel, last, sinceSeq, seq }) {
      const terminal = readableOf(terminals, channel);
      terminal.settle();
      const { commands, folder, ledger } = recorder.recordOf(terminal.uri);
      const query = {
        ...(last === undefined ? {} : { last }),
        ...(sinceSeq === undefined ? {} : { sinceSeq }),
        ...(seq === undefined ? {} : { seq }),
      };
      const written = () => ledger?.written() ?? Promise.resolve();
      return readings.take(peer, async (pause) => {
        const found = await findRecords(commands, folder, query, { written, pause });
        const isNewest = seq === undefined && (sinceSeq === undefined || !found.more);
        const printedSince = isNewest ? terminal.printedSince : undefined;
        return {
          records: found.records.map(asCommandRecord),
          more: found.more,
          ...(printedSince === undefined ? {} : { printedSince }),
        };
      });
    },
    'x-cotty/difference'(_peer, { channel, seq }) {
      const terminal = readableOf(terminals, channel);
      const record = recorder.recordOf(terminal.uri).commands.recent.findLast((each) => each.seq === seq);
      return { difference: (record && differences.of(record)) ?? null };
    },
    'x-cotty/forget'(peer, { channel, seq }) {
      return readings.take(peer, async (pause) => {
        const { index, sources, erase } = await recordPlace(needs, peer, channel, pause);
        const { commands, folder, written } = sources;
        const [record] = (await findRecords(commands, folder, { seq }, { written, pause })).records;
        check(peer, record, seq);
        const open = terminals.find(channel);
        if (open !== undefined) checkAct({ clients }, peer, open, 'forget');
        const terminal = terminals.readable(channel);
        if (terminal !== undefined) takeOut(store, terminal, record);
        commands.replace(seq, forgotten);
        index.replace(seq, forgotten(record));
        recorder.recordOf(channel).waits.forget(seq);
        if (folder !== undefined) recorder.recordForgotten(folder, seq);
        await wakes.forget(channel, seq);
        try {
          await history.forget({ folder, seq }, () => erase(record));
          await checkpoints.forget(channel);
        } catch (error) {
          const why = reasonOf(error);
          throw new RpcError(ErrorCode.InternalError, `it is forgotten here, but stays on the disk: ${why}`);
        }
        return null;
      });
    },
  } satisfies Partial<Requests>;
}

/** Throws unless the peer may have the record forgotten: people any record, agents their own. */
function check(
  { actor, identity }: Peer,
  record: LedgerRecord | undefined,
  seq: number,
): asserts record is LedgerRecord {
  if (record === undefined) throw new RpcError(ErrorCode.NotFound, `there is no record ${seq}`);
  if (record.finishedAt === undefined) {
    throw new RpcError(ErrorCode.Conflict, `record ${seq} still runs: it can be forgotten when it has ended`);
  }
  if (actor.agent !== undefined && record.writer !== identity?.writer) {
    const whose = record.writer ?? 'somebody';
    throw new RpcError(ErrorCode.PermissionDenied, `record ${seq} is of ${whose}: agents forget their own`);
  }
}

/**
 * Removes the text from the content by repeating the command's end with a `forgotten` mark: cotty's clients drop the text,
 * others keep it until they subscribe anew. Text on a screen stays there until the screen is cleared.
 */
function takeOut(store: Store, terminal: Terminal, record: LedgerRecord): void {
  const { commandId, commandLine, exitCode, startedAt, finishedAt = startedAt } = record;
  const meta: CommandMeta = { forgotten: true };
  terminal.announce({
    type: 'terminal/commandFinished',
    commandId,
    ...(exitCode === undefined ? {} : { exitCode }),
    durationMs: Math.max(0, finishedAt - startedAt),
    _meta: { [META_KEY]: meta },
  });
  terminal.status.forgot(commandLine);
  store.forgetReplay();
}
