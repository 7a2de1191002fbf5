/** A terminal's two streams as tests need them: what was written, in order, and a kernel that can refuse to take it. */

import { EventEmitter } from 'node:events';

export class FakeStdin extends EventEmitter {
  raw = false;
  paused = true;
  setRawMode(on: boolean): void {
    this.raw = on;
  }
  resume(): void {
    this.paused = false;
  }
  pause(): void {
    this.paused = true;
  }
}

export class FakeStdout extends EventEmitter {
  columns = 80;
  rows = 24;
  /** What has reached the terminal. */
  shown = '';
  queued = '';
  stalled = false;
  #waiting: (() => void)[] = [];

  get writableLength(): number {
    return this.queued.length;
  }

  write(text: string, written: () => void): boolean {
    this.queued += text;
    this.#waiting.push(written);
    if (!this.stalled) this.drain();
    return !this.stalled;
  }

  drain(): void {
    this.shown += this.queued;
    this.queued = '';
    for (const written of this.#waiting.splice(0)) written();
  }

  /** The bytes since the last call. */
  take(): string {
    const bytes = this.shown;
    this.shown = '';
    return bytes;
  }
}
