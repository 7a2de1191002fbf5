/** Collects the text of a sequence as bytes, up to a limit. */

const FIRST = 4096;

export class Payload {
  readonly #limit: number;
  #bytes: Buffer = Buffer.alloc(0);
  #length = 0;
  #cut = false;

  /** `limit` is in bytes; what comes beyond it is dropped. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  put(data: Uint32Array, start: number, end: number): void {
    const room = this.#room(end - start);
    for (let at = 0; at < room; at += 1) this.#bytes[this.#length + at] = data[start + at] ?? 0;
    this.#length += room;
  }

  add(bytes: Buffer): void {
    const room = this.#room(bytes.length);
    bytes.copy(this.#bytes, this.#length, 0, room);
    this.#length += room;
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Whether something was dropped. */
  get cut(): boolean {
    return this.#cut;
  }

  /** Grows the buffer by `count` bytes, as far as the limit allows. Returns by how many. */
  #room(count: number): number {
    const room = Math.min(count, this.#limit - this.#length);
    this.#cut ||= room < count;
    const needed = this.#length + room;
    if (needed > this.#bytes.length) {
      const larger = Buffer.alloc(Math.min(this.#limit, Math.max(FIRST, needed, this.#bytes.length * 2)));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    return room;
  }
}

/** Decodes base64; what is no base64 is left out. */
export function fromBase64(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1'), 'base64');
}
