/**
 * The programs that tests drive. A test asks for each with `needs` or `programPath`; where one is missing, the test is skipped
 * (`skip-runner.ts`) and the last lines of the run name the program (`tally-reporter.ts`). With `COTTY_TEST=all` it fails instead.
 */

import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe } from 'vitest';

export type Shell = 'bash' | 'zsh' | 'fish';

/** Folders of programs for administrators, which are not on everybody's PATH. */
const ALSO = ['/usr/sbin', '/usr/local/sbin', '/sbin'];

/** Thrown by a test, or by a hook, that cannot run here: `skip-runner.ts` makes a skip of it. */
class CannotRun extends Error {
  override readonly name = 'CannotRun';
}

/** Skips the test, or the suite whose hook asks, with this reason; with `COTTY_TEST=all` it fails instead. */
export function skipUnless(condition: boolean, reason: string): void {
  if (condition) return;
  throw process.env['COTTY_TEST'] === 'all' ? new Error(`cannot run: ${reason}`) : new CannotRun(reason);
}

/** Skips the test, or the suite whose hook asks, with this reason, also with `COTTY_TEST=all`: for what no system's packages have. */
export function skip(reason: string): never {
  throw new CannotRun(reason);
}

function find(name: string): string | undefined {
  for (const folder of [...(process.env['PATH'] ?? '').split(delimiter), ...ALSO]) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}

/** The path of a program; where there is none, the test, or the suite whose hook asks, is skipped. */
export function programPath(name: string): string {
  const path = find(name);
  skipUnless(path !== undefined, `needs ${name}`);
  return path ?? name;
}

/** Skips the test, or the suite whose hook asks, unless all of these programs are there. */
export function needs(...names: readonly string[]): void {
  for (const name of names) programPath(name);
}

/** A suite whose tests all need one program. */
export function describeWith(program: string, title: string, tests: () => void): void {
  describe(title, () => {
    beforeAll(() => needs(program));
    tests();
  });
}

/** A program under fixtures/programs, as a shell command line. */
export function fixtureProgram(name: string): string {
  return `${process.execPath} ${fileURLToPath(new URL(`../../fixtures/programs/${name}`, import.meta.url))}`;
}
