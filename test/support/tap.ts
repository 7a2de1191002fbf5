/** Stands between a script and the host of a sandbox: passes everything on, and knows what the host has answered. */

import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Sandbox } from './sandbox.ts';

const WAIT_MS = 60_000;

export class Tap {
  /** For `--connect`. */
  readonly url: string;
  readonly #server: Server;
  readonly #sockets: Socket[] = [];
  #answers = '';

  private constructor(sandbox: Sandbox, path: string) {
    this.url = `unix:${path}`;
    this.#server = createServer((near) => {
      const far = connect(join(sandbox.env['COTTY_RUNTIME_DIR'] ?? '', 'host.sock'));
      this.#sockets.push(near, far);
      near.on('error', () => far.destroy());
      far.on('error', () => near.destroy());
      near.pipe(far);
      far.pipe(near);
      // Frames of a host are not masked: what they say can be read as it stands.
      far.on('data', (bytes) => {
        this.#answers += bytes.toString('latin1');
      });
    });
    this.#server.listen(path);
  }

  /** Several taps of a sandbox need several names. */
  static async open(sandbox: Sandbox, name = 'tap.sock'): Promise<Tap> {
    const tap = new Tap(sandbox, join(sandbox.root, name));
    await once(tap.#server, 'listening');
    return tap;
  }

  /** Resolves when the host has said that; the script hears of it before all that comes later. */
  async said(text: string): Promise<void> {
    const until = Date.now() + WAIT_MS;
    while (!this.#answers.includes(text)) {
      if (Date.now() > until) throw new Error(`the host did not say ${text}, but:\n${this.#answers}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}
