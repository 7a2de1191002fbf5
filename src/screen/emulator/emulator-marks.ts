/**
 * Marks on lines of the normal buffer — they move with their line and say −1 once it is gone, and whether it left the
 * buffer at its top.
 *
 * xterm's own markers each listen to every line that scrolls out (ten thousand of them make a flood ten times slower)
 * and outlive a reset. Here one counter moves with the buffer, and a mark is looked at when somebody asks.
 */
import type { Terminal } from '@xterm/headless';
import type { CoreLines } from './emulator-core.ts';

export type LineMark = {
  readonly line: number;
  /** The line is gone because it scrolled out. */
  readonly scrolledOut: boolean;
  dispose(): void;
};

type Held = { at: number; scrolledOut: boolean };

/** Limit: 20,000 marks; the oldest is given up (says −1) for the newest. */
const MARKS_LIMIT = 20_000;

export class LineMarks {
  #lines: CoreLines | undefined;
  #subscriptions: { dispose(): void }[] = [];
  /** Lines that have left the buffer at its top; a mark holds its line number plus this. */
  #trimmed = 0;
  #held = new Set<Held>();

  /** Follows the buffer's lines. Another list of lines than before means a reset: every mark is gone. */
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

  /** Lines whose content was wiped as a whole lose their marks, as in xterm. */
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

/** A mark by xterm's own means, which has none while a full-screen program is in front. */
export function publicMark(terminal: Terminal, line: number | undefined): LineMark {
  const { baseY, cursorY } = terminal.buffer.normal;
  const marker = terminal.registerMarker(line === undefined ? 0 : line - baseY - cursorY);
  return {
    get line() {
      return marker?.line ?? -1;
    },
    scrolledOut: false,
    dispose: () => marker?.dispose(),
  };
}
