/** Rotates files: the current one becomes number 1, the others move up by one, and the last is deleted. */

import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isMissing } from './ledger-files.ts';

export function rotateFiles(
  folder: string,
  current: string,
  nameOf: (number: number) => string,
  kept: number,
): void {
  rmSync(join(folder, nameOf(kept)), { force: true });
  for (let number = kept - 1; number >= 1; number -= 1) {
    renameIfThere(join(folder, nameOf(number)), join(folder, nameOf(number + 1)));
  }
  renameIfThere(join(folder, current), join(folder, nameOf(1)));
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
