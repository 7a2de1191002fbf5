/** A folder that Node cannot delete, also for root: the path of what lies deepest in it is longer than the system allows. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';

const DEEP = Array<string>(12).fill('x'.repeat(200)).join('/');

/** Puts something into the folder that keeps it from being deleted. */
export function makeUndeletable(folder: string): void {
  const other = `${folder}.other`;
  for (const path of [folder, other]) mkdirSync(join(path, DEEP), { recursive: true });
  renameSync(other, join(folder, DEEP, 'other'));
}

/** Deletes such a folder. */
export function deleteDeep(folder: string): void {
  execFileSync('rm', ['-rf', folder]);
}
