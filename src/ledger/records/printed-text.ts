/**
 * The whole output of the running command on its way to the disk: text is kept by reference until enough of it is there,
 * then it is passed on as one piece that ends at a line end.
 */

import type { OutputCounts } from '../../protocol/terminal/command-meta.ts';

/** A piece of an output, with the counts of what was printed before it. */
export type TextPiece = {
  readonly text: string;
  /** Line ends before the piece. */
  readonly line: number;
  readonly byte: number;
  readonly char: number;
  /** Whether the piece begins inside of a line. */
  readonly inLine: boolean;
};

/** UTF-16 units that are counted and passed on together. */
const PIECE = 64 * 1024;
/** Limit of an unfinished line that waits for its end, in UTF-16 units; a longer one is passed on in pieces. */
const LINE = 64 * 1024;

export class PrintedText {
  readonly #onPiece: (piece: TextPiece) => void;
  #waiting: string[] = [];
  #waitingChars = 0;
  #waitingLines = 0;
  #lines = 0;
  #bytes = 0;
  #chars = 0;
  #inLine = false;

  constructor(onPiece: (piece: TextPiece) => void) {
    this.#onPiece = onPiece;
  }

  /** `lines` is the number of line ends in the text: who has it counted them already. */
  add(text: string, lines: number): void {
    this.#waiting.push(text);
    this.#waitingChars += text.length;
    this.#waitingLines += lines;
    if (this.#waitingChars >= PIECE) this.passOn();
  }

  /** Counts what was printed so far, the unfinished last line included. */
  get counts(): OutputCounts {
    this.passOn();
    const rest = this.rest.text;
    return {
      lines: this.#lines + (this.#inLine || rest !== '' ? 1 : 0),
      bytes: this.#bytes + Buffer.byteLength(rest),
      chars: this.#chars + rest.length,
    };
  }

  /** The unfinished line that waits for its end; complete after `passOn`. */
  get rest(): TextPiece {
    return this.#pieceOf(this.#joined());
  }

  /** Passes on all whole lines, and an unfinished one if that is long. */
  passOn(): void {
    const text = this.#joined();
    const lineEnd = text.lastIndexOf('\n') + 1;
    this.#pass(text, text.length - lineEnd > LINE ? text.length : lineEnd);
  }

  /** Passes on everything: the command has ended. */
  end(): void {
    const text = this.#joined();
    this.#pass(text, text.length);
  }

  #pass(text: string, end: number): void {
    if (end === 0) return;
    const piece = this.#pieceOf(end === text.length ? text : text.slice(0, end));
    this.#waiting = end === text.length ? [] : [text.slice(end)];
    this.#waitingChars = text.length - end;
    // What stays behind has no line end.
    this.#lines += this.#waitingLines;
    this.#waitingLines = 0;
    this.#bytes += Buffer.byteLength(piece.text);
    this.#chars += end;
    this.#inLine = !piece.text.endsWith('\n');
    this.#onPiece(piece);
  }

  #pieceOf(text: string): TextPiece {
    return { text, line: this.#lines, byte: this.#bytes, char: this.#chars, inLine: this.#inLine };
  }

  #joined(): string {
    if (this.#waiting.length > 1) this.#waiting = [this.#waiting.join('')];
    return this.#waiting[0] ?? '';
  }
}
