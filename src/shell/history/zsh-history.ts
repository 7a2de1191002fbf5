/** zsh's history file: a command a line, with EXTENDED_HISTORY as `: SECONDS:DURATION;COMMAND`. */

import type { HistoryLine } from './history-line.ts';
import { textLines } from './text-lines.ts';

const EXTENDED = /^: (\d{1,11}):\d+;/;

/** zsh writes this byte (Meta) before each byte that has a meaning inside of zsh, and XORs that byte with 32. */
const META = 0x83;
const CHANGE = 0x20;

/** Returns the bytes as they were typed. */
export function unmetafied(bytes: Uint8Array): Uint8Array {
  const first = bytes.indexOf(META);
  if (first === -1) return bytes;
  const plain = new Uint8Array(bytes.length);
  plain.set(bytes.subarray(0, first));
  let length = first;
  for (let at = first; at < bytes.length; at += 1) {
    const isMeta = bytes[at] === META && at + 1 < bytes.length;
    if (isMeta) at += 1;
    plain[length] = isMeta ? (bytes[at] ?? 0) ^ CHANGE : (bytes[at] ?? 0);
    length += 1;
  }
  return plain.subarray(0, length);
}

/** Yields the commands, oldest first. After a backslash at the end of a line, the command continues in the next one. */
export function* zshHistory(text: string): Generator<HistoryLine> {
  let begun = '';
  for (const line of textLines(text)) {
    if (line.endsWith('\\')) {
      begun += `${line.slice(0, -1)}\n`;
      continue;
    }
    yield entryOf(begun + line);
    begun = '';
  }
  if (begun !== '') yield entryOf(begun.slice(0, -1));
}

function entryOf(entry: string): HistoryLine {
  const found = EXTENDED.exec(entry);
  if (found === null) return { line: entry };
  return { line: entry.slice(found[0].length), at: Number(found[1]) * 1000 };
}
