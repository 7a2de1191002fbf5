/** A host inside the window's own process (`--embed`): the same host and client, over an in-memory transport. */

import { type Client, HostClient } from '../../client/client.ts';
import { readLimits } from '../../host/common/limits.ts';
import { memoryPair } from '../../rpc/transport.ts';
import { freeMemory } from '../common/free-memory.ts';
import { readVersion } from '../common/installation.ts';
import type { Io } from '../common/io.ts';
import { shellEnv } from '../common/shell-env.ts';
import { clientIdentity } from '../connect/open-client.ts';
import { nestedShells } from '../settings/nested-shells.ts';

export type Embedded = { readonly client: Client; readonly close: () => Promise<void> };

export async function openEmbedded(io: Io, scrollback: number): Promise<Embedded> {
  const own = readLimits(io.env['COTTY_LIMITS'] ?? '');
  if (!own.ok) throw new Error(`COTTY_LIMITS: ${own.error}`);
  const { startHost } = await import('../../host/host.ts');
  const host = await startHost({
    env: shellEnv(io.env),
    nestedShells: () => nestedShells(io.env),
    version: readVersion(),
    limits: own.limits,
    afterBurst: freeMemory,
  });
  const transportFactory = () => {
    const [ours, its] = memoryPair();
    host.attach(its);
    return ours;
  };
  const client = await HostClient.open({ transportFactory, ...clientIdentity(io, true, { scrollback }) });
  return { client, close: () => host.close() };
}
