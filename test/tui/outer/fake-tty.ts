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

  get writableLength(): number {
    return this.queued.length;
  }

  write(text: string): boolean {
    this.queued += text;
    if (!this.stalled) this.drain();
    return !this.stalled;
  }

  drain(): void {
    this.shown += this.queued;
    this.queued = '';
    this.emit('drain');
  }

  /** The bytes since the last call. */
  take(): string {
    const bytes = this.shown;
    this.shown = '';
    return bytes;
  }
}
