/** `x-cotty/commands`, `x-cotty/output`, `x-cotty/outputSearch`: all commands of a terminal, and what they printed. */

import { outputOf } from '../../ledger/read/command-output.ts';
import { searchOutputs } from '../../ledger/read/search-outputs.ts';
import { readOutput } from '../../ledger/text/read-output.ts';
import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { RpcError } from '../../rpc/errors.ts';
import { sourcesOf } from '../record/output-sources.ts';
import type { Recorder } from '../record/recorder.ts';
import type { Terminals } from '../terminal/terminals.ts';
import type { Request } from './request.ts';
import { readableOf } from './use-terminal.ts';

type Needs = { readonly terminals: Terminals; readonly recorder: Recorder };

export function commands({ terminals, recorder }: Needs): Request<'x-cotty/commands'> {
  return {
    when: 'ready',
    async run(_peer, { channel, beforeSeq, limit }) {
      const terminal = readableOf(terminals, channel);
      terminal.settle();
      const { log, index } = recorder.recordingOf(terminal.uri);
      const page = {
        ...(beforeSeq === undefined ? {} : { beforeSeq }),
        ...(limit === undefined ? {} : { limit }),
      };
      return index.page(page, () => withCounts(log));
    },
  };
}

export function output({ terminals, recorder }: Needs): Request<'x-cotty/output'> {
  return {
    when: 'ready',
    async run(_peer, { channel, seq, ...range }) {
      const terminal = readableOf(terminals, channel);
      terminal.settle();
      const kept = await outputOf(sourcesOf(recorder, terminal.uri), seq);
      if (kept === undefined) throw new RpcError(ErrorCode.NotFound, `there is no record ${seq}`);
      return readOutput(kept, range);
    },
  };
}

export function outputSearch({ terminals, recorder }: Needs): Request<'x-cotty/outputSearch'> {
  return {
    when: 'ready',
    run(_peer, { channel, afterSeq = 0, ...query }) {
      const terminal = readableOf(terminals, channel);
      terminal.settle();
      const { clearedBefore } = recorder.recordingOf(terminal.uri).index;
      const after = Math.max(afterSeq, clearedBefore - 1);
      return searchOutputs(sourcesOf(recorder, terminal.uri), { ...query, afterSeq: after });
    },
  };
}

function withCounts({ begun, counts }: ReturnType<Recorder['recordingOf']>['log']) {
  return begun === undefined || counts === undefined ? begun : { ...begun, counts };
}
