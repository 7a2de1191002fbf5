/** The door of a host on this machine: the lock of its folder and the socket in it, taken and given back together. */

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
  /** Nobody can come in any more; who is inside is sent away. */
  shut(): Promise<void>;
  /** Lets another host take this place. */
  leave(): void;
};

export type LocalListenerOptions = {
  /** In a folder that `runtimeFolder` has checked. */
  readonly socket: string;
  /** A text that no other host has at the same time. */
  readonly id: string;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: (message: string) => void;
  readonly onTransport: (transport: Transport) => void;
};

/** A host that has the lock but does not answer is just starting or just ending: this long it is waited for. */
const PATIENCE_MS = 5000;
const LOOK_MS = 25;

export async function openLocalListener(options: LocalListenerOptions): Promise<LocalListener> {
  const { socket, limits, log, onTransport } = options;
  const lock = await waitForLock(options);
  let listening: Listening;
  try {
    // Only the holder of the lock touches the socket, so this one is what a dead host has left.
    if (await answers(socket)) throw new StartError('running', `another host answers at ${socket}`);
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
    shut: () => listening.close(),
    leave() {
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
      throw new StartError('running', `a host is running already (process ${taken.holder})`);
    }
    await new Promise<void>((resolve) => clock.after(LOOK_MS, resolve));
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
