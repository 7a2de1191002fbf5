/** Holds back text that may be the shell's mark for a missing final newline, until it is clear whether it is. */

import { withoutMissingNewlineMark } from '../../../screen/text/missing-newline.ts';

const SGR = String.raw`(?:\x1b\[[\d;:]*m|\x1b\(B)`;
const BLANKS = String.raw`(?: +(?:\r(?:[ ⏎] ?(?:\r[^\n]*)?)?)?)?`;
const UNFINISHED = String.raw`(?:\x1b(?:[\[(][\d;:]*)?)?`;
/** A beginning of the mark at the end of the text: no more than the mark itself and titles that are set after it. */
const MAY_BE_MARK = new RegExp(
  String.raw`${SGR}*(?:${UNFINISHED}|(?:\x1b\[7m${SGR}*(?:[%#]${SGR}*${BLANKS})?|⏎${SGR}*${BLANKS})${UNFINISHED})$`,
);

/** Most characters that are held back; a longer text is not a mark. */
const MAX_HELD = 4096;

export class HeldMark {
  #held = '';

  add(text: string): string {
    const all = this.#held + text;
    const from = Math.max(0, all.length - MAX_HELD);
    const at = from + (MAY_BE_MARK.exec(all.slice(from))?.index ?? MAX_HELD);
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
