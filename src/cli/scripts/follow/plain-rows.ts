/**
 * The output of a command that runs, as plain lines: whole ones, as a screen shows them. Lines that the program may draw again
 * (rows of a progress display) are held back until they have scrolled off, until the end, or until nothing was printed for half
 * a second: a log is not waited for longer than that.
 */

import { withoutMissingNewlineMark } from '../../../screen/text/missing-newline.ts';
import { PlainStream, SCREEN_ROWS } from '../../../screen/text/plain-stream.ts';
import { ShellMark } from '../../../screen/text/shell-mark.ts';

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

/** Most characters that are held back; a longer text is not a mark. */
const MAX_HELD = 4096;

export class HeldMark {
  #held = '';

  add(text: string): string {
    const all = this.#held + text;
    const from = Math.max(0, all.length - MAX_HELD);
    const at = from + (new ShellMark(all.slice(from), isUsualSign).possible ?? MAX_HELD);
    this.#held = all.slice(at);
    return all.slice(0, at);
  }

  /** Returns the text that was held back, without the mark. */
  end(): string {
    const rest = withoutMissingNewlineMark(this.#held);
    this.#held = '';
    return rest;
  }
}

/** The mark that zsh prints for output without a line end, by default. Other inverse text is a program's and is not held back. */
function isUsualSign(char: string, index: number): boolean {
  return index === 0 && (char === '%' || char === '#');
}
