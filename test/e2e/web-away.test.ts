/** The page while its host cannot be reached, and beside another page of another size. */

import type { AddressInfo } from 'node:net';
import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killHost } from '../support/kill-host.ts';
import { type OpenPage, PageBrowser, PHONE, pageLink } from '../support/page-browser.ts';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
let browser: PageBrowser;
let page: OpenPage;

beforeAll(async () => {
  browser = await PageBrowser.launch();
  sandbox = new Sandbox();
  expect(await sandbox.run(['new', 'build'])).toMatchObject({ code: 0 });
  page = await browser.open(await pageLink(sandbox));
  await page.line.waitFor();
});

afterAll(async () => {
  await browser?.close();
  await sandbox?.close();
});

const strip = (of: OpenPage) => of.page.locator('.away-strip');

/** Milliseconds on the page's clock until its strip is shown after `act`. */
async function shownAfter(of: OpenPage, act: () => Promise<void>): Promise<number> {
  await of.page.evaluate(`
    window.shownAt = new Promise((resolve) => {
      const begun = performance.now();
      const look = () => document.querySelector('.away-strip') ? resolve(performance.now() - begun) : requestAnimationFrame(look);
      look();
    });
    undefined`);
  await act();
  return Number(await of.page.evaluate('window.shownAt'));
}

async function ran(of: OpenPage, command: string, output: string): Promise<void> {
  await of.block(command).getByText(output, { exact: true }).waitFor();
  expect(await of.block(command).count()).toBe(1);
}

describe('a host that cannot be reached', () => {
  it('is told over the line at once when the browser is offline, with what waits, which is sent once', async () => {
    const context = page.page.context();
    await context.setOffline(true);
    await strip(page).waitFor();
    await page.run('echo "sent $((1+1)) late"');
    await strip(page).getByText('echo "sent $((1+1)) late"').waitFor();
    await page.picture('away');
    await context.setOffline(false);
    await strip(page).waitFor({ state: 'detached' });
    await ran(page, 'echo "sent', 'sent 2 late');
  });

  it('is told within a second when it only stays silent, and gets each command once when it is heard again', async () => {
    const proxy = await Cuttable.before(await pageLink(sandbox));
    const far = await browser.open(proxy.link);
    await far.line.waitFor();
    await far.run('echo near');
    await ran(far, 'echo near', 'near');
    proxy.carries = false;
    const took = await shownAfter(far, () => far.run('echo "after $((1+2))"'));
    // The page itself waits 700 ms; the rest is for a machine that does other things.
    expect(took).toBeGreaterThan(600);
    expect(took).toBeLessThan(3_000);
    proxy.carries = true;
    await strip(far).waitFor({ state: 'detached' });
    await ran(far, 'echo "after', 'after 3');
    proxy.cut();
    await far.run('echo "cut $((2+2))"');
    await ran(far, 'echo "cut', 'cut 4');
    await far.close();
    await proxy.close();
  });

  it('gets what was typed while it was killed, once, when it is back', async () => {
    killHost(sandbox);
    await page.run('echo "killed $((2+3))"');
    expect(await sandbox.run(['ls'])).toMatchObject({ code: 0 });
    await ran(page, 'echo "killed', 'killed 5');
    await strip(page).waitFor({ state: 'detached' });
  });
});

describe('two pages of one person', () => {
  it('give a program the size of the one that types before its first key', async () => {
    const phone = await browser.open(await pageLink(sandbox), {
      ...PHONE,
      viewport: { width: 360, height: 740 },
    });
    await phone.line.waitFor();
    await page.run('while read -rsn1 key; do stty size; done');
    await page.page.getByText('keys go to').waitFor();
    await page.page.keyboard.type('a');
    await expect.poll(async () => (await page.screen()).some((row) => /^\d+ \d{3}$/.test(row))).toBe(true);
    await phone.page.locator('.live-grid .xterm-helper-textarea').focus();
    await phone.page.keyboard.type('b');
    const sizes = async () => (await phone.screen()).filter((row) => /^\d+ \d+$/.test(row));
    await expect.poll(async () => (await sizes()).length).toBe(2);
    const [, second = ''] = await sizes();
    expect(Number(second.split(' ')[1])).toBeLessThan(60);
    await phone.page.keyboard.press('Control+c');
    await phone.line.waitFor();
    await phone.close();
  });

  it('vim fills a phone at once, and has the keys that are typed on', async () => {
    const phone = await browser.open(await pageLink(sandbox), {
      ...PHONE,
      viewport: { width: 360, height: 740 },
    });
    await phone.line.tap();
    await phone.run('vim -u NONE -N');
    await expect
      .poll(async () => (await phone.screen()).filter((row) => row === '~').length)
      .toBeGreaterThan(15);
    await phone.page.keyboard.type('ityped on');
    await expect.poll(async () => (await phone.screen())[0]).toBe('typed on');
    await phone.picture('phone-vim');
    await phone.page.keyboard.press('Escape');
    await phone.page.keyboard.type(':q!\n');
    await phone.line.waitFor();
    await phone.close();
  });
});

type Gate = { carries: boolean; held: (() => void)[] };

/** A server in front of the web server that holds all bytes back for a while, as a network does that is gone. */
class Cuttable {
  readonly link: string;
  readonly #server: Server;
  readonly #sockets: Set<Socket>;
  readonly #gate: Gate;

  private constructor(link: string, server: Server, sockets: Set<Socket>, gate: Gate) {
    this.link = link;
    this.#server = server;
    this.#sockets = sockets;
    this.#gate = gate;
  }

  static async before(link: string): Promise<Cuttable> {
    const to = new URL(link);
    const port = Number(to.port);
    const sockets = new Set<Socket>();
    const gate: Gate = { carries: true, held: [] };
    const server = createServer((near) => {
      const far = dial(port, to.hostname);
      for (const [from, into] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(from);
        from.on('data', (bytes) => {
          if (gate.carries) into.write(bytes);
          else gate.held.push(() => into.write(bytes));
        });
        from.on('close', () => into.destroy());
        from.on('error', () => into.destroy());
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    to.port = String((server.address() as AddressInfo).port);
    return new Cuttable(to.href, server, sockets, gate);
  }

  set carries(carries: boolean) {
    this.#gate.carries = carries;
    if (carries) for (const send of this.#gate.held.splice(0)) send();
  }

  /** Ends all connections. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
