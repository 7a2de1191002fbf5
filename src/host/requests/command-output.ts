/**
 * `x-cotty/commands`, `x-cotty/output`, `x-cotty/times`, `x-cotty/recording`, `x-cotty/outputSearch`: all commands of a terminal,
 * what they printed and when. Of a terminal that only the record knows, people may read them too.
 */

import type { CommandIndex } from '../../ledger/read/command-index.ts';
import { type OutputSources, outputOf } from '../../ledger/read/command-output.ts';
import { findRecords } from '../../ledger/read/find-records.ts';
import { rawPiece } from '../../ledger/read/raw-recording.ts';
import { searchOutputs } from '../../ledger/read/search-outputs.ts';
import { readOutput } from '../../ledger/text/read-output.ts';
import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { Peer } from '../clients/peer.ts';
import type { ReadingTurns } from '../history/reading-turns.ts';
import type { Pause } from '../history/slices.ts';
import { sourcesOf } from '../record/output-sources.ts';
import type { RecordedTerminals } from '../record/recorded-terminals.ts';
import type { Recorder } from '../record/recorder.ts';
import type { Terminals } from '../terminal/terminals.ts';
import { mayTypeAsPerson } from './past.ts';
import type { Requests } from './request.ts';

type Needs = {
  readonly terminals: Terminals;
  readonly recorder: Recorder;
  readonly recorded: RecordedTerminals;
  readonly readings: ReadingTurns;
};

export function outputRequests(needs: Needs) {
  const find = finder(needs);
  const reading = <T>(peer: Peer, channel: string, read: (kept: Kept) => Promise<T>): Promise<T> =>
    needs.readings.take(peer, async (pause) => read(await find(peer, channel, pause)));
  return {
    'x-cotty/commands'(peer, { channel, beforeSeq, limit }) {
      const page = {
        ...(beforeSeq === undefined ? {} : { beforeSeq }),
        ...(limit === undefined ? {} : { limit }),
      };
      return reading(peer, channel, ({ index, sources }) =>
        index.page(page, () => withCounts(sources.commands)),
      );
    },
    'x-cotty/output'(peer, { channel, seq, ...range }) {
      return reading(peer, channel, async ({ sources }) => {
        const kept = await outputOf(sources, seq);
        if (kept === undefined) throw new RpcError(ErrorCode.NotFound, `there is no record ${seq}`);
        return readOutput(kept, range);
      });
    },
    'x-cotty/times'(peer, { channel, seq }) {
      return reading(peer, channel, async ({ sources }) => {
        const { commands, folder, written, pause } = sources;
        const { records } = await findRecords(commands, folder, { seq }, { written, pause });
        if (records[0] === undefined) throw new RpcError(ErrorCode.NotFound, `there is no record ${seq}`);
        const { times } = records[0];
        return times === undefined ? {} : { times };
      });
    },
    'x-cotty/recording'(peer, { channel, after }) {
      return reading(peer, channel, async ({ sources: { folder } }) => {
        if (folder === undefined) return { text: '', cut: false };
        return rawPiece(folder, after).catch((error: unknown) => {
          throw new RpcError(ErrorCode.InternalError, `the recording cannot be read: ${reasonOf(error)}`);
        });
      });
    },
    'x-cotty/outputSearch'(peer, { channel, afterSeq = 0, ...query }) {
      return reading(peer, channel, ({ index, sources }) => {
        const after = Math.max(afterSeq, index.clearedBefore - 1);
        return searchOutputs(sources, { ...query, afterSeq: after });
      });
    },
  } satisfies Partial<Requests>;
}

type Kept = { readonly index: CommandIndex; readonly sources: OutputSources };

/** Returns where the commands of a terminal are: of one that can be read in memory too, of another one on the disk alone. */
function finder({
  terminals,
  recorder,
  recorded,
}: Needs): (peer: Peer, channel: string, pause: Pause) => Promise<Kept> {
  return async (peer, channel, pause) => {
    const terminal = terminals.readable(channel);
    if (terminal !== undefined) {
      terminal.settle();
      return { index: recorder.recordOf(channel).index, sources: sourcesOf(recorder, channel, pause) };
    }
    const found = mayTypeAsPerson(peer) ? await recorded.find(channel, pause) : undefined;
    if (found === undefined) throw new RpcError(ErrorCode.NotFound, `there is no ${channel}`);
    return found;
  };
}

function withCounts({ begun, counts }: OutputSources['commands']) {
  return begun === undefined || counts === undefined ? begun : { ...begun, counts };
}
