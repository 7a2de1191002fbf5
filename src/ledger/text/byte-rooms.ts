/**
 * Text as bytes outside of the engine's heap, in rooms that are used again.
 *
 * As a string, the text of a flood that is held for a third of a second is moved among what is old by the engine's collector,
 * which stands still for 20 ms each time, and keys with it.
 */

/** Rooms have a multiple of this size, in bytes. Shorter text would waste them, and is no flood. */
const STEP = 4 * 1024;
/** Rooms of one size that wait for the next text. */
const MOST_SPARE = 8;

export class ByteRooms {
  readonly #spare = new Map<number, Buffer[]>();

  /** Returns the text as bytes from the first on, or undefined where it is short or not ASCII: a string has all of it. */
  take(text: string): Buffer | undefined {
    if (text.length < STEP || Buffer.byteLength(text) !== text.length) return undefined;
    const size = Math.ceil(text.length / STEP) * STEP;
    const room = this.#spare.get(size)?.pop() ?? Buffer.allocUnsafeSlow(size);
    room.write(text, 'latin1');
    return room;
  }

  /** Takes a room back: nobody reads what is in it any more. */
  giveBack(room: Buffer): void {
    const same = this.#spare.get(room.length) ?? [];
    if (same.length < MOST_SPARE) same.push(room);
    this.#spare.set(room.length, same);
  }
}
