/**
 * The answers of users about other machines and containers: whether to set up shell integration there. Each is a line in the file
 * `places` of the state folder, which the user may edit: `yes ssh box`. The file is read whenever an answer is needed.
 */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFileSync } from '../../files/replace-file.ts';
import { readPlainFileSync } from '../../ledger/files/plain-file.ts';

export type PlaceAnswer = 'yes' | 'no';

/** Limit of answers that are kept; the oldest is forgotten. */
const MAX_ANSWERS = 1000;
/** Limit of a name, in UTF-16 units. */
const MAX_NAME = 128;

/** Whether a person can be asked about the place: its name is short and has only printable ASCII, so it cannot deceive. */
export function isPlain(place: string): boolean {
  return place.length <= MAX_NAME && /^[!-~]+ [!-~]+$/.test(place);
}

export class Places {
  readonly #file: string | undefined;
  /** The lines, if there is no file. */
  #lines: readonly string[] = [];

  /** Without a folder the answers are forgotten with the host. */
  constructor(folder: string | undefined) {
    this.#file = folder === undefined ? undefined : join(folder, 'places');
  }

  /** Undefined if the user was not asked yet. */
  answer(place: string): PlaceAnswer | undefined {
    const line = this.#read().findLast((each) => each.slice(each.indexOf(' ') + 1) === place);
    if (line?.startsWith('yes ')) return 'yes';
    return line?.startsWith('no ') ? 'no' : undefined;
  }

  /** Throws the system's error when it cannot be written. */
  keep(place: string, answer: PlaceAnswer): void {
    const others = this.#read().filter((each) => each.slice(each.indexOf(' ') + 1) !== place);
    this.#write([...others, `${answer} ${place}`].slice(-MAX_ANSWERS));
  }

  forgetAll(): void {
    this.#lines = [];
    if (this.#file !== undefined) rmSync(this.#file, { force: true });
  }

  #read(): readonly string[] {
    if (this.#file === undefined) return this.#lines;
    try {
      const lines = readPlainFileSync(this.#file).toString().split('\n');
      return lines.map((line) => line.trim()).filter((line) => line !== '');
    } catch {
      // There is no file before the first answer.
      return [];
    }
  }

  #write(lines: readonly string[]): void {
    this.#lines = lines;
    if (this.#file !== undefined) replaceFileSync(this.#file, `${lines.join('\n')}\n`);
  }
}
