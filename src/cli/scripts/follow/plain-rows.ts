/**
 * The output of a command that runs, as plain lines: whole ones, as a screen shows them. Lines that the program may draw again
 * (rows of a progress display) are held back until they have scrolled off, until the end, or until nothing was printed for half
 * a second: a log is not waited for longer than that.
 */

import { PlainStream, SCREEN_ROWS } from '../../../screen/text/plain-stream.ts';
import { HeldMark } from './held-mark.ts';

/** Silence after which lines are taken as final, in milliseconds: progress displays draw several times in that time. */
const QUIET_MS = 500;

export class PlainRows {
  readonly #put: (text: string) => void;
  readonly #mark = new HeldMark();
  readonly #lines = new PlainStream(SCREEN_ROWS);
  #timer: NodeJS.Timeout | undefined;

  /** `put` is called with texts of whole lines; only the last one may lack its line feed. */
  constructor(put: (text: string) => void) {
    this.#put = put;
  }

  write(text: string): void {
    this.#print(this.#lines.add(this.#mark.add(text)));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#print(this.#lines.release()), QUIET_MS);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#print(this.#lines.add(this.#mark.end()) + this.#lines.end());
  }

  #print(text: string): void {
    if (text !== '') this.#put(text);
  }
}
