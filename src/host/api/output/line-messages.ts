/** Output as complete lines, each without its line end: a line that is still being printed waits for its end. */

/** Limit of a line in UTF-16 units; one that is longer comes in pieces of this length. */
const MOST = 64 * 1024;

export class LineMessages {
  #held: string;

  /** `begun`: what was printed of the current line before. */
  constructor(begun = '') {
    this.#held = begun.slice(-MOST);
  }

  /** Returns the lines that end in the text. */
  add(text: string): readonly string[] {
    const lines = (this.#held + text).split('\n');
    const last = lines.pop() ?? '';
    const pieces = Math.floor(last.length / MOST);
    this.#held = last.slice(pieces * MOST);
    const cut = Array.from({ length: pieces }, (_, at) => last.slice(at * MOST, (at + 1) * MOST));
    return [...lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line)), ...cut];
  }

  /** Returns the line that has no end yet, if there is one. */
  end(): readonly string[] {
    const last = this.#held;
    this.#held = '';
    return last === '' ? [] : [last];
  }
}

/** Goes on in the middle of a text that ends `chars` later: the line there may have begun before. */
export function lineMessagesFrom(text: string, chars: number): LineMessages {
  const before = text.slice(0, Math.max(0, text.length - chars));
  return new LineMessages(before.slice(before.lastIndexOf('\n') + 1));
}
