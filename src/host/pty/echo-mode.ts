/** Reads the modes of a terminal with `stty`, because no package of ours can, and finds password prompts in them. */

import { spawn } from 'node:child_process';

/** Output of `stty` that is read, in UTF-16 units. */
const OUTPUT_LIMIT = 8 * 1024;
const TIMEOUT_MS = 1000;

/**
 * Tells whether the modes are those of a password prompt, which switches only the echo off and leaves line editing to
 * the terminal. Shells and full-screen programs switch both off and draw typed text themselves.
 */
export function isPasswordMode(modes: string): boolean {
  const words = new Set(modes.split(/[\s;]+/));
  return words.has('-echo') && words.has('icanon');
}

/**
 * Reads the modes of the terminal behind a descriptor, which may be the master side. Returns undefined when `stty` is
 * missing or fails.
 *
 * The child gets the descriptor as number 3. As standard input Node would make it blocking, for the host as well, and
 * the next write to a program that does not read its input would block the host for ever.
 */
export function readTerminalModes(fd: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const stdio = ['ignore', 'pipe', 'ignore', fd] as const;
    const child = spawn('/bin/sh', ['-c', 'exec stty -a <&3'], { stdio: [...stdio], timeout: TIMEOUT_MS });
    let modes = '';
    child.stdout?.setEncoding('latin1').on('data', (text: string) => {
      if (modes.length < OUTPUT_LIMIT) modes += text;
    });
    child.on('error', () => resolve(undefined));
    child.on('close', (code) => resolve(code === 0 ? modes : undefined));
  });
}
