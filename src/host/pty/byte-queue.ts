/** Bytes that wait to be written, joined so that many small pieces take few writes. */

/** A front piece of at least this size, in bytes, is written as it is: joining would copy it again and again. */
const LARGE = 4096;

export class ByteQueue {
  #pieces: Uint8Array[] = [];
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  add(piece: Uint8Array): void {
    if (piece.length > 0) this.#pieces.push(piece);
    this.#bytes += piece.length;
  }

  /** Adds bytes that are to be written before all that wait. */
  addInFront(piece: Uint8Array): void {
    if (piece.length > 0) this.#pieces.unshift(piece);
    this.#bytes += piece.length;
  }

  /** Returns the next bytes, joined: at most `most`, and none when the queue is empty. They stay in the queue. */
  front(most: number): Uint8Array {
    const [first] = this.#pieces;
    if (first !== undefined && first.length < LARGE && this.#pieces.length > 1) this.#joinFront(most);
    return (this.#pieces[0] ?? new Uint8Array()).subarray(0, most);
  }

  /** Removes that many bytes of the front, which were written. */
  remove(count: number): void {
    const [first = new Uint8Array()] = this.#pieces;
    if (count < first.length) this.#pieces[0] = first.subarray(count);
    else this.#pieces.shift();
    this.#bytes -= Math.min(count, first.length);
  }

  clear(): void {
    this.#pieces = [];
    this.#bytes = 0;
  }

  #joinFront(most: number): void {
    let count = 0;
    let bytes = 0;
    for (; count < this.#pieces.length && bytes < most; count += 1) bytes += this.#pieces[count]?.length ?? 0;
    // A large piece at the end need not be copied.
    const last = this.#pieces[count - 1];
    if (count > 1 && last !== undefined && last.length >= LARGE) count -= 1;
    this.#pieces.splice(0, count, Buffer.concat(this.#pieces.slice(0, count)));
  }
}
