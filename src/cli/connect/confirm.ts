/** Asks the person at the terminal to confirm; without a terminal the answer is no. */

import type { Io } from '../common/io.ts';
import { question } from '../common/print.ts';

/** The message if stdin is not a terminal, so that the user cannot be asked. */
export const NOBODY_TO_ASK = 'nothing was ended: input is not a terminal to ask at, so use --yes';

export function confirmed(io: Io, asked: string): Promise<boolean> {
  const { stdin } = io;
  if (stdin.isTTY !== true) return Promise.resolve(false);
  question(io, asked);
  return new Promise((resolve) => {
    let answer = '';
    const done = (): void => {
      stdin.off('data', take);
      stdin.off('end', done);
      stdin.pause();
      resolve(/^\s*y(?:es)?\s*$/i.test(answer));
    };
    const take = (chunk: Buffer): void => {
      answer += chunk.toString();
      if (answer.includes('\n')) done();
    };
    stdin.on('data', take);
    stdin.on('end', done);
    stdin.resume();
  });
}
