/** Sends the output of a local pty to the host: in order, bounded, and again after a lost connection. */

import type { TerminalAction } from '../../protocol/terminal/actions.ts';

export type SenderOptions = {
  /** Sends an action and returns its clientSeq; 0 when there is no connection. */
  readonly dispatch: (action: TerminalAction) => number;
  /** Called when the pty should be paused (true) because too much output waits, or resumed (false). */
  readonly onBehind: (behind: boolean) => void;
  /** Calls `run` once after `ms` milliseconds; the returned function cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
};

/**
 * Limit: UTF-16 units sent but not acknowledged. They are sent again after a lost connection, and delay the echo of keys
 * typed elsewhere.
 */
const UNACKNOWLEDGED_LIMIT = 256 * 1024;
/** Limit: UTF-16 units of one action; hosts accept at most 1 Mi. */
const PIECE_LIMIT = 64 * 1024;
/** Limit: UTF-16 units waiting before the pty is paused; it resumes at a quarter. */
const PAUSE_LIMIT = 1024 * 1024;
/** The longest pause without an acknowledgement: a host that does not respond must not block a local shell. */
const MAX_PAUSE_MS = 1000;
/** Limit in UTF-16 units of waiting output. Beyond it output is dropped, and a line in its place says so. */
export const WAITING_LIMIT = 4 * 1024 * 1024;

/** CAN ends an incomplete sequence; the soft reset (DECSTR) resets what the missing output may have set. */
const GAP = '\x18\x1b[!p\r\n[cotty: output was left out here, the host did not take it in time]\r\n';

export class OutputSender {
  readonly #options: SenderOptions;
  #sent: { readonly seq: number; readonly action: TerminalAction }[] = [];
  #waiting: TerminalAction[] = [];
  #sentChars = 0;
  #waitingChars = 0;
  #gap = false;
  #paused = false;
  /** Whether a pause has timed out: no more pauses until the host acknowledges something. */
  #pauseTimedOut = false;
  #cancelPauseTimer: () => void = () => {};

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** Whether the host has acknowledged everything. */
  get idle(): boolean {
    return this.#sent.length === 0 && this.#waiting.length === 0;
  }

  write(text: string): void {
    if (this.#waitingChars + text.length > WAITING_LIMIT) this.#gap = true;
    if (this.#gap) return;
    const last = this.#waiting.at(-1);
    if (last?.type === 'terminal/output' && last.data.length + text.length <= PIECE_LIMIT) {
      this.#waiting[this.#waiting.length - 1] = { type: 'terminal/output', data: last.data + text };
    } else {
      for (const data of pieces(text)) this.#waiting.push({ type: 'terminal/output', data });
    }
    this.#waitingChars += text.length;
    this.#pump();
  }

  /** Sends an action at its position in the output: a new size, or the exit. */
  push(action: TerminalAction): void {
    this.#waiting.push(action);
    this.#pump();
  }

  /** Called when the host has accepted or refused an action, and with it all earlier ones. */
  acknowledge(seq: number): void {
    const open = this.#sent.findIndex((one) => one.seq > seq);
    const done = this.#sent.splice(0, open === -1 ? this.#sent.length : open);
    if (done.length === 0) return;
    for (const { action } of done) this.#sentChars -= charsOf(action);
    this.#pauseTimedOut = false;
    this.#cancelPauseTimer();
    this.#pump();
    if (this.#paused) this.#startPauseTimer();
  }

  /** Called on a new connection: actions not acknowledged until now did not arrive and are sent again. */
  resend(): void {
    this.#waiting = [...this.#sent.map(({ action }) => action), ...this.#waiting];
    this.#waitingChars += this.#sentChars;
    this.#sent = [];
    this.#sentChars = 0;
    this.#pump();
  }

  /**
   * Called on a connection to a host that has no output yet: sends this text in place of all unsent output, and a waiting
   * exit.
   */
  restart(text: string): void {
    const exits = [...this.#sent.map(({ action }) => action), ...this.#waiting].filter(
      ({ type }) => type === 'terminal/exited',
    );
    this.#sent = [];
    this.#sentChars = 0;
    this.#waiting = [];
    this.#waitingChars = 0;
    this.#gap = false;
    this.write(text);
    for (const exit of exits) this.push(exit);
    this.#updatePause();
  }

  close(): void {
    this.#cancelPauseTimer();
    this.#sent = [];
    this.#waiting = [];
    this.#sentChars = 0;
    this.#waitingChars = 0;
    this.#updatePause();
  }

  #pump(): void {
    while (this.#sentChars < UNACKNOWLEDGED_LIMIT) {
      const [action] = this.#waiting;
      if (action === undefined) break;
      const seq = this.#options.dispatch(action);
      if (seq === 0) break;
      this.#waiting.shift();
      this.#waitingChars -= charsOf(action);
      this.#sent.push({ seq, action });
      this.#sentChars += charsOf(action);
    }
    this.#endGap();
    this.#updatePause();
  }

  #endGap(): void {
    if (!this.#gap || this.#waitingChars > WAITING_LIMIT / 2) return;
    this.#gap = false;
    this.write(GAP);
  }

  #updatePause(): void {
    const limit = this.#paused ? PAUSE_LIMIT / 4 : PAUSE_LIMIT;
    const pause = this.#waitingChars > limit && !this.#pauseTimedOut;
    if (pause === this.#paused) return;
    this.#paused = pause;
    this.#cancelPauseTimer();
    if (pause) this.#startPauseTimer();
    this.#options.onBehind(pause);
  }

  #startPauseTimer(): void {
    this.#cancelPauseTimer = this.#options.after(MAX_PAUSE_MS, () => {
      this.#pauseTimedOut = true;
      this.#updatePause();
    });
  }
}

function charsOf(action: TerminalAction): number {
  return action.type === 'terminal/output' ? action.data.length : 0;
}

/** Cuts text between characters: strict hosts refuse half of a surrogate pair. */
function* pieces(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + PIECE_LIMIT);
    const last = text.charCodeAt(to - 1);
    if (to < text.length && last >= 0xd800 && last <= 0xdbff) to -= 1;
    yield text.slice(from, to);
    from = to;
  }
}
