/**
 * A pool of reusable buffers, for text that is held outside of the JavaScript heap.
 *
 * Bulk output is held for a third of a second. As strings it would survive into the old generation of the heap, and collecting that
 * stops the process, keys included, for 20 ms each time.
 */

/** The size of a buffer is a multiple of this, in bytes. Shorter text would waste memory and is no bulk output. */
const STEP = 4 * 1024;
/** Limit of unused buffers of one size. */
const MOST_SPARE = 8;

export class BufferPool {
  readonly #spare = new Map<number, Buffer[]>();

  /** Returns a buffer that begins with the bytes of the text. Undefined if the text is short or not ASCII: keep the string then. */
  take(text: string): Buffer | undefined {
    if (text.length < STEP || Buffer.byteLength(text) !== text.length) return undefined;
    const size = Math.ceil(text.length / STEP) * STEP;
    const buffer = this.#spare.get(size)?.pop() ?? Buffer.allocUnsafeSlow(size);
    buffer.write(text, 'latin1');
    return buffer;
  }

  /** Gives a buffer back, which must not be read any more. */
  release(buffer: Buffer): void {
    const same = this.#spare.get(buffer.length) ?? [];
    if (same.length < MOST_SPARE) same.push(buffer);
    this.#spare.set(buffer.length, same);
  }
}
