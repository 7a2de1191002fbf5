/**
 * Takes the queries for program status (OSC 7501) out of output: the host of a shared shell shows the status, so the program is
 * answered whatever the terminal here can do, and that does not answer too.
 */

const QUERY = '\x1b]7501;?';
const ENDS = ['\x07', '\x1b\\'];

export type Split = {
  /** The output without the queries. */
  readonly text: string;
  readonly queries: readonly string[];
};

export class StatusQueries {
  /** The beginning of what may be a query; at most nine characters. */
  #held = '';

  take(text: string): Split {
    const stream = this.#held + text;
    const queries: string[] = [];
    let kept = '';
    let from = 0;
    for (let at = stream.indexOf(QUERY); at >= 0; at = stream.indexOf(QUERY, from)) {
      const after = at + QUERY.length;
      const end = ENDS.find((each) => stream.startsWith(each, after));
      if (end === undefined && ENDS.some((each) => each.startsWith(stream.slice(after)))) {
        this.#held = stream.slice(at);
        return { text: kept + stream.slice(from, at), queries };
      }
      kept += stream.slice(from, end === undefined ? after : at);
      from = after + (end?.length ?? 0);
      if (end !== undefined) queries.push(stream.slice(at, from));
    }
    const rest = stream.slice(from);
    const held = heldOf(rest);
    this.#held = rest.slice(rest.length - held);
    return { text: kept + rest.slice(0, rest.length - held), queries };
  }

  /** Returns what was held back, when no more output comes. */
  end(): string {
    const held = this.#held;
    this.#held = '';
    return held;
  }
}

/** The number of characters at the end that may begin a query. */
function heldOf(text: string): number {
  for (let count = Math.min(QUERY.length - 1, text.length); count > 0; count -= 1)
    if (text.endsWith(QUERY.slice(0, count))) return count;
  return 0;
}
