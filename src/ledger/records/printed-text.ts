/**
 * The whole output of the running command on its way to the disk: when enough text is there, it is passed on as one piece
 * that ends at a line end.
 */

import type { OutputCounts } from '../../protocol/terminal/command-meta.ts';
import type { KeptCommand } from './kept-command.ts';
import type { TextCursor, TextSource } from './text-source.ts';

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
/** UTF-16 units that are held for it: a piece, an unfinished line, and what is printed at once. */
const HELD = 1024 * 1024;

export class PrintedText {
  readonly #text: TextSource;
  readonly #onPiece: (piece: TextPiece) => void;
  /** Offset of the first text that was not passed on. */
  readonly #cursor: TextCursor;
  readonly #from: number;
  readonly #fromLine: number;
  #bytes = 0;
  #inLine = false;

  /** Begins with the next output; with `kept`, continues with an earlier one. */
  constructor(
    text: TextSource,
    onPiece: (piece: TextPiece) => void,
    kept?: Pick<KeptCommand, 'before' | 'passed'>,
  ) {
    const { before, passed } = kept ?? {
      before: { chars: 0, lines: 0 },
      passed: { chars: 0, bytes: 0, inLine: false },
    };
    this.#text = text;
    this.#onPiece = onPiece;
    this.#from = text.end - before.chars;
    this.#fromLine = text.lineAt(text.end) - before.lines;
    this.#cursor = text.cursor(HELD, this.#from + passed.chars);
    this.#bytes = passed.bytes;
    this.#inLine = passed.inLine;
  }

  /** Text passed on so far; complete after `passOn`. */
  get passed(): KeptCommand['passed'] {
    return { chars: this.#cursor.at - this.#from, bytes: this.#bytes, inLine: this.#inLine };
  }

  /** Number of line ends of the output before a place that is held. */
  linesBefore(place: number): number {
    return this.#text.lineAt(place) - this.#fromLine;
  }

  /** Must be called when text was printed. */
  printed(): void {
    if (this.#text.end - this.#cursor.at >= PIECE) this.passOn();
  }

  /** Counts what was printed so far, the unfinished last line included. */
  get counts(): OutputCounts {
    this.passOn();
    const { text, line, byte, char } = this.rest;
    return {
      lines: line + (this.#inLine || text !== '' ? 1 : 0),
      bytes: byte + Buffer.byteLength(text),
      chars: char + text.length,
    };
  }

  /** The unfinished line that waits for its end; complete after `passOn`. */
  get rest(): TextPiece {
    const { at } = this.#cursor;
    return {
      text: this.#text.read(at),
      line: this.#text.lineAt(at) - this.#fromLine,
      byte: this.#bytes,
      char: at - this.#from,
      inLine: this.#inLine,
    };
  }

  /** Passes on all whole lines, and an unfinished one if that is long. */
  passOn(): void {
    const { rest } = this;
    const lineEnd = rest.text.lastIndexOf('\n') + 1;
    this.#pass(rest, rest.text.length - lineEnd > LINE ? rest.text.length : lineEnd);
  }

  /** Passes on everything: the command has ended. */
  end(): void {
    const { rest } = this;
    this.#pass(rest, rest.text.length);
  }

  close(): void {
    this.#cursor.close();
  }

  #pass(rest: TextPiece, length: number): void {
    if (length === 0) return;
    const text = rest.text.slice(0, length);
    this.#bytes += Buffer.byteLength(text);
    this.#inLine = !text.endsWith('\n');
    this.#cursor.moveTo(this.#cursor.at + length);
    this.#onPiece({ ...rest, text });
  }
}
