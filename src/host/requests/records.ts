/** `x-cotty/records`: the records of the commands that ran in a terminal. `x-cotty/forget` takes one out of memory, clients and disk. */

import { findRecords } from '../../ledger/read/find-records.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import { asCommandRecord } from '../../ledger/records/record-json.ts';
import { forgetRaw } from '../../ledger/write/forget-raw.ts';
import { forgotten } from '../../ledger/write/forget-record.ts';
import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { META_KEY } from '../../protocol/common/meta.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { Peer } from '../clients/peer.ts';
import type { Differences } from '../history/difference.ts';
import type { History } from '../history/history.ts';
import type { Past } from '../history/past.ts';
import type { ReadingTurns } from '../history/reading-turns.ts';
import type { Recorder } from '../record/recorder.ts';
import type { Checkpoints } from '../restore/checkpoints.ts';
import type { Store } from '../stream/store.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Terminals } from '../terminal/terminals.ts';
import type { Wakes } from '../wake/wakes.ts';
import type { Requests } from './request.ts';
import { readableOf, terminalOf } from './use-terminal.ts';

type Needs = {
  readonly terminals: Terminals;
  readonly recorder: Recorder;
  readonly readings: ReadingTurns;
  readonly wakes: Wakes;
  readonly differences: Differences;
  readonly store: Store;
  readonly past: Past;
  readonly history: History;
  readonly checkpoints: Pick<Checkpoints, 'forget'>;
};

export function recordRequests(needs: Needs) {
  const { terminals, recorder, readings, wakes, differences, store, past, history, checkpoints } = needs;
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
    async 'x-cotty/forget'(peer, { channel, seq }) {
      const terminal = terminalOf(terminals, channel);
      const { commands, index, waits, folder, ledger, text, raw } = recorder.recordOf(terminal.uri);
      const { records } = await findRecords(commands, folder, { seq });
      check(peer, records[0], seq);
      if (records[0] !== undefined) takeOut(store, terminal, records[0]);
      commands.replace(seq, forgotten);
      if (records[0] !== undefined) index.replace(seq, forgotten(records[0]));
      waits.forget(seq);
      recorder.recordForgotten(terminal.uri, seq);
      await wakes.forget(terminal.uri, seq);
      try {
        await history.forget(() => ledger?.forget(seq));
        await text?.forget(seq);
        await checkpoints.forget(terminal.uri);
        const id = records[0]?.commandId;
        // An earlier host may have written a raw log although this one writes none.
        if (id !== undefined && folder !== undefined) await (raw?.forget(id) ?? forgetRaw(folder, id));
      } catch (error) {
        const why = reasonOf(error);
        throw new RpcError(ErrorCode.InternalError, `it is forgotten here, but stays on the disk: ${why}`);
      } finally {
        past.drop();
      }
      return null;
    },
  } satisfies Partial<Requests>;
}

/** Throws unless the peer may have the record forgotten: people any record, agents their own. */
function check({ actor, identity }: Peer, record: LedgerRecord | undefined, seq: number): void {
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
