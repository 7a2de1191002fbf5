/** `x-cotty/waits`: who waited in the terminals, from those that are here and from the records of the others. */

import { readWaits, type TerminalWaits } from '../../ledger/read/read-waits.ts';
import { hasText, type Wait } from '../../ledger/records/wait.ts';
import { asCommandWait } from '../../ledger/records/wait-json.ts';
import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { isRootUri } from '../../protocol/common/uri.ts';
import type { CommandWait } from '../../protocol/cotty/program.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { ReadingTurns } from '../history/reading-turns.ts';
import type { Pause } from '../history/slices.ts';
import type { Recorder } from '../record/recorder.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Terminals } from '../terminal/terminals.ts';
import { mayTypeAsPerson } from './past.ts';
import type { Requests } from './request.ts';
import { readableOf } from './use-terminal.ts';

type Needs = {
  readonly terminals: Terminals;
  readonly recorder: Recorder;
  readonly readings: ReadingTurns;
};

const LIMIT = 100;

export function waitRequests({ terminals, recorder, readings }: Needs) {
  return {
    async 'x-cotty/waits'(peer, { channel, since = 0, limit = LIMIT, text }) {
      const isWanted = (wait: Wait) => wait.askedAt >= since && (text === undefined || hasText(wait, text));
      const newest = (waits: readonly CommandWait[]) => ({
        waits: waits
          .toReversed()
          .toSorted((a, b) => b.askedAt - a.askedAt)
          .slice(0, limit),
      });
      if (!isRootUri(channel)) return newest(waitsOf(waitsIn(readableOf(terminals, channel)), isWanted));
      if (!mayTypeAsPerson(peer))
        throw new RpcError(ErrorCode.PermissionDenied, 'only a user who may type can list who waited');
      return readings.take(peer, async (pause) => {
        const here = terminals.listed.flatMap((terminal) => waitsOf(waitsIn(terminal), isWanted));
        return newest([...here, ...(await waitsElsewhere({ terminals, recorder }, isWanted, pause))]);
      });
    },
  } satisfies Partial<Requests>;
}

function waitsIn({ uri, state, options }: Terminal): TerminalWaits {
  return { uri, name: state.title, waits: options.waits.all };
}

/** The waits of terminals that are not listed. Their files are complete: each row is written when it comes up. */
async function waitsElsewhere(
  { terminals, recorder }: Pick<Needs, 'terminals' | 'recorder'>,
  isWanted: (wait: Wait) => boolean,
  pause: Pause,
): Promise<CommandWait[]> {
  const { folder } = recorder;
  if (folder === undefined) return [];
  const here = new Set(terminals.listed.flatMap(({ uri }) => recorder.recordOf(uri).folder ?? []));
  const found: CommandWait[] = [];
  // Files that cannot be read are told by `cotty history`.
  for await (const terminal of readWaits(folder, () => {}, here)) {
    await pause();
    found.push(...waitsOf(terminal, isWanted));
  }
  return found;
}

function waitsOf(
  { uri, name, waits }: TerminalWaits,
  isWanted: (wait: Wait) => boolean,
): readonly CommandWait[] {
  return waits.filter(isWanted).map((wait) => asCommandWait(wait, { terminal: uri, name }));
}
