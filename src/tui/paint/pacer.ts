/** The pacer — when to paint: at once after idle, at most so often under load, never into a terminal that is behind. */

/** 60 frames a second; half as many of a flood, in which nobody can read, leave the time to the flood. */
export const frameMs = 1000 / 60;
const floodFrameMs = 1000 / 30;

/**
 * Painting takes at most a third of the time: a screen with another colour in each cell costs 15 ms a frame, and the
 * bytes of the program wait meanwhile.
 */
const shareOfTime = 3;

/** For so long after a key was sent to a program frames may follow each other this quickly: one of them is the echo. */
const hurryMs = 40;
const hurriedFrameMs = 2;
const hurriedShare = 1;

export type PacerOptions = {
  /** False: nothing had to be written. */
  readonly paint: () => boolean;
  /** The terminal has not taken all bytes of an earlier frame; `drained` is called as soon as it has. */
  readonly isBlocked: () => boolean;
  /** What is painted changes as a whole from frame to frame. */
  readonly isFlooded?: () => boolean;
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
  #hurryUntil = Number.NEGATIVE_INFINITY;
  /** Of the last frame: when it began, what it cost, and whether anything was written. */
  #last = { from: Number.NEGATIVE_INFINITY, cost: 0, drawn: false };

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

  /** Somebody waits for what comes next. */
  hurry(): void {
    this.#hurryUntil = this.#options.now() + hurryMs;
    if (this.#timer === undefined || this.#closed) return;
    this.#stopTimer();
    this.#next();
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
    const wait = this.#last.from + this.#pause() - this.#options.now();
    if (wait <= 0) this.#paint();
    else this.#startTimer(wait);
  }

  /** From the beginning of the last frame to the next. */
  #pause(): number {
    const { cost, drawn } = this.#last;
    const hurried = this.#options.now() < this.#hurryUntil;
    // A key pressed is a change that shows nothing: its echo, a millisecond later, must not wait for the next frame.
    const usual = this.#options.isFlooded?.() === true ? floodFrameMs : frameMs;
    const frame = hurried ? hurriedFrameMs : usual;
    return Math.max(drawn ? frame : 0, (hurried ? hurriedShare : shareOfTime) * cost);
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
    this.#last = { from, cost: this.#options.now() - from, drawn };
  }

  #stopTimer(): void {
    if (this.#timer === undefined) return;
    this.#options.clearTimer(this.#timer);
    this.#timer = undefined;
  }
}
