/** The output of one command, bounded: its head and its tail are kept as they came, what lies between is counted. */

import { safeCut } from '../protocol/terminal/safe-cut.ts';

/**
 * In UTF-16 units, both cut at a line start where there is one: at most 100 Ki together, which is at most 300 KiB of
 * UTF-8. What is between them is only counted.
 */
export const HEAD_KEPT = 32 * 1024;
export const TAIL_KEPT = 64 * 1024;

export type StoredOutput = { readonly head: string; readonly omitted: number; readonly tail: string };

export const noOutput: StoredOutput = { head: '', omitted: 0, tail: '' };

export class BoundedOutput {
  #head = '';
  #headFull = false;
  #omitted = 0;
  #tail = '';

  add(text: string): void {
    if (this.#headFull) {
      this.#tail += text;
    } else {
      this.#head += text;
      if (this.#head.length > HEAD_KEPT) this.#closeHead();
    }
    // Twice what is kept, so that its copying is paid by as much output.
    if (this.#tail.length > 2 * TAIL_KEPT) this.#cutTail();
  }

  read(): StoredOutput {
    if (this.#tail.length > TAIL_KEPT) this.#cutTail();
    return { head: this.#head, omitted: this.#omitted, tail: this.#tail };
  }

  #closeHead(): void {
    const at = safeCut(this.#head, HEAD_KEPT);
    // Still inside an escape sequence: it is closed by what comes next.
    if (at === 0 || at >= this.#head.length) return;
    this.#tail = this.#head.slice(at);
    this.#head = this.#head.slice(0, at);
    this.#headFull = true;
  }

  #cutTail(): void {
    const at = safeCut(this.#tail, this.#tail.length - TAIL_KEPT);
    this.#omitted += at;
    this.#tail = this.#tail.slice(at);
  }
}

/** As one text, the gap in its place. */
export function outputText({ head, omitted, tail }: StoredOutput): string {
  if (omitted === 0) return head + tail;
  const newline = head === '' || head.endsWith('\n') ? '' : '\r\n';
  return `${head}\x1b[0m${newline}… ${omitted} characters were not kept …\r\n${tail}`;
}
