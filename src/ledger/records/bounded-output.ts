/** The output of one command, bounded: keeps the head and the tail unchanged and counts the characters in between. */

import { safeCut } from '../../protocol/terminal/safe-cut.ts';

/**
 * Sizes in UTF-16 units, each cut at a line start if there is one. Together at most 100 Ki, which is at most 300 KiB of
 * UTF-8. The output between them is only counted.
 */
export const HEAD_KEPT = 32 * 1024;
export const TAIL_KEPT = 64 * 1024;

export type StoredOutput = { readonly head: string; readonly omitted: number; readonly tail: string };

export const noOutput: StoredOutput = { head: '', omitted: 0, tail: '' };

/** Pieces are joined up to this size to keep their number small. */
const PIECE = 4 * 1024;

export class BoundedOutput {
  #head = '';
  #headFull = false;
  #omitted = 0;
  /** Kept in pieces, so that a flood of output is dropped piece by piece without copying. */
  #tail: string[] = [];
  #tailLength = 0;

  add(text: string): void {
    if (this.#headFull) {
      this.#addTail(text);
    } else {
      this.#head += text;
      if (this.#head.length > HEAD_KEPT) this.#closeHead();
    }
  }

  read(): StoredOutput {
    const tail = this.#tail.join('');
    const at = safeCut(tail, tail.length - TAIL_KEPT);
    return { head: this.#head, omitted: this.#omitted + at, tail: tail.slice(at) };
  }

  #closeHead(): void {
    const at = safeCut(this.#head, HEAD_KEPT);
    // The limit is inside an escape sequence: wait for the output that ends it.
    if (at === 0 || at >= this.#head.length) return;
    this.#addTail(this.#head.slice(at));
    this.#head = this.#head.slice(0, at);
    this.#headFull = true;
  }

  #addTail(text: string): void {
    const last = this.#tail.length - 1;
    const piece = this.#tail[last];
    if (piece !== undefined && piece.length < PIECE) this.#tail[last] = piece + text;
    else this.#tail.push(text);
    this.#tailLength += text.length;
    // Keeps twice the tail: a safe cut looks back for the start of an escape sequence.
    for (let first = this.#tail[0]; first !== undefined; first = this.#tail[0]) {
      if (this.#tailLength - first.length < 2 * TAIL_KEPT) break;
      this.#tail.shift();
      this.#tailLength -= first.length;
      this.#omitted += first.length;
    }
  }
}

/** Joins head and tail into one text, with a line that counts the omitted characters. */
export function outputText({ head, omitted, tail }: StoredOutput): string {
  if (omitted === 0) return head + tail;
  const newline = head === '' || head.endsWith('\n') ? '' : '\r\n';
  return `${head}\x1b[0m${newline}… ${omitted} characters were not kept …\r\n${tail}`;
}
