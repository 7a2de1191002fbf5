/** A typed client of a memory host that asks for what a window asks for: it acknowledges output, and gets none of its own keys. */

import { type Client, HostClient } from '../../src/client/client.ts';
import { memoryPair, type Transport } from '../../src/rpc/transport.ts';
import { WindowTerminals, type WindowTerminalsOptions } from '../../src/tui/terminal/window-terminals.ts';
import type { MemoryHost } from './memory-host.ts';

export type WindowClient = {
  readonly client: Client;
  /** Loses the connection, with what is under way; the client comes back by itself. */
  readonly lose: () => void;
};

export async function windowClient({ host }: MemoryHost, clientId: string): Promise<WindowClient> {
  let last: Transport | undefined;
  const transportFactory = () => {
    const [near, far] = memoryPair();
    host.attach(far);
    last = near;
    return near;
  };
  const meta = { writer: `user:${clientId}`, screens: true, ownInput: false, acks: true };
  const client = await HostClient.open({ clientId, meta, transportFactory, random: () => 0 });
  return { client, lose: () => last?.close(1006) };
}

/** The terminals of a window without a frame. */
export function windowTerminals(
  client: Client,
  options: Partial<WindowTerminalsOptions> = {},
): WindowTerminals {
  return new WindowTerminals({
    client,
    scrollback: 1000,
    localEcho: () => 'never',
    me: 'user:mara',
    home: undefined,
    pacer: { request() {}, requestCalmly() {}, printed() {} },
    notify: () => {},
    ...options,
  });
}
