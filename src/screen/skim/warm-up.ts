/**
 * Rehearses, once and some time after a start, what a flood of output runs. The engine compiles what it has run for a while:
 * without a rehearsal the first megabytes cost twice the processor time of later ones.
 *
 * A rehearsal runs in short turns while nothing else happens; a key, output or a client that connects puts it off until
 * it is quiet again.
 */

/** `step` does a little and returns false when it was the last; `end` lets go of everything, also before the last step. */
export type Rehearsal = { step(): boolean; end(): void };

export type WarmUpOptions = {
  /** Begins the rehearsal; undefined while there is nothing to rehearse for: the next key or output asks again. */
  readonly begin: () => Rehearsal | undefined;
  /** Runs a function after so many milliseconds; the result cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** Milliseconds. */
  readonly now: () => number;
};

/**
 * Nothing has happened for so long (ms) before it begins, and before it goes on: the pause between two commands, in which
 * somebody reads, is long enough.
 */
const [QUIET_MS, PAUSE_MS] = [500, 150];
/** A turn ends after so long, and the next one begins so long after it (ms): keys are read in between. */
const [TURN_MS, REST_MS] = [4, 2];
/** Limit of all turns together (ms). A slow machine is warm after less than everything, too. */
const MOST_MS = 600;

export class WarmUp {
  readonly #options: WarmUpOptions;
  #rehearsal: Rehearsal | undefined;
  #left = MOST_MS;
  #cancel: () => void;
  #over = false;

  constructor(options: WarmUpOptions) {
    this.#options = options;
    this.#cancel = this.#soon(QUIET_MS);
  }

  /** Must be called at each key, each output and each new connection. */
  touched(): void {
    if (this.#over) return;
    this.#cancel();
    this.#cancel = this.#soon(this.#rehearsal === undefined ? QUIET_MS : PAUSE_MS);
  }

  close(): void {
    this.#over = true;
    this.#cancel();
    this.#rehearsal?.end();
    this.#rehearsal = undefined;
  }

  #soon(ms: number): () => void {
    return this.#options.after(ms, () => this.#turn());
  }

  #turn(): void {
    const { begin, now } = this.#options;
    const from = now();
    this.#rehearsal ??= begin();
    const rehearsal = this.#rehearsal;
    if (rehearsal === undefined) return;
    let goesOn = true;
    while (goesOn && now() - from < TURN_MS) goesOn = rehearsal.step();
    this.#left -= now() - from;
    if (goesOn && this.#left > 0) this.#cancel = this.#soon(REST_MS);
    else this.close();
  }
}
