/**
 * The pacer decides when to paint: at once after idle, at a limited rate under load, and not during back-pressure.
 */

/** Frame interval in ms: 60 frames a second. While the window is behind, the host sends what it paints less often. */
export const frameMs = 1000 / 60;

/**
 * Painting takes at most a third of the time while output keeps coming: a screen with a new colour in each cell costs 15 ms a
 * frame, and output waits meanwhile. When nothing has come for half a frame interval (twice as long as the host joins output),
 * the next frame is painted without waiting.
 */
const shareOfTime = 3;
const quietFrames = 0.5;

/**
 * Milliseconds after a key in which frames may follow each other every 2 ms, because one of them shows the echo. Output in other
 * panes keeps the usual rate: painting it as often would delay the echo.
 */
const hurryMs = 40;
const hurriedFrameMs = 2;
const hurriedShare = 1;

export type PacerOptions = {
  /**
   * Paints; returns false when nothing had to be written. `onlyPrinted`: since the last frame nothing has happened but that the
   * terminal in front has printed something.
   */
  readonly paint: (onlyPrinted: boolean) => boolean;
  /** Paints the row of the cursor alone, ahead of the frame, if output has changed nothing else. */
  readonly paintEcho?: () => void;
  /** Whether the terminal has not taken all bytes of an earlier frame yet. `drained` is called when it has. */
  readonly isBlocked: () => boolean;
  readonly now: () => number;
  readonly setTimer: (run: () => void, ms: number) => unknown;
  readonly clearTimer: (timer: unknown) => void;
  /** Runs a function after the current turn, so that changes that arrive together make one frame. */
  readonly defer?: (run: () => void) => void;
};

/** Any number of requests makes one frame: frames may be skipped, bytes never are. No timer runs while idle. */
export class Pacer {
  readonly #options: PacerOptions;
  #requested = false;
  /** Whether an echo may be among the changes. */
  #awaited = false;
  /** Whether output of the terminal in front is all that has changed. */
  #onlyPrinted = true;
  /** Time of the last change. */
  #requestedAt = Number.NEGATIVE_INFINITY;
  #deferred = false;
  #closed = false;
  #timer: unknown;
  #hurryUntil = Number.NEGATIVE_INFINITY;
  /** Whether the next frame shows what a key has done in the window itself. */
  #answers = false;
  /** Last frame: start time, duration in ms, and whether anything was written. */
  #last = { startedAt: Number.NEGATIVE_INFINITY, cost: 0, drawn: false };

  constructor(options: PacerOptions) {
    this.#options = options;
  }

  /** Requests a frame after a change, which may be the echo of a key. */
  request(): void {
    this.#onlyPrinted = false;
    this.printed();
  }

  /** Requests a frame after output of the terminal in front. */
  printed(): void {
    const isHurried = !this.#awaited && this.#isHurried;
    if (isHurried && this.#timer !== undefined) this.#stopTimer();
    this.#awaited = true;
    // The frame, which does more than to draw the echo, follows at the end of this turn.
    const isEcho = isHurried && this.#onlyPrinted && !this.#requested && !this.#closed;
    if (isEcho && !this.#options.isBlocked()) this.#options.paintEcho?.();
    this.#request();
  }

  /** Requests a frame after a change that is not urgent: it is in another pane than the keys. */
  requestCalmly(): void {
    this.#onlyPrinted = false;
    this.#request();
  }

  #request(): void {
    this.#requested = true;
    this.#requestedAt = this.#options.now();
    if (this.#deferred || this.#timer !== undefined || this.#closed) return;
    this.#deferred = true;
    (this.#options.defer ?? queueMicrotask)(() => {
      this.#deferred = false;
      this.#next();
    });
  }

  /** Shortens the frame interval for a moment, because the user waits for the echo of a key. */
  hurry(): void {
    this.#hurryUntil = this.#options.now() + hurryMs;
    if (this.#timer === undefined || this.#closed) return;
    this.#stopTimer();
    this.#next();
  }

  /** Requests a frame at once, without any limit: it shows what a key has done in the window itself. */
  answer(): void {
    this.#answers = true;
    this.#stopTimer();
    this.request();
  }

  /** Reports that the terminal has taken all bytes. */
  drained(): void {
    if (this.#requested) this.printed();
  }

  /** Paints a requested frame without waiting for its time, unless the terminal is blocked. */
  flush(): void {
    if (this.#requested && !this.#closed && !this.#options.isBlocked()) this.#paint();
  }

  close(): void {
    this.#closed = true;
    this.#stopTimer();
  }

  #next(): void {
    if (!this.#requested || this.#closed || this.#options.isBlocked()) return;
    const wait = this.#due() - this.#options.now();
    if (wait <= 0) this.#paint();
    else this.#startTimer(wait);
  }

  /** The earliest start of the next frame, unless more output comes. */
  #due(): number {
    if (this.#answers) return Number.NEGATIVE_INFINITY;
    const { startedAt, cost, drawn } = this.#last;
    const hurried = this.#awaited && this.#isHurried;
    // A key press alone draws nothing: its echo, a millisecond later, must not wait for the next frame.
    const frame = hurried ? hurriedFrameMs : frameMs;
    const share = startedAt + (hurried ? hurriedShare : shareOfTime) * cost;
    return Math.max(drawn ? startedAt + frame : 0, Math.min(share, this.#requestedAt + quietFrames * frame));
  }

  get #isHurried(): boolean {
    return this.#options.now() < this.#hurryUntil;
  }

  #startTimer(wait: number): void {
    if (this.#timer !== undefined) return;
    this.#timer = this.#options.setTimer(() => {
      this.#timer = undefined;
      this.#next();
    }, wait);
  }

  #paint(): void {
    this.#stopTimer();
    this.#requested = false;
    this.#awaited = false;
    this.#answers = false;
    const onlyPrinted = this.#onlyPrinted;
    this.#onlyPrinted = true;
    const startedAt = this.#options.now();
    const drawn = this.#options.paint(onlyPrinted);
    this.#last = { startedAt, cost: this.#options.now() - startedAt, drawn };
  }

  #stopTimer(): void {
    if (this.#timer === undefined) return;
    this.#options.clearTimer(this.#timer);
    this.#timer = undefined;
  }
}
