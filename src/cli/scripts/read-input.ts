/** Reads all of stdin as text: a script that is run as one command, exactly as it is. */

import type { Input } from '../ground/io.ts';

export type ReadInput =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly error: string };

/** Longest script in bytes: the host accepts no longer command line. */
const MAX_SCRIPT = 1024 * 1024;

export function readInput(stdin: Input): Promise<ReadInput> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const done = (): void => {
      stdin.off('data', take);
      stdin.off('end', done);
      stdin.pause();
      resolve(
        size > MAX_SCRIPT
          ? { ok: false, error: `the script is longer than ${MAX_SCRIPT / 1024} KiB; run it as a file` }
          : decoded(Buffer.concat(chunks)),
      );
    };
    const take = (chunk: Buffer): void => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_SCRIPT) done();
    };
    stdin.on('data', take);
    stdin.on('end', done);
    stdin.resume();
  });
}

/** Another encoding would be changed on the way: then another script than the one that was given would run. */
function decoded(bytes: Buffer): ReadInput {
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { ok: false, error: 'the script is no valid UTF-8; run it as a file' };
  }
}
