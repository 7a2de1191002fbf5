/** Real processes that have written something and sleep under the name of another program, or run a script of that name, each in a group of its own. */

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { removeFolder } from './remove-folder.ts';

/** Writes its file, so that the kernel knows it as a program that may have printed a report. */
const SLEEP =
  "require('node:fs').writeFileSync(process.env.READY, 'x'.repeat(100)); setInterval(() => {}, 1000)";

/** Milliseconds for a process to start. */
const START_MS = 20_000;

export class NamedProcesses {
  readonly #folder = mkdtempSync(join(tmpdir(), 'cotty-named-'));
  readonly #children: ChildProcess[] = [];

  /** Starts a program of that name. Returns the id of its process group. */
  program(name: string): number {
    const path = join(this.#folder, name);
    symlinkSync(process.execPath, path);
    return this.#start(path, ['-e', SLEEP]);
  }

  /** Has Node run a script with that path. Returns the id of its process group. */
  script(path: string): number {
    const file = join(this.#folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, SLEEP);
    return this.#start(process.execPath, [file]);
  }

  close(): void {
    for (const child of this.#children) child.kill('SIGKILL');
    removeFolder(this.#folder);
  }

  #start(file: string, args: readonly string[]): number {
    const ready = join(this.#folder, `ready-${this.#children.length}`);
    const child = spawn(file, args, {
      detached: true,
      stdio: 'ignore',
      env: { ...process.env, READY: ready },
    });
    this.#children.push(child);
    if (child.pid === undefined) throw new Error(`${file} did not start`);
    const nothing = new Int32Array(new SharedArrayBuffer(4));
    for (const until = Date.now() + START_MS; !existsSync(ready); Atomics.wait(nothing, 0, 0, 5))
      if (Date.now() > until) throw new Error(`${file} has not written its file`);
    return child.pid;
  }
}
