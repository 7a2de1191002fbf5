/** Sends queries to the outer terminal, collects the answers, and leaves the terminal as it was. */

import type { Io } from '../ground/io.ts';
import { type Answers, isComplete, QUESTIONS, readAnswers } from './outer-questions.ts';

/** A local terminal answers within milliseconds; one behind a slow connection may need most of this time. */
const WAIT_MS = 1500;
/** Bytes after which reading stops. Answers take a few hundred; more means typing, or a broken terminal. */
const LIMIT = 16 * 1024;

export function askTerminal(io: Io, waitMs: number = WAIT_MS): Promise<Answers> {
  const { stdin, stdout } = io;
  return new Promise((resolve) => {
    let received = '';
    const finish = (): void => {
      clearTimeout(timer);
      stdin.off('data', hear);
      stdin.pause();
      stdin.setRawMode?.(false);
      resolve(readAnswers(received));
    };
    const hear = (chunk: Buffer): void => {
      received += chunk.toString('latin1');
      if (isComplete(received) || received.length > LIMIT) finish();
    };
    const timer = setTimeout(finish, waitMs);
    // Without raw mode the answers would be echoed on the screen.
    stdin.setRawMode?.(true);
    stdin.on('data', hear);
    stdin.resume();
    stdout.write(QUESTIONS);
  });
}
