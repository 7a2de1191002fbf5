/** A host with a web server that serves the page of the fixtures, and pages at it. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Client, HostClient } from '../../src/client/client.ts';
import { hostAt } from '../../src/client/host-at.ts';
import type { Host } from '../../src/host/host.ts';
import type { HostOptions } from '../../src/host/host-options.ts';
import type { WebAccess } from '../../src/protocol/cotty/web.ts';
import { removeFolder } from './remove-folder.ts';
import { newRoot, startHostIn } from './started-host.ts';
import { WebPage } from './web-page.ts';

const PAGE_FOLDER = fileURLToPath(new URL('../../fixtures/web', import.meta.url));

export class WebHost {
  readonly root: string;
  readonly logged: string[];
  readonly host: Host;
  /** At the Unix socket. */
  readonly owner: Client;
  url = '';
  readonly #pages: WebPage[] = [];

  private constructor(root: string, host: Host, owner: Client, logged: string[]) {
    this.root = root;
    this.host = host;
    this.owner = owner;
    this.logged = logged;
  }

  /** With an open server at a free port. `root` is the folder of an earlier one. */
  static async start(options: Partial<HostOptions> = {}, root = newRoot('cotty-web-')): Promise<WebHost> {
    mkdirSync(join(root, 'state'), { recursive: true, mode: 0o700 });
    const logged: string[] = [];
    const host = await startHostIn(root, {
      web: { page: PAGE_FOLDER },
      record: { folder: join(root, 'state') },
      log: (message) => logged.push(message),
      ...options,
    });
    const owner = await HostClient.open({
      ...hostAt({ url: `unix:${host.socket}` }),
      clientId: `owner-${Math.random()}`,
      retry: false,
      meta: { writer: 'user:owner', screens: false },
    });
    const made = new WebHost(root, host, owner, logged);
    if (!(await owner.cotty.web.status()).open)
      await owner.cotty.web.open({ listen: { host: '127.0.0.1', port: 0 } });
    made.url = (await owner.cotty.web.status()).address ?? '';
    return made;
  }

  async secret(access: WebAccess = 'full'): Promise<string> {
    return (await this.owner.cotty.web.link(access)).secret;
  }

  /** A page that has signed in. */
  async page(access: WebAccess = 'full'): Promise<WebPage> {
    return this.keep(await WebPage.signIn(this.url, await this.secret(access)));
  }

  keep(page: WebPage): WebPage {
    this.#pages.push(page);
    return page;
  }

  /** Ends the host; the folder stays for the next one. */
  async end(): Promise<void> {
    for (const page of this.#pages) page.close();
    this.owner.close();
    await this.host.close();
  }

  async close(): Promise<void> {
    await this.end();
    removeFolder(this.root);
  }
}
