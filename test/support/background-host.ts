/** A host process of a sandbox that a test starts, and kills without a warning. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Client } from '../../src/client/client.ts';
import { connectTo } from './host-client.ts';
import { killKeeper } from './kill-host.ts';
import { programNode } from './node.ts';
import { bin, type Sandbox } from './sandbox.ts';

export type BackgroundHost = {
  readonly client: Client;
  /** SIGKILL, to its keeper too: nothing of it runs any more when this resolves, and nobody starts the next host. */
  kill(): Promise<void>;
  /** A signal it may answer; resolves when it has ended. */
  end(signal: NodeJS.Signals): Promise<void>;
};

const TRY_EVERY_MS = 20;

export async function startBackgroundHost(
  sandbox: Sandbox,
  args: readonly string[] = [],
): Promise<BackgroundHost> {
  const child = spawnHost(sandbox, args);
  const client = await connectWhenReady(sandbox, child);
  const end = async (signal: NodeJS.Signals) => {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    client.close();
  };
  const kill = () => {
    killKeeper(sandbox);
    return end('SIGKILL');
  };
  return { client, kill, end };
}

/** SIGKILL so long after the start of its process, be it ready by then or not. */
export async function killWhileStarting(sandbox: Sandbox, afterMs: number): Promise<void> {
  const child = spawnHost(sandbox, []);
  const ended = once(child, 'exit');
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  killKeeper(sandbox);
  child.kill('SIGKILL');
  await ended;
}

function spawnHost(sandbox: Sandbox, args: readonly string[]): ChildProcess {
  return spawn(programNode, [bin, 'host', '--background', ...args], {
    env: sandbox.env,
    cwd: sandbox.home,
    stdio: 'ignore',
    detached: true,
  });
}

/** Bounded by the time limit of the test. */
async function connectWhenReady(sandbox: Sandbox, child: ChildProcess): Promise<Client> {
  while (child.exitCode === null) {
    try {
      return await connectTo(sandbox);
    } catch {
      // Not listening yet.
      await new Promise((resolve) => setTimeout(resolve, TRY_EVERY_MS));
    }
  }
  throw new Error(`the host ended as it started: ${child.exitCode}`);
}
