/** The log file of a background host: readable by its owner alone, and never larger than its limit. */

import {
  closeSync,
  fchmodSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs';
import { harmless } from '../../protocol/common/harmless-text.ts';

/** Limit in bytes. Beyond it the older half is dropped: the newest lines explain a failure. */
const LIMIT_BYTES = 1024 * 1024;

/** Opens the log for appending, for a process that writes to the descriptor itself. */
export function openLog(path: string): number {
  const file = openSync(path, 'a+', 0o600);
  // An older file may have been made with another umask.
  fchmodSync(file, 0o600);
  keepTail(file);
  return file;
}

/** Writes lines to the log and keeps the file within its limit. A log that was removed is created again. */
export function logTo(path: string, now: () => number): (line: string) => void {
  let file = openLog(path);
  return (line) => {
    if (fstatSync(file).nlink === 0) file = reopened(path, file);
    writeSync(file, `${new Date(now()).toISOString()} ${harmless(line)}\n`);
    keepTail(file);
  };
}

/** Returns the old descriptor if the log cannot be made, because its folder is gone too. */
function reopened(path: string, file: number): number {
  try {
    const fresh = openLog(path);
    closeSync(file);
    return fresh;
  } catch {
    // Lines go to the removed file until the folder is back.
    return file;
  }
}

/** The last lines of a log, for an error message; empty if there is no log. */
export function logTail(path: string, lines: number): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    // The log may never have been written.
    return '';
  }
  return text.trimEnd().split('\n').slice(-lines).join('\n');
}

function keepTail(file: number): void {
  const { size } = fstatSync(file);
  if (size <= LIMIT_BYTES) return;
  const tail = Buffer.alloc(LIMIT_BYTES / 2);
  const length = readSync(file, tail, 0, tail.length, size - tail.length);
  const firstLine = tail.indexOf(0x0a) + 1;
  ftruncateSync(file, 0);
  writeSync(file, tail.subarray(firstLine, length));
}
