/** A host of another make that sends actions without end: `test/bench/flooding-host.mjs`, started for a sandbox. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sandbox } from './sandbox.ts';

const program = fileURLToPath(new URL('../bench/flooding-host.mjs', import.meta.url));

export class FloodingHost {
  /** For `--connect`. */
  readonly url: string;
  /** Megabytes that its readers have taken, but for what is under way. */
  sentMb = 0;
  readonly #child: ChildProcess;

  private constructor(url: string, child: ChildProcess) {
    this.url = url;
    this.#child = child;
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const last = text.trimEnd().split('\n').at(-1) ?? '';
      if (last.endsWith(' MB')) this.sentMb = Number.parseInt(last, 10);
    });
  }

  static async start(sandbox: Sandbox, kind: 'lines' | 'switches' | 'titles'): Promise<FloodingHost> {
    const path = join(sandbox.root, `flood-${kind}.sock`);
    const child = spawn(process.execPath, [program, path, kind], { stdio: ['ignore', 'pipe', 'inherit'] });
    const host = new FloodingHost(`unix:${path}`, child);
    await once(child.stdout, 'data');
    return host;
  }

  async close(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }
}
