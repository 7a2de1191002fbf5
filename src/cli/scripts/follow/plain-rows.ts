/**
 * Turns the output of a running command into plain lines, as a terminal would show them. Rows that the program may still redraw,
 * such as those of a progress display, are held back. They are printed when they have scrolled off the screen, when nothing was
 * printed for half a second, or when the command ends.
 */

import { withoutMissingNewlineMark } from '../../../screen/text/missing-newline.ts';
import { PlainStream, SCREEN_ROWS } from '../../../screen/text/plain-stream.ts';
import { ShellMark } from '../../../screen/text/shell-mark.ts';

/** Milliseconds without output after which held rows are printed. Progress displays redraw more often than that. */
const QUIET_MS = 500;

export class PlainRows {
  readonly #put: (text: string) => void;
  readonly #onOpen: (line: string) => void;
  readonly #mark = new HeldMark();
  readonly #lines = new PlainStream(SCREEN_ROWS);
  #timer: NodeJS.Timeout | undefined;

  /**
   * `put` is called with complete lines; only the last line of the output may lack its line feed. `onOpen` is called with a line
   * that stays unfinished for half a second, such as a question; it is put again when it is complete.
   */
  constructor(put: (text: string) => void, onOpen: (line: string) => void = () => {}) {
    this.#put = put;
    this.#onOpen = onOpen;
  }

  write(text: string): void {
    this.#print(this.#lines.add(this.#mark.add(text)));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#print(this.#lines.release());
      if (this.#lines.open.trim() !== '') this.#onOpen(this.#lines.open);
    }, QUIET_MS);
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

/** Holds back the end of the output as long as it may be the mark of zsh, which must not be printed. */
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

/** Whether this begins the default mark of zsh for output without a line end, `%` or `#`. Other inverse text is not held back. */
function isUsualSign(char: string, index: number): boolean {
  return index === 0 && (char === '%' || char === '#');
}
