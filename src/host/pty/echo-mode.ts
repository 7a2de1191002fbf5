/** Whether a terminal shows what is typed — asked of `stty`, since no package of ours can read terminal modes. */

import { spawn } from 'node:child_process';

const ENOUGH = 8 * 1024;
const TIMEOUT_MS = 1000;

/**
 * A password prompt leaves line editing to the terminal and switches only the echo off. Shells and
 * full-screen programs switch both off and draw what is typed themselves.
 */
export function readsSecretly(modes: string): boolean {
  const words = new Set(modes.split(/[\s;]+/));
  return words.has('-echo') && words.has('icanon');
}

/**
 * The modes of the terminal behind a descriptor; its other end will do. Undefined: there is no `stty`, or it failed.
 *
 * It is handed on as number 3: as standard input of a child Node would make it a blocking one, for us as well, and the
 * next write to a program that does not read would be the host's last.
 */
export function readModes(fd: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const stdio = ['ignore', 'pipe', 'ignore', fd] as const;
    const child = spawn('/bin/sh', ['-c', 'exec stty -a <&3'], { stdio: [...stdio], timeout: TIMEOUT_MS });
    let modes = '';
    child.stdout?.setEncoding('latin1').on('data', (text: string) => {
      if (modes.length < ENOUGH) modes += text;
    });
    child.on('error', () => resolve(undefined));
    child.on('close', (code) => resolve(code === 0 ? modes : undefined));
  });
}
