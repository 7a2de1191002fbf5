/**
 * `x-cotty/commands`, `x-cotty/output`, `x-cotty/outputSearch`: all commands of a terminal, and what they printed. Of a
 * terminal that only the record knows, people may read them too.
 */

import type { CommandIndex } from '../../ledger/read/command-index.ts';
import { type OutputSources, outputOf } from '../../ledger/read/command-output.ts';
import { searchOutputs } from '../../ledger/read/search-outputs.ts';
import { readOutput } from '../../ledger/text/read-output.ts';
import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { RpcError } from '../../rpc/errors.ts';
import { RecordedTerminals } from '../past/recorded-terminals.ts';
import type { Peer } from '../people/peer.ts';
import { sourcesOf } from '../record/output-sources.ts';
import type { Recorder } from '../record/recorder.ts';
import type { Terminals } from '../terminal/terminals.ts';
import { mayTypeAsPerson } from './past.ts';
import type { Request } from './request.ts';

type Needs = { readonly terminals: Terminals; readonly recorder: Recorder };

export function commandOutputRequests(needs: Needs): {
  readonly 'x-cotty/commands': Request<'x-cotty/commands'>;
  readonly 'x-cotty/output': Request<'x-cotty/output'>;
  readonly 'x-cotty/outputSearch': Request<'x-cotty/outputSearch'>;
} {
  const find = finder(needs);
  return {
    'x-cotty/commands': {
      when: 'ready',
      async run(peer, { channel, beforeSeq, limit }) {
        const { index, sources } = await find(peer, channel);
        const page = {
          ...(beforeSeq === undefined ? {} : { beforeSeq }),
          ...(limit === undefined ? {} : { limit }),
        };
        return index.page(page, () => withCounts(sources.commands));
      },
    },
    'x-cotty/output': {
      when: 'ready',
      async run(peer, { channel, seq, ...range }) {
        const { sources } = await find(peer, channel);
        const kept = await outputOf(sources, seq);
        if (kept === undefined) throw new RpcError(ErrorCode.NotFound, `there is no record ${seq}`);
        return readOutput(kept, range);
      },
    },
    'x-cotty/outputSearch': {
      when: 'ready',
      async run(peer, { channel, afterSeq = 0, ...query }) {
        const { index, sources } = await find(peer, channel);
        const after = Math.max(afterSeq, index.clearedBefore - 1);
        return searchOutputs(sources, { ...query, afterSeq: after });
      },
    },
  };
}

type Kept = { readonly index: CommandIndex; readonly sources: OutputSources };

/** Returns where the commands of a terminal are: of one that can be read in memory too, of another one on the disk alone. */
function finder({ terminals, recorder }: Needs): (peer: Peer, channel: string) => Promise<Kept> {
  const recorded = new RecordedTerminals(recorder);
  return async (peer, channel) => {
    const terminal = terminals.readable(channel);
    if (terminal !== undefined) {
      terminal.settle();
      return { index: recorder.recordOf(channel).index, sources: sourcesOf(recorder, channel) };
    }
    const found = mayTypeAsPerson(peer) ? await recorded.find(channel) : undefined;
    if (found === undefined) throw new RpcError(ErrorCode.NotFound, `there is no ${channel}`);
    return found;
  };
}

function withCounts({ begun, counts }: OutputSources['commands']) {
  return begun === undefined || counts === undefined ? begun : { ...begun, counts };
}
