/** What waits to be parsed — text, and what else happened to the terminal in between, in order. */

/** UTF-16 units parsed in one go: some milliseconds. */
export const SLICE = 64 * 1024;

/** `T`: what is no text. Its owner bounds it: by parsing, or by leaving out what can no longer be seen. */
export class Backlog<T extends object> {
  #steps: (string | T)[] = [];
  #waiting = 0;

  /** UTF-16 units of text. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Pieces of text, and other things. */
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

  /** All that waits as one text; nothing if something else happened in between. */
  text(): string | undefined {
    const [first] = this.#steps;
    if (this.#steps.length === 1 && typeof first === 'string') return first;
    if (this.#steps.some((step) => typeof step !== 'string')) return undefined;
    const text = this.#steps.join('');
    this.#steps = text === '' ? [] : [text];
    return text;
  }

  /** Takes from the text at the front, up to what else happened, as much as `count` says. */
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

  /** Of the text at the front only what `by` leaves of it stays. False: it cannot tell, or that is all of it. */
  skim(by: (text: string) => string | undefined): boolean {
    const count = this.#frontSteps;
    const text = this.#steps.slice(0, count).join('');
    const short = by(text);
    if (short === undefined) return false;
    this.#steps = [...slices(short), ...this.#steps.slice(count)];
    this.#waiting -= text.length - short.length;
    return true;
  }

  /** Hands over the oldest steps, until `budget` units of text are through. */
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

  /** How many steps are text before something else. */
  get #frontSteps(): number {
    const other = this.#steps.findIndex((step) => typeof step !== 'string');
    return other < 0 ? this.#steps.length : other;
  }
}

/** Cut at line ends where there are some, so that no sequence is torn. */
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
