/** fish's history file: `- cmd: COMMAND`, then `  when: SECONDS` and the paths that the command named. */

import type { HistoryLine } from './history-line.ts';
import { textLines } from './text-lines.ts';

const COMMAND = '- cmd: ';
const WHEN = '  when: ';

/** Yields the commands, oldest first. */
export function* fishHistory(text: string): Generator<HistoryLine> {
  let line: string | undefined;
  let at: number | undefined;
  for (const row of textLines(text)) {
    if (row.startsWith(COMMAND)) {
      if (line !== undefined) yield entryOf(line, at);
      line = unescaped(row.slice(COMMAND.length));
      at = undefined;
    } else if (row.startsWith(WHEN)) {
      const seconds = Number(row.slice(WHEN.length));
      if (Number.isSafeInteger(seconds) && seconds > 0) at = seconds * 1000;
    }
  }
  if (line !== undefined) yield entryOf(line, at);
}

function entryOf(line: string, at: number | undefined): HistoryLine {
  return at === undefined ? { line } : { line, at };
}

/** fish writes a line break as `\n` and a backslash as two. */
function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replaceAll(/\\(n|\\)/g, (_, letter: string) => (letter === 'n' ? '\n' : '\\'));
}
