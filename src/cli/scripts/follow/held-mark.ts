/** Holds back text that may be the shell's mark for a missing final newline, until it is clear whether it is. */

import { withoutMissingNewlineMark } from '../../../screen/text/missing-newline.ts';
import { ShellMark } from '../../../screen/text/shell-mark.ts';

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

/** What zsh prints unless it is configured otherwise. Other inverse text is a program's, and is not held back. */
function isUsualSign(char: string, index: number): boolean {
  return index === 0 && (char === '%' || char === '#');
}
