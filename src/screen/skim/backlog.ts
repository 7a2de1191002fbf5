/** A queue of text that waits to be parsed, and of other events of the terminal in between, in order. */

/** UTF-16 units parsed at once: a few milliseconds of work. */
export const SLICE = 64 * 1024;

/** `T` is an event that is not text. The owner bounds the queue: by parsing, or by leaving out text that can no longer be seen. */
export class Backlog<T extends object> {
  #steps: (string | T)[] = [];
  #waiting = 0;

  /** UTF-16 units of waiting text. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Number of steps: pieces of text and events. */
  get steps(): number {
    return this.#steps.length;
  }

  get isEmpty(): boolean {
    return this.#steps.length === 0;
  }

  add(step: string | T): void {
    if (step === '') return;
    this.#steps.push(step);
    if (typeof step === 'string') this.#waiting += step.length;
  }

  /** Returns everything that waits as one text; undefined if it contains an event. */
  text(): string | undefined {
    const [first] = this.#steps;
    if (this.#steps.length === 1 && typeof first === 'string') return first;
    if (this.#steps.some((step) => typeof step !== 'string')) return undefined;
    const text = this.#steps.join('');
    this.#steps = text === '' ? [] : [text];
    return text;
  }

  /** Removes and returns the first characters before the first event; `count` gets all text before it and returns how many. */
  cut(count: (text: string) => number): string {
    const front = this.#steps.splice(0, this.#frontSteps).join('');
    const at = count(front);
    if (at < front.length) this.#steps.unshift(front.slice(at));
    this.#waiting -= at;
    return front.slice(0, at);
  }

  clear(): void {
    this.#steps = [];
    this.#waiting = 0;
  }

  /** Replaces the text before the first event by what `shorten` makes of it. Returns false when `shorten` returns undefined. */
  skim(shorten: (text: string) => string | undefined): boolean {
    const count = this.#frontSteps;
    const text = this.#steps.slice(0, count).join('');
    const short = shorten(text);
    if (short === undefined) return false;
    this.#steps = [...slices(short), ...this.#steps.slice(count)];
    this.#waiting -= text.length - short.length;
    return true;
  }

  /** Removes the oldest steps and passes them to `act`, until `budget` units of text have been passed. */
  take(budget: number, act: (step: string | T) => void): void {
    let done = 0;
    for (let taken = 0; done < this.#steps.length && taken < budget; done += 1) {
      const step = this.#steps[done];
      if (step === undefined) continue;
      if (typeof step === 'string') taken += step.length;
      act(step);
      if (typeof step === 'string') this.#waiting -= step.length;
    }
    this.#steps = done === this.#steps.length ? [] : this.#steps.slice(done);
  }

  /** Number of pieces of text before the first event. */
  get #frontSteps(): number {
    const other = this.#steps.findIndex((step) => typeof step !== 'string');
    return other < 0 ? this.#steps.length : other;
  }
}

/** Cuts text into slices, at line ends where possible, so that no sequence is split. */
function slices(text: string): string[] {
  const found: string[] = [];
  for (let from = 0; from < text.length; ) {
    const end = from + SLICE;
    const line = end < text.length ? text.lastIndexOf('\n', end - 1) + 1 : text.length;
    const to = line > from ? line : end;
    found.push(text.slice(from, to));
    from = to;
  }
  return found;
}
