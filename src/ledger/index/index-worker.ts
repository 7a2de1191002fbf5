/**
 * The index of the history in a worker: no query holds the event loop of the host. The host loads only what is in this file; the
 * worker answers with an `IndexServer`.
 */

import { type MessagePort, Worker } from 'node:worker_threads';
import type { IndexServer, ServerOptions } from './index-server.ts';

/** What the history asks. */
const REQUESTS = [
  'refresh',
  'page',
  'search',
  'next',
  'earlierRuns',
  'stats',
  'past',
  'isIndexing',
  'forget',
  'close',
] as const;
type RequestName = (typeof REQUESTS)[number];
export type IndexPort = Pick<IndexServer, RequestName>;

/** Memory of the worker's own objects, in MiB; that of SQLite is beside it. */
const LIMITS = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 512 };

type Request = { readonly id: number; readonly name: RequestName; readonly args: readonly unknown[] };
type Answer = { readonly id: number; readonly value?: unknown; readonly error?: unknown };
type Waiting = { readonly resolve: (value: unknown) => void; readonly reject: (error: unknown) => void };

/** Starts a worker with a script that calls `answerIndex`. When it ends early, all that is asked rejects. */
export function workerIndex(script: URL, options: ServerOptions): IndexPort {
  const worker = new Worker(script, { workerData: options, resourceLimits: LIMITS });
  // It must not keep the host alive.
  worker.unref();
  const waiting = new Map<number, Waiting>();
  let ended: unknown;
  let last = 0;
  const end = (error: unknown) => {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  worker.on('message', ({ id, value, error }: Answer) => {
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (error === undefined) resolve?.(value);
    else reject?.(error);
  });
  worker.on('error', end);
  worker.on('exit', () => end(new Error('the index of the history has ended')));
  const ask = (name: RequestName, args: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (ended !== undefined) return reject(ended);
      last += 1;
      waiting.set(last, { resolve, reject });
      worker.postMessage({ id: last, name, args } satisfies Request);
    });
  const port = portTo(ask);
  const close = async (): Promise<void> => {
    await port.close().catch(() => {});
    await worker.terminate();
  };
  return { ...port, close: once(close) };
}

/** Answers the requests that come to a worker. */
export function answerIndex(port: MessagePort, server: IndexServer): void {
  port.on('message', ({ id, name, args }: Request) => {
    call(server, name, args).then(
      (value) => port.postMessage({ id, value } satisfies Answer),
      (error: unknown) => port.postMessage({ id, error } satisfies Answer),
    );
  });
}

/** The index in this process. */
export function indexOf(server: IndexServer): IndexPort {
  return portTo((name, args) => call(server, name, args));
}

function call(server: IndexServer, name: RequestName, args: readonly unknown[]): Promise<unknown> {
  const method = server[name] as (...args: readonly unknown[]) => Promise<unknown>;
  return method.apply(server, [...args]);
}

function portTo(ask: (name: RequestName, args: readonly unknown[]) => Promise<unknown>): IndexPort {
  const methods = REQUESTS.map((name) => [name, (...args: readonly unknown[]) => ask(name, args)]);
  return Object.fromEntries(methods) as unknown as IndexPort;
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}
