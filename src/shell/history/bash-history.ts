/** bash's history file: a command a line; with HISTTIMEFORMAT a line `#SECONDS` before each command. */

import type { HistoryLine } from './history-line.ts';
import { textLines } from './text-lines.ts';

const TIME = /^#(\d{1,11})$/;

/**
 * Yields the commands, oldest first. As in bash, if the file begins with a time, all lines up to the next time are one command;
 * else each line without a time before it is a command.
 */
export function* bashHistory(text: string): Generator<HistoryLine> {
  let whole: boolean | undefined;
  let at: number | undefined;
  let lines: string[] = [];
  const entry = (): HistoryLine[] =>
    lines.length === 0 ? [] : [{ line: lines.join('\n'), ...(at === undefined ? {} : { at }) }];
  for (const line of textLines(text)) {
    const seconds = TIME.exec(line)?.[1];
    whole ??= seconds !== undefined;
    if (seconds !== undefined) {
      yield* entry();
      at = Number(seconds) * 1000;
      lines = [];
    } else if (whole || lines.length === 0) {
      lines.push(line);
    } else {
      yield* entry();
      at = undefined;
      lines = [line];
    }
  }
  yield* entry();
}
