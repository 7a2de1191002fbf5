/** Acts of copying outside this process: running a clipboard tool, or keeping the text in a private file. */

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A clipboard tool that has not ended by then (ms) hangs on its display server. */
const toolTimeoutMs = 2000;

export function runTool(file: string, args: readonly string[], text: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: ['pipe', 'ignore', 'ignore'], timeout: toolTimeoutMs });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
    // A missing tool closes its stdin before the text has gone; `error` or `exit` reports it.
    child.stdin.on('error', () => {});
    child.stdin.end(text);
  });
}

/** Saves the last copied text in one file. Renames it into place, so that no existing file is written to. */
export async function saveCopied(folder: string, text: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'copied.txt');
  const fresh = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(fresh, text, { mode: 0o600, flag: 'wx' });
  await rename(fresh, path);
  return path;
}
