/** Runs a small program, such as `git --version`, and returns its output. */

import { execFile } from 'node:child_process';
import type { Io } from '../common/io.ts';

/** Time limit for each program. These programs answer at once unless something is wrong with them. */
const TIMEOUT_MS = 3000;

/** Returns what a program prints, trimmed; undefined when it is missing, slow or fails. */
export function output(file: string, args: readonly string[], env: Io['env']): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(file, [...args], { timeout: TIMEOUT_MS, env: { ...env } }, (error, stdout) => {
      resolve(error === null ? stdout.trim() : undefined);
    });
  });
}
