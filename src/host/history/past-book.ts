/** All earlier command lines for one history file, from the file and from the records, in one order and each once. */

import { wordsTest } from '../../protocol/cotty/filter/words-test.ts';
import type { PastLine } from '../../protocol/cotty/past-line.ts';
import { PrefixIndex } from './prefix-index.ts';
import type { Pause } from './slices.ts';

/** Limit of lines that are kept for one folder. Older ones are found among all others. */
const MOST_OF_FOLDER = 500;
/** Limit of lines that were added after the list was made. Beyond it, the list is made again. */
const MOST_FRESH = 1000;
/** Lines that are searched before the event loop gets a turn. */
const SLICE = 8192;

export class PastBook {
  /** Newest first. */
  readonly #lines: readonly PastLine[];
  readonly #index: PrefixIndex;
  readonly #folders: ReadonlyMap<string, readonly PastLine[]>;
  /** Lines that were added later, newest first. */
  readonly #fresh: PastLine[] = [];

  private constructor(
    lines: readonly PastLine[],
    index: PrefixIndex,
    folders: ReadonlyMap<string, PastLine[]>,
  ) {
    this.#lines = lines;
    this.#index = index;
    this.#folders = folders;
  }

  /** Both lists are newest first. */
  static async of(
    ofFile: readonly PastLine[],
    recorded: readonly PastLine[],
    pause: Pause,
  ): Promise<PastBook> {
    const lines = await eachOnce(ofFile, recorded, pause);
    const texts = lines.map(({ line }) => line);
    return new PastBook(lines, await PrefixIndex.of(texts, pause), byFolder(recorded));
  }

  /** Whether so many lines were added that the list must be made again. */
  get isFull(): boolean {
    return this.#fresh.length >= MOST_FRESH;
  }

  add(line: PastLine): void {
    // The shell writes to its file what is in the record, with exit code and folder, already.
    const known = this.#fresh.find((other) => other.line === line.line && other.cwd !== undefined);
    this.#fresh.unshift(known === undefined ? line : filled(line, known));
  }

  /** Yields lines with the prefix, newest first: those of the folder, then all others. */
  *withPrefix(prefix: string, cwd: string | undefined): Generator<PastLine> {
    const fits = ({ line }: PastLine): boolean => line.length > prefix.length && line.startsWith(prefix);
    const seen = new Set<string>();
    for (const line of [...this.#ofFolder(cwd), ...this.#fresh]) {
      if (!fits(line) || seen.has(line.line)) continue;
      seen.add(line.line);
      yield line;
    }
    for (const age of this.#index.newest(prefix)) {
      const line = this.#lines[age];
      if (line !== undefined && fits(line) && !seen.has(line.line)) yield line;
    }
  }

  /** Yields lines with all of the words, newest first: those of the folder, then all others; pauses while it searches. */
  async *withWords(words: string, cwd: string | undefined, pause: Pause): AsyncGenerator<PastLine> {
    const fits = wordsTest(words);
    const seen = new Set<string>();
    let searched = 0;
    for (const lines of [this.#ofFolder(cwd), this.#fresh, this.#lines]) {
      for (const line of lines) {
        if (++searched % SLICE === 0) await pause();
        if (!fits(line.line) || seen.has(line.line)) continue;
        seen.add(line.line);
        yield line;
      }
    }
  }

  #ofFolder(cwd: string | undefined): readonly PastLine[] {
    if (cwd === undefined) return [];
    return [...this.#fresh.filter((line) => line.cwd === cwd), ...(this.#folders.get(cwd) ?? [])];
  }
}

/** Merges two lists by time, newest first. A line that both have gets exit code and folder from the record. */
async function eachOnce(
  ofFile: readonly PastLine[],
  recorded: readonly PastLine[],
  pause: Pause,
): Promise<PastLine[]> {
  const known = new Map<string, PastLine>();
  let [file, record] = [0, 0];
  while (file < ofFile.length || record < recorded.length) {
    const [one, other] = [ofFile[file], recorded[record]];
    const isOne = other === undefined || (one !== undefined && (one.at ?? 0) >= (other.at ?? 0));
    const line = isOne ? one : other;
    if (isOne) file += 1;
    else record += 1;
    if (line !== undefined) known.set(line.line, filled(known.get(line.line), line));
    if ((file + record) % SLICE === 0) await pause();
  }
  return [...known.values()];
}

function filled(newer: PastLine | undefined, line: PastLine): PastLine {
  if (newer === undefined) return line;
  if (newer.cwd !== undefined || line.cwd === undefined) return newer;
  const { exitCode, cwd } = line;
  return { ...newer, cwd, ...(exitCode === undefined ? {} : { exitCode }) };
}

function byFolder(recorded: readonly PastLine[]): Map<string, PastLine[]> {
  const folders = new Map<string, PastLine[]>();
  for (const line of recorded) {
    if (line.cwd === undefined) continue;
    const known = folders.get(line.cwd);
    if (known === undefined) folders.set(line.cwd, [line]);
    else if (known.length < MOST_OF_FOLDER) known.push(line);
  }
  return folders;
}
