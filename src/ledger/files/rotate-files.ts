/** Rotates files: the current one becomes number 1, the others move up by one, and the last is deleted. */

import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from './ledger-files.ts';

export async function rotateFiles(
  folder: string,
  current: string,
  nameOf: (number: number) => string,
  kept: number,
): Promise<void> {
  await rm(join(folder, nameOf(kept)), { force: true });
  for (let number = kept - 1; number >= 1; number -= 1) {
    await renameIfThere(join(folder, nameOf(number)), join(folder, nameOf(number + 1)));
  }
  await renameIfThere(join(folder, current), join(folder, nameOf(1)));
}

async function renameIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
