/** A network with nobody in it but a model that is none (`fake-model.mjs`): agents in it reach no other address. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { needs, programPath } from '../programs.ts';

const MODEL = fileURLToPath(new URL('fake-model.mjs', import.meta.url));
/** The network is new, so that every port is free. */
const PORT = 8123;

export class ModelNetwork {
  readonly url = `http://127.0.0.1:${PORT}`;
  readonly #model: ChildProcess;

  private constructor(model: ChildProcess) {
    this.#model = model;
  }

  static async start(): Promise<ModelNetwork> {
    needs('nsenter', 'ip');
    const script = 'PATH="$PATH:/usr/sbin:/sbin"; ip link set lo up && exec "$@"';
    const words = [process.execPath, MODEL, String(PORT)];
    const model = spawn(programPath('unshare'), ['-rn', 'sh', '-c', script, 'sh', ...words], {
      env: { PATH: process.env['PATH'] ?? '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    model.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const ready = once(model.stdout, 'data').then(() => true);
    const ended = once(model, 'close').then(() => false);
    if (await Promise.race([ready, ended])) return new ModelNetwork(model);
    throw new Error(`no network without others could be made: ${said}`);
  }

  /** The first words of a command line that runs in it, in the process that runs them. */
  get enter(): readonly string[] {
    return ['nsenter', '-t', String(this.#model.pid), '-U', '-n', '--preserve-credentials'];
  }

  async close(): Promise<void> {
    const ended = once(this.#model, 'close');
    this.#model.kill();
    await ended;
  }
}
