/**
 * Markers on lines of the normal buffer. A marker moves with its line. When the line is gone, its line is −1, and the marker says
 * whether the line left at the top of the buffer.
 *
 * Each of xterm's own markers listens to every line that scrolls out (10,000 markers make bulk output ten times slower), and
 * survives a reset. Here one counter follows the buffer, and the line of a marker is computed when it is read.
 */
import type { CoreLines } from '../core/emulator-core.ts';

export type LineMark = {
  readonly line: number;
  /** Whether the line is gone because it scrolled out. */
  readonly scrolledOut: boolean;
  dispose(): void;
};

type Held = { at: number; scrolledOut: boolean };

/** Limit: 20,000 marks; beyond it the oldest is dropped (its line is −1) for the newest. */
const MARKS_LIMIT = 20_000;

export class LineMarks {
  #lines: CoreLines | undefined;
  #subscriptions: { dispose(): void }[] = [];
  /** Number of lines that have left the buffer at its top; a mark stores its line number plus this. */
  #trimmed = 0;
  #held = new Set<Held>();

  /** Follows the buffer's lines. A different list of lines means a reset: all marks are dropped. */
  follow(lines: CoreLines): void {
    if (lines === this.#lines) return;
    this.close();
    this.#lines = lines;
    this.#subscriptions = [
      lines.onTrim((amount) => {
        this.#trimmed += amount;
      }),
      lines.onInsert(({ index, amount }) => this.#move(index, 0, amount)),
      lines.onDelete(({ index, amount }) => this.#move(index, amount, -amount)),
    ];
  }

  mark(line: number): LineMark {
    const held: Held = { at: line + this.#trimmed, scrolledOut: false };
    if (this.#held.size >= MARKS_LIMIT) this.#makeRoom();
    this.#held.add(held);
    const lineOf = () => this.#lineOf(held);
    return {
      get line() {
        return lineOf();
      },
      get scrolledOut() {
        return lineOf() < 0 && held.scrolledOut;
      },
      dispose: () => void this.#held.delete(held),
    };
  }

  /** Drops the marks on lines that were erased completely, as xterm does. */
  wiped(first: number, end: number): void {
    for (const held of this.#held) {
      const line = held.at - this.#trimmed;
      if (line >= first && line < end) this.#held.delete(held);
    }
  }

  close(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#subscriptions = [];
    this.#held = new Set();
    this.#lines = undefined;
  }

  #makeRoom(): void {
    for (const held of this.#held) this.#lineOf(held);
    for (const oldest of this.#held) {
      if (this.#held.size < MARKS_LIMIT) return;
      this.#held.delete(oldest);
    }
  }

  #lineOf(held: Held): number {
    if (!this.#held.has(held)) return -1;
    const line = held.at - this.#trimmed;
    if (line >= 0 && line < (this.#lines?.length ?? 0)) return line;
    held.scrolledOut = line < 0;
    this.#held.delete(held);
    return -1;
  }

  #move(index: number, deleted: number, by: number): void {
    for (const held of this.#held) {
      const line = held.at - this.#trimmed;
      if (line < index) continue;
      if (line < index + deleted) this.#held.delete(held);
      else held.at += by;
    }
  }
}
