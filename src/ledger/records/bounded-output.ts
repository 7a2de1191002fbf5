/** The output of one command, bounded: keeps the head and the tail unchanged and counts the characters in between. */

import { safeCut } from '../../protocol/terminal/safe-cut.ts';
import type { TextCursor, TextSource } from './text-source.ts';

/**
 * Sizes in UTF-16 units, each cut at a line start if there is one. Together at most 100 Ki, which is at most 300 KiB of
 * UTF-8. The output between them is only counted.
 */
export const HEAD_KEPT = 32 * 1024;
export const TAIL_KEPT = 64 * 1024;

export type StoredOutput = { readonly head: string; readonly omitted: number; readonly tail: string };

export const noOutput: StoredOutput = { head: '', omitted: 0, tail: '' };

/** Units before the tail that are read with it: a safe cut looks back for the start of an escape sequence. */
const BEFORE_TAIL = TAIL_KEPT;
/** UTF-16 units that are held for head and tail, and for what is printed at once. */
const HELD = 1024 * 1024;

export class BoundedOutput {
  readonly #text: TextSource;
  readonly #cursor: TextCursor;
  readonly #from: number;
  #head: string | undefined;

  /** Begins with the next output; with `kept`, continues with an earlier one. */
  constructor(text: TextSource, kept?: { readonly from: number; readonly head: string | undefined }) {
    this.#text = text;
    this.#cursor = text.cursor(HELD);
    this.#from = kept?.from ?? text.end;
    this.#head = kept?.head;
  }

  /** For a checkpoint: where the output begins, from where its text is still needed, and its head once that is complete. */
  get kept(): { readonly from: number; readonly needed: number; readonly head: string | undefined } {
    const needed = this.#head === undefined ? this.#from : this.#tailFrom;
    return { from: this.#from, needed, head: this.#head };
  }

  /** Must be called when text was printed. */
  printed(): void {
    const { end } = this.#text;
    if (this.#head === undefined && end - this.#from > HEAD_KEPT) this.#closeHead();
    if (this.#head !== undefined) this.#cursor.moveTo(this.#tailFrom);
  }

  read(): StoredOutput {
    if (this.#head === undefined) return { ...noOutput, head: this.#text.read(this.#from) };
    const tail = this.#text.read(this.#tailFrom);
    const at = safeCut(tail, tail.length - TAIL_KEPT);
    const before = this.#tailFrom - this.#from - this.#head.length;
    return { head: this.#head, omitted: before + at, tail: tail.slice(at) };
  }

  close(): void {
    this.#cursor.close();
  }

  get #tailFrom(): number {
    const behindHead = this.#from + (this.#head?.length ?? 0);
    return Math.max(behindHead, this.#text.end - TAIL_KEPT - BEFORE_TAIL);
  }

  #closeHead(): void {
    const text = this.#text.read(this.#from);
    const at = safeCut(text, HEAD_KEPT);
    // The limit is inside an escape sequence: wait for the output that ends it.
    if (at > 0 && at < text.length) this.#head = text.slice(0, at);
  }
}

/**
 * Joins head and tail into one text, with a line in between that says how many characters are omitted and where they are. `seq`
 * is the number of the command.
 */
export function outputText({ head, omitted, tail }: StoredOutput, seq: number): string {
  if (omitted === 0) return head + tail;
  const newline = head === '' || head.endsWith('\n') ? '' : '\r\n';
  return `${head}\x1b[0m${newline}… ${omitted} characters are left out here: \`cotty read NAME --seq ${seq} --lines A-B\` prints the lines that are kept …\r\n${tail}`;
}
