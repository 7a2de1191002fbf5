/** A host with real shells at a socket of its own, and typed clients of it, for tests that run commands. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, HostClient } from '../../src/client/client.ts';
import { hostAt } from '../../src/client/host-at.ts';
import type { Host } from '../../src/host/host.ts';
import type { HostOptions } from '../../src/host/host-options.ts';
import type { CreateMeta } from '../../src/protocol/cotty/cotty-meta.ts';
import { calmFish } from './fish-home.ts';
import { removeFolder } from './remove-folder.ts';
import { newRoot, startHostIn } from './started-host.ts';

export class RealHost {
  readonly root: string;
  readonly host: Host;
  readonly #clients: Client[] = [];
  #terminals = 0;

  private constructor(root: string, host: Host) {
    this.root = root;
    this.host = host;
  }

  static async start(options: Partial<HostOptions> = {}): Promise<RealHost> {
    const root = newRoot('cotty-run-');
    writeFileSync(join(root, '.zshrc'), "PS1='$ '\n");
    calmFish(root);
    return new RealHost(root, await startHostIn(root, options));
  }

  /** `user:NAME` or `agent:HANDLE`. */
  async join(writer: string, clientId = writer): Promise<Client> {
    const client = await HostClient.open({
      ...hostAt({ url: `unix:${this.host.socket}` }),
      clientId,
      meta: { writer, screens: false },
    });
    this.#clients.push(client);
    return client;
  }

  /** The URI of a terminal that this client holds. */
  async open(client: Client, create: CreateMeta = {}): Promise<string> {
    this.#terminals += 1;
    const channel = `ahp-terminal:/t${this.#terminals}`;
    const { clientId } = client;
    const handle = /^agent:(.*)$/.exec(clientId)?.[1];
    const claim =
      handle === undefined
        ? ({ kind: 'client', clientId } as const)
        : ({ kind: 'session', session: `ahp-session:/${handle}`, chat: `ahp-chat:/${handle}` } as const);
    await client.createTerminal({ channel, claim, _meta: { 'x-cotty': create } });
    return channel;
  }

  async close(): Promise<void> {
    for (const client of this.#clients) client.close();
    await this.host.close();
    removeFolder(this.root);
  }
}
