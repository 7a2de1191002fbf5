/**
 * The end of an output that is longer than its limit: of what a program prints without end, most would be written only to be
 * deleted.
 */

import type { TextPiece } from '../records/printed-text.ts';
import { ByteRooms } from './byte-rooms.ts';

type Held = {
  readonly piece: Omit<TextPiece, 'text'>;
  readonly length: number;
  /** The text, or a room with its bytes. */
  readonly held: string | Buffer;
};

export class HeldEnd {
  readonly #most: number;
  readonly #rooms = new ByteRooms();
  readonly #held: Held[] = [];
  #chars = 0;

  /** `most`: UTF-16 units; beyond it the oldest piece goes. */
  constructor(most: number) {
    this.#most = most;
  }

  add({ text, ...piece }: TextPiece): void {
    this.#chars += text.length;
    while (this.#chars > this.#most) {
      const oldest = this.#held.shift();
      if (oldest === undefined) break;
      this.#chars -= oldest.length;
      if (typeof oldest.held !== 'string') this.#rooms.giveBack(oldest.held);
    }
    this.#held.push({ piece, length: text.length, held: this.#rooms.take(text) ?? text });
  }

  /** Returns what is held, oldest first, and holds nothing any more. */
  take(): readonly TextPiece[] {
    this.#chars = 0;
    return this.#held.splice(0).map(({ piece, length, held }) => ({
      ...piece,
      text: typeof held === 'string' ? held : held.toString('latin1', 0, length),
    }));
  }
}
