/** Asks the outer terminal: writes the questions, collects what comes back, and leaves the terminal as it was. */

import type { Io } from '../ground/io.ts';
import { type Answers, isComplete, QUESTIONS, readAnswers } from './outer-questions.ts';

/** A local terminal answers within milliseconds; one over a slow line may need most of this. */
const WAIT_MS = 1500;
/** Answers are a few hundred bytes. More is somebody typing, or a terminal gone mad. */
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
    // Raw, or the answers would be echoed on the screen.
    stdin.setRawMode?.(true);
    stdin.on('data', hear);
    stdin.resume();
    stdout.write(QUESTIONS);
  });
}
