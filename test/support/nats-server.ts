/** A real nats-server with JetStream in a folder of its own, at one port, so that it can be killed and come back. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NatsOptions } from '../../src/fleet/nats-options.ts';
import { programPath } from './programs.ts';
import { removeFolder } from './remove-folder.ts';

export class NatsServer {
  readonly folder: string;
  readonly port: number;
  #child: ChildProcess | undefined;

  private constructor(folder: string, port: number) {
    this.folder = folder;
    this.port = port;
  }

  /** `config`: further lines of its configuration, such as accounts. Skips the test where nats-server is missing. */
  static async start(config = ''): Promise<NatsServer> {
    programPath('nats-server');
    const folder = mkdtempSync(join(tmpdir(), 'cotty-nats-'));
    for (let left = 4; ; left -= 1) {
      const server = new NatsServer(folder, await freePort());
      server.write(
        'nats.conf',
        `listen: 127.0.0.1:${server.port}\njetstream { store_dir: "${folder}/stream" }\n${config}`,
      );
      try {
        await server.run();
        return server;
      } catch (error) {
        // Another process may have taken the port meanwhile.
        if (left === 0) throw error;
      }
    }
  }

  /** A file beside its configuration; returns its path. */
  write(name: string, text: string): string {
    const path = join(this.folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  }

  get url(): string {
    return `nats://127.0.0.1:${this.port}`;
  }

  options(more: Partial<NatsOptions> = {}): NatsOptions {
    return { servers: [this.url], prefix: 'cotty', ...more };
  }

  async run(): Promise<void> {
    const config = join(this.folder, 'nats.conf');
    const child = spawn(programPath('nats-server'), ['-c', config, '-l', join(this.folder, 'log')], {
      stdio: 'ignore',
    });
    this.#child = child;
    while (!(await answers(this.port))) {
      if (child.exitCode !== null) throw new Error(`nats-server ended: ${child.exitCode}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  async close(): Promise<void> {
    await this.kill();
    removeFolder(this.folder);
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  listener.close();
  await once(listener, 'close');
  if (address === null || typeof address === 'string') throw new Error('there is no port');
  return address.port;
}
