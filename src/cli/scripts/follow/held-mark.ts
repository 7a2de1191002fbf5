/** Holds back what may be the shell's mark for a missing last line feed, until it is clear whether it is. */

import { withoutMissingNewlineMark } from '../../../screen/text/missing-newline.ts';

const SGR = String.raw`(?:\x1b\[[\d;:]*m|\x1b\(B)`;
const BLANKS = String.raw`(?: +(?:\r(?:[ ⏎] ?(?:\r[^\n]*)?)?)?)?`;
const UNFINISHED = String.raw`(?:\x1b(?:[\[(][\d;:]*)?)?`;
/** A beginning of it at the end of the text: never more than the mark itself and titles set after it. */
const MAY_BE_MARK = new RegExp(
  String.raw`${SGR}*(?:${UNFINISHED}|(?:\x1b\[7m${SGR}*(?:[%#]${SGR}*${BLANKS})?|⏎${SGR}*${BLANKS})${UNFINISHED})$`,
);

/** Longer than that is no mark. */
const MOST = 4096;

export class HeldMark {
  #held = '';

  add(text: string): string {
    const all = this.#held + text;
    const from = Math.max(0, all.length - MOST);
    const at = from + (MAY_BE_MARK.exec(all.slice(from))?.index ?? MOST);
    this.#held = all.slice(at);
    return all.slice(0, at);
  }

  /** The rest, without the mark. */
  end(): string {
    const rest = withoutMissingNewlineMark(this.#held);
    this.#held = '';
    return rest;
  }
}
