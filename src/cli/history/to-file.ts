/** Writes the file of `-o FILE`: one that exists is kept unless it is to be replaced. */

import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { causeText } from '../common/error-text.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { complain } from '../common/print.ts';

type Target = {
  readonly file: string;
  readonly force: boolean;
  readonly data: string | Uint8Array;
  readonly told: string;
};

/** Writes what was asked for into a file, and tells it. */
export async function toFile({ file, force, data, told }: Target, io: Io): Promise<number> {
  try {
    await writeFile(resolve(io.cwd, file), data, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    complain(io, isThere ? `${file} exists; --force replaces it` : `${file}: ${causeText(error)}`);
    return ExitCode.failure;
  }
  complain(io, `wrote ${file}: ${told}`);
  return ExitCode.ok;
}
