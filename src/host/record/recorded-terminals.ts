/** Terminals that only the record knows: their commands and outputs, read from the disk. */

import { readMeta } from '../../ledger/files/meta-file.ts';
import { foldersNamedFor } from '../../ledger/files/terminal-folder.ts';
import { CommandIndex } from '../../ledger/read/command-index.ts';
import type { OutputSources } from '../../ledger/read/command-output.ts';
import { sourcesOf } from './output-sources.ts';
import type { Recorder } from './recorder.ts';

type RecordedTerminal = { readonly index: CommandIndex; readonly sources: OutputSources };

/** Limit of command lists kept in memory; the one that was asked for longest ago is read anew. */
const KEPT_LISTS = 4;

export class RecordedTerminals {
  readonly #recorder: Recorder;
  /** By folder, the one asked for last at the end. Only `cotty note` and `cotty forget` change what is recorded there. */
  readonly #lists = new Map<string, CommandIndex>();

  constructor(recorder: Recorder) {
    this.#recorder = recorder;
  }

  /** Returns the terminal that used the URI last; undefined when none is on record. */
  async find(uri: string, pause: () => Promise<void>): Promise<RecordedTerminal | undefined> {
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
