/** Reads all of stdin as text: a script that is run as one command. */

import { StringDecoder } from 'node:string_decoder';
import type { Input } from '../ground/io.ts';

export type ReadInput =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly error: string };

/** Longest script, in UTF-16 units: the host accepts no longer command line. */
const MAX_SCRIPT = 64 * 1024;

export function readInput(stdin: Input): Promise<ReadInput> {
  return new Promise((resolve) => {
    const decoder = new StringDecoder('utf8');
    let text = '';
    const done = (): void => {
      stdin.off('data', take);
      stdin.off('end', done);
      stdin.pause();
      text += decoder.end();
      resolve(
        text.length > MAX_SCRIPT
          ? { ok: false, error: `the script is longer than ${MAX_SCRIPT / 1024} KiB; run it as a file` }
          : { ok: true, text },
      );
    };
    const take = (chunk: Buffer): void => {
      text += decoder.write(chunk);
      if (text.length > MAX_SCRIPT) done();
    };
    stdin.on('data', take);
    stdin.on('end', done);
    stdin.resume();
  });
}
