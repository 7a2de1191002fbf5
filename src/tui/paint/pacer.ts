/** The pacer — when to paint: at once after idle, at most so often under load, never into a terminal that is behind. */

/** 60 frames a second. */
export const frameMs = 1000 / 60;

/**
 * Painting takes at most a third of the time: a screen with another colour in each cell costs 15 ms a frame, and the
 * bytes of the program wait meanwhile.
 */
const shareOfTime = 3;

export type PacerOptions = {
  /** False: nothing had to be written. */
  readonly paint: () => boolean;
  /** The terminal has not taken all bytes of an earlier frame; `drained` will be called when it has. */
  readonly isBlocked: () => boolean;
  readonly now: () => number;
  readonly setTimer: (run: () => void, ms: number) => unknown;
  readonly clearTimer: (timer: unknown) => void;
  /** Runs after the present turn, so that changes which arrive together make one frame. */
  readonly defer?: (run: () => void) => void;
};

/** Any number of requests is one frame owed: frames are skipped, bytes never are. While nothing is owed no timer runs. */
export class Pacer {
  readonly #options: PacerOptions;
  #owed = false;
  #deferred = false;
  #closed = false;
  #timer: unknown;
  #nextAt = Number.NEGATIVE_INFINITY;

  constructor(options: PacerOptions) {
    this.#options = options;
  }

  /** Something changed. */
  request(): void {
    this.#owed = true;
    if (this.#deferred || this.#timer !== undefined || this.#closed) return;
    this.#deferred = true;
    (this.#options.defer ?? queueMicrotask)(() => {
      this.#deferred = false;
      this.#next();
    });
  }

  /** The terminal has taken everything. */
  drained(): void {
    if (this.#owed) this.request();
  }

  /** Paints what is owed without waiting for its time, unless the terminal is behind. */
  flush(): void {
    if (this.#owed && !this.#closed && !this.#options.isBlocked()) this.#paint();
  }

  close(): void {
    this.#closed = true;
    this.#stopTimer();
  }

  #next(): void {
    if (!this.#owed || this.#closed || this.#options.isBlocked()) return;
    const wait = this.#nextAt - this.#options.now();
    if (wait <= 0) this.#paint();
    else this.#startTimer(wait);
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
    this.#owed = false;
    const from = this.#options.now();
    const drawn = this.#options.paint();
    // A key pressed is a change that shows nothing: its echo, a millisecond later, must not wait for the next frame.
    this.#nextAt = from + Math.max(drawn ? frameMs : 0, shareOfTime * (this.#options.now() - from));
  }

  #stopTimer(): void {
    if (this.#timer === undefined) return;
    this.#options.clearTimer(this.#timer);
    this.#timer = undefined;
  }
}
