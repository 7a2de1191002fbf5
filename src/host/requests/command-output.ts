/**
 * `x-cotty/commands`, `x-cotty/output`, `x-cotty/outputSearch`: all commands of a terminal, and what they printed. Of a
 * terminal that only the record knows, people may read them too.
 */

import { readMeta } from '../../ledger/files/meta-file.ts';
import { foldersNamedFor } from '../../ledger/files/terminal-folder.ts';
import { CommandIndex } from '../../ledger/read/command-index.ts';
import { type OutputSources, outputOf } from '../../ledger/read/command-output.ts';
import { searchOutputs } from '../../ledger/read/search-outputs.ts';
import { readOutput } from '../../ledger/text/read-output.ts';
import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { Peer } from '../clients/peer.ts';
import type { ReadingTurns } from '../history/reading-turns.ts';
import type { Pause } from '../history/slices.ts';
import { sourcesOf } from '../record/output-sources.ts';
import type { Recorder } from '../record/recorder.ts';
import type { Terminals } from '../terminal/terminals.ts';
import { mayTypeAsPerson } from './past.ts';
import type { Requests } from './request.ts';

/** Terminals that only the record knows: their commands and outputs, read from the disk. */
type RecordedTerminal = { readonly index: CommandIndex; readonly sources: OutputSources };

/** Limit of command lists kept in memory; the one that was asked for longest ago is read anew. */
const KEPT_LISTS = 4;

class RecordedTerminals {
  readonly #recorder: Recorder;
  /** By folder, the one asked for last at the end. What is recorded there does not change any more. */
  readonly #lists = new Map<string, CommandIndex>();

  constructor(recorder: Recorder) {
    this.#recorder = recorder;
  }

  /** Returns the terminal that used the URI last; undefined when none is on record. */
  async find(uri: string, pause: Pause): Promise<RecordedTerminal | undefined> {
    const state = this.#recorder.folder;
    const folder = state === undefined ? undefined : await newestFolder(state, uri);
    if (folder === undefined) return undefined;
    return { index: this.#listOf(folder), sources: { ...sourcesOf(this.#recorder, uri, pause), folder } };
  }

  #listOf(folder: string): CommandIndex {
    const list = this.#lists.get(folder) ?? new CommandIndex(folder, Number.POSITIVE_INFINITY);
    this.#lists.delete(folder);
    this.#lists.set(folder, list);
    for (const oldest of this.#lists.keys()) {
      if (this.#lists.size <= KEPT_LISTS) break;
      this.#lists.delete(oldest);
    }
    return list;
  }
}

async function newestFolder(state: string, uri: string): Promise<string | undefined> {
  const folders = await foldersNamedFor(state, uri);
  const read = await Promise.all(folders.map(async (folder) => ({ folder, meta: await readMeta(folder) })));
  const known = read.flatMap(({ folder, meta }) =>
    meta.ok && meta.terminal.uri === uri ? [{ folder, created: meta.terminal.created }] : [],
  );
  return known.toSorted((one, other) => other.created - one.created)[0]?.folder;
}

type Needs = { readonly terminals: Terminals; readonly recorder: Recorder; readonly readings: ReadingTurns };

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
}: Needs): (peer: Peer, channel: string, pause: Pause) => Promise<Kept> {
  const recorded = new RecordedTerminals(recorder);
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
