/** Splits bytes into lines of limited length. */

const LINE_FEED = 0x0a;

export type LineReaderOptions = {
  /** Longest line in bytes, without its line feed. A longer one is skipped to its end. */
  readonly maxBytes: number;
  readonly onLine: (line: string) => void;
  /** Called at the end of a line that was skipped, with its length in bytes. */
  readonly onTooLong: (bytes: number) => void;
};

export class LineReader {
  readonly #options: LineReaderOptions;
  /** The incomplete line, in pieces; empty while the rest of a line that is too long is skipped. */
  #pieces: Buffer[] = [];
  #length = 0;

  constructor(options: LineReaderOptions) {
    this.#options = options;
  }

  read(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      this.#add(chunk.subarray(from, end));
      this.#end();
      from = end + 1;
    }
    this.#add(chunk.subarray(from));
  }

  /** Length of the incomplete line in bytes, also of one that is too long. */
  get length(): number {
    return this.#length;
  }

  /** Drops the incomplete line. */
  clear(): void {
    this.#pieces = [];
    this.#length = 0;
  }

  #add(piece: Buffer): void {
    this.#length += piece.length;
    if (this.#length > this.#options.maxBytes) this.#pieces = [];
    else if (piece.length > 0) this.#pieces.push(piece);
  }

  #end(): void {
    const [pieces, length] = [this.#pieces, this.#length];
    this.clear();
    if (length > this.#options.maxBytes) this.#options.onTooLong(length);
    else this.#options.onLine(Buffer.concat(pieces).toString());
  }
}
