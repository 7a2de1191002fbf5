/** The terminal around everything that is measured: a pty, read as fast as it can be, searched for what is awaited. */

import { performance } from 'node:perf_hooks';
import { spawn } from 'node-pty';

const WAIT_MS = 60_000;

/**
 * One character each, by turns, since what is on the screen already is not painted again; in no load and in no escape
 * sequence. More than one might be painted in two frames, when it comes in two reads, and is then never seen in a row.
 */
export const MARKS = ['§', '¤'];

export class Outer {
  #pty;
  #awaited;
  #tail = Buffer.alloc(0);
  #gone;
  #taped;
  bytes = 0;
  /** Milliseconds from its start to its first byte. */
  firstMs;

  constructor({ file, args, cwd, env, cols, rows }) {
    this.startedAt = performance.now();
    this.#pty = spawn(file, args, { name: 'xterm-256color', cwd, env, cols, rows, encoding: null });
    this.#pty.onData((bytes) => this.#read(bytes));
    this.#gone = new Promise((resolve) => this.#pty.onExit(resolve));
  }

  get pid() {
    return this.#pty.pid;
  }

  write(text) {
    this.#pty.write(text);
  }

  /** A list that gets everything that comes from now on, each piece with its time. */
  tape() {
    this.#taped = [];
    return this.#taped;
  }

  /** The time at which `text` has come, counted from what arrives after this call. */
  async seen(text) {
    this.#tail = Buffer.alloc(0);
    const { promise, resolve, reject } = withResolvers();
    const timer = setTimeout(() => reject(new Error(`"${text}" was not shown in time`)), WAIT_MS);
    this.#awaited = { wanted: Buffer.from(text), resolve };
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
    }
  }

  async close() {
    this.#pty.kill('SIGHUP');
    await this.#gone;
  }

  #read(bytes) {
    this.firstMs ??= performance.now() - this.startedAt;
    this.bytes += bytes.length;
    this.#taped?.push({ at: performance.now(), bytes });
    if (this.#awaited === undefined) return;
    const { wanted, resolve } = this.#awaited;
    // The bytes of one character may come in two reads.
    const joined = Buffer.concat([this.#tail, bytes]);
    this.#tail = joined.subarray(Math.max(0, joined.length - wanted.length + 1));
    if (!joined.includes(wanted)) return;
    this.#awaited = undefined;
    resolve(performance.now());
  }
}

function withResolvers() {
  let resolve;
  let reject;
  const promise = new Promise((fulfil, refuse) => {
    resolve = fulfil;
    reject = refuse;
  });
  return { promise, resolve, reject };
}
