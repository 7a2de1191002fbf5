/** The Unix socket of a host and the lock of its folder, taken and released together. */

import { chmodSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import type { Transport } from '../../rpc/transport.ts';
import { type Listening, listen } from '../../rpc/ws-server.ts';
import type { Clock } from '../ground/clock.ts';
import { type Lock, takeLock } from '../ground/folder-lock.ts';
import type { Limits } from '../ground/limits.ts';
import { StartError } from '../ground/start-error.ts';

export type LocalListener = {
  readonly socket: string;
  /** Stops listening and closes all connections. */
  close(): Promise<void>;
  /** Removes the socket and releases the lock, so that another host can start. */
  release(): void;
};

export type LocalListenerOptions = {
  /** Path in a folder that `runtimeFolder` has checked. */
  readonly socket: string;
  /** A text that no other host uses at the same time. */
  readonly id: string;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: (message: string) => void;
  readonly onTransport: (transport: Transport) => void;
};

/** Longest wait for a host that has the lock but does not answer, because it is starting or ending. */
const PATIENCE_MS = 5000;
const RETRY_MS = 25;

export async function openLocalListener(options: LocalListenerOptions): Promise<LocalListener> {
  const { socket, limits, log, onTransport } = options;
  const lock = await waitForLock(options);
  let listening: Listening;
  try {
    // Only the holder of the lock touches the socket, so an existing one was left by a dead host.
    if (await answers(socket))
      throw new StartError('running', `another host is already running: it answers at ${socket}`);
    rmSync(socket, { force: true });
    listening = await listen(
      { path: socket },
      { onTransport, log, maxFrameBytes: limits.frameBytes, maxConnections: limits.connections },
    );
    chmodSync(socket, 0o600);
  } catch (error) {
    lock.release();
    throw asStartError(error, socket);
  }
  return {
    socket,
    close: () => listening.close(),
    release() {
      rmSync(socket, { force: true });
      lock.release();
    },
  };
}

async function waitForLock({ socket, id, clock }: LocalListenerOptions): Promise<Lock> {
  const until = clock.now() + PATIENCE_MS;
  for (;;) {
    const taken = tryLock(socket, id);
    if (taken.ok) return taken.lock;
    if ((await answers(socket)) || clock.now() >= until) {
      throw new StartError('running', `a host is already running (process ${taken.holder})`);
    }
    await new Promise<void>((resolve) => clock.after(RETRY_MS, resolve));
  }
}

function tryLock(socket: string, id: string): ReturnType<typeof takeLock> {
  try {
    return takeLock(dirname(socket), id);
  } catch (error) {
    throw asStartError(error, socket);
  }
}

function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(socket);
    const tell = (yes: boolean) => {
      probe.destroy();
      resolve(yes);
    };
    probe.once('connect', () => tell(true));
    probe.once('error', () => tell(false));
  });
}

function asStartError(error: unknown, socket: string): StartError {
  if (error instanceof StartError) return error;
  const text = error instanceof Error ? error.message : String(error);
  return new StartError('place', `cannot listen at ${socket}: ${text}`, error);
}
