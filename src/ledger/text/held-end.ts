/**
 * The end of an output that is longer than its limit: of what a program prints without end, most would be written only to be
 * deleted.
 *
 * It is held as bytes, in rooms that are used again. As strings it would live for a third of a second each, long enough for
 * the engine to move it among what is old: its collector then stood still for 20 ms, seven times a second, and keys with it.
 */

import type { TextPiece } from '../records/printed-text.ts';

type Held = {
  readonly piece: Omit<TextPiece, 'text'>;
  readonly chars: number;
  readonly room: Buffer;
  readonly end: number;
};

/** Rooms have a multiple of this size, in bytes, so that one piece fits where another was. */
const ROOM_STEP = 32 * 1024;

export class HeldEnd {
  readonly #most: number;
  readonly #held: Held[] = [];
  #chars = 0;

  /** `most`: UTF-16 units; beyond it the oldest piece goes. */
  constructor(most: number) {
    this.#most = most;
  }

  add({ text, ...piece }: TextPiece): void {
    this.#chars += text.length;
    let spare: Buffer | undefined;
    while (this.#chars > this.#most) {
      const oldest = this.#held.shift();
      if (oldest === undefined) break;
      this.#chars -= oldest.chars;
      spare = oldest.room;
    }
    const bytes = Buffer.byteLength(text);
    const room =
      spare !== undefined && spare.length >= bytes ? spare : Buffer.allocUnsafeSlow(roomFor(bytes));
    this.#held.push({ piece, chars: text.length, room, end: room.write(text) });
  }

  /** Returns what is held, oldest first, and holds nothing any more. */
  take(): readonly TextPiece[] {
    this.#chars = 0;
    return this.#held
      .splice(0)
      .map(({ piece, room, end }) => ({ ...piece, text: room.toString('utf8', 0, end) }));
  }
}

function roomFor(bytes: number): number {
  return Math.ceil(bytes / ROOM_STEP) * ROOM_STEP;
}
