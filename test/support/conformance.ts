/** The conformance suite as tests use it, and a host of real shells for it to look at. */

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Host, startHost } from '../../src/host/host.ts';
import { runtimeFolder, socketPath } from '../../src/host/listener/socket-path.ts';
import { memoryPair } from '../../src/rpc/transport.ts';
import { removeFolder } from './remove-folder.ts';

const RUN = fileURLToPath(new URL('../conformance/run.mjs', import.meta.url));
/** Fewer than this, and some section was not run. */
export const CHECKS = 230;

/** The members that a check needs of a connection. */
export type Socket = {
  send(text: string): void;
  onMessage(listener: (text: string) => void): void;
  onClose(listener: (why: { readonly code: number; readonly reason: string }) => void): void;
  close(): void;
  /** Without a goodbye, as a lost network does. */
  drop(): void;
};

export type Result = {
  readonly section: string;
  readonly title: string;
  readonly outcome: 'pass' | 'fail' | 'warn' | 'skip';
  readonly reason?: string;
};

type Suite = {
  runSuite(options: {
    readonly open: () => Promise<Socket>;
    readonly only?: readonly string[];
    readonly title?: RegExp;
    readonly strict?: boolean;
    readonly timeoutMs?: number;
  }): Promise<{ readonly results: readonly Result[] }>;
};

/** Written for plain Node, and so without types. */
export async function loadSuite(): Promise<Suite> {
  return import(new URL('../conformance/suite.mjs', import.meta.url).href);
}

type Ran = { readonly code: number; readonly stderr: string; readonly results: Result[] };

/** The program of the suite, as others run it. */
export function runProgram(...args: string[]): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(process.execPath, [RUN, ...args], { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      const lines = stdout.split('\n').filter((line) => line !== '');
      const code = typeof error?.code === 'number' ? error.code : 0;
      resolve({ code, stderr, results: lines.slice(0, -1).map((line) => JSON.parse(line)) });
    });
  });
}

export class ConformanceHost {
  readonly host: Host;
  readonly socket: string;
  /** Of its TCP port. */
  readonly token: string;
  readonly #folder: string;

  private constructor(host: Host, socket: string, token: string, folder: string) {
    this.host = host;
    this.socket = socket;
    this.token = token;
    this.#folder = folder;
  }

  static async start(): Promise<ConformanceHost> {
    const folder = mkdtempSync(join(tmpdir(), 'cotty-ahp-'));
    writeFileSync(join(folder, '.bashrc'), "PS1='$ '\n");
    const runtime = runtimeFolder({ COTTY_RUNTIME_DIR: join(folder, 'run') });
    if (!runtime.ok) throw new Error(runtime.error);
    const socket = socketPath(runtime.path);
    const env = { HOME: folder, SHELL: '/bin/bash', PATH: process.env['PATH'], LANG: 'C.UTF-8' };
    const network = { host: '127.0.0.1', port: 0 };
    const host = await startHost({ listen: { socket, network }, env, version: '1.2.3' });
    const token = readFileSync(join(runtime.path, 'token'), 'utf8').trim();
    return new ConformanceHost(host, socket, token, folder);
  }

  /** A connection without a socket. */
  async open(): Promise<Socket> {
    const [near, far] = memoryPair();
    this.host.attach(far);
    return {
      send: (text) => near.send(text),
      onMessage: (listener) => near.onMessage(listener),
      onClose: (listener) => near.onClose(listener),
      close: () => near.close(),
      drop: () => near.close(1006),
    };
  }

  async close(): Promise<void> {
    await this.host.close();
    removeFolder(this.#folder);
  }
}

/** What is not as it should be, one line each. */
export function problems(results: readonly Result[]): string[] {
  return results
    .filter(({ outcome }) => outcome === 'fail' || outcome === 'warn')
    .map(({ section, title, reason }) => `${section}: ${title}: ${reason}`);
}
