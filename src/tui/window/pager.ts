/** The pager or the editor: a foreground program that has the outer terminal until it ends. */

import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ForegroundProgram } from '../outer/outer-terminal.ts';

/** Time (ms) that a pager has to restore the terminal when its window ends; then it is killed. */
const patienceMs = 1_000;

/** Interval (ms) and number of checks whether Ctrl+Z has stopped the pager. */
const lookMs = 10;
const looks = 50;

/** The text of a pager, whole or in pieces that come while it runs. */
export type PagerText = Iterable<string> | AsyncIterable<string>;

export class Pager implements ForegroundProgram {
  /** Resolves when the pager has ended; rejects if there is none. */
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;

  /**
   * Runs `$PAGER`, by tradition a shell command: `less -R`, `bat --paging=always`. Without a text it reads the terminal.
   * `missing` is the message if there is no such program.
   */
  constructor(pager: string, text: PagerText | undefined, env: NodeJS.ProcessEnv, missing: string) {
    const child = spawn('/bin/sh', ['-c', inPlaceOfTheShell(pager)], {
      stdio: [text === undefined ? 'inherit' : 'pipe', 'inherit', 'inherit'],
      env,
    });
    this.#child = child;
    this.ended = new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('exit', (code) => {
        // 127 is the shell's "not found"; any other exit code of a pager says nothing about the text.
        if (code === 127) reject(new Error(missing));
        else resolve();
      });
    });
    if (text === undefined || child.stdin === null) return;
    // A pager that is quit early closes its input.
    child.stdin.on('error', () => {});
    // Pieces are requested as fast as the pager reads them: at most one of a long output is in memory.
    Readable.from(text).pipe(child.stdin);
  }

  /** Ends the pager; resolves when it has given the terminal back. */
  async end(): Promise<void> {
    const child = this.#child;
    child.kill('SIGTERM');
    // A stopped process gets its SIGTERM only when it goes on.
    child.kill('SIGCONT');
    const kill = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    await this.ended.catch(() => {});
    clearTimeout(kill);
  }

  async stopped(): Promise<boolean> {
    for (let look = 0; look < looks; look += 1) {
      await sleep(lookMs);
      if (this.#isStopped()) return true;
    }
    return false;
  }

  #isStopped(): boolean {
    try {
      const stat = readFileSync(`/proc/${this.#child.pid}/stat`, 'utf8');
      // The state stands behind the name in parentheses, which may hold anything.
      return stat.charAt(stat.lastIndexOf(')') + 2) === 'T';
    } catch {
      // No /proc, as on macOS: Ctrl+Z has sent the pager the same signal as this process.
      return true;
    }
  }
}

/** Replaces the shell by a plain command (`exec`), so that our signals reach the pager itself. */
function inPlaceOfTheShell(pager: string): string {
  return isPlain(pager) ? `exec ${pager}` : pager;
}

/** Whether a command line is words alone: no quotes, variables, pipes or assignments that only a shell understands. */
function isPlain(line: string): boolean {
  const [program = '', ...words] = line.trim().split(' ');
  const plain = /^[\w./+:,@%=-]*$/;
  return program !== '' && !program.includes('=') && [program, ...words].every((word) => plain.test(word));
}
