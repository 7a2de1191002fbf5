/** The line from the page to its host: seen at once when it is cut, and nothing typed is lost or doubled. Two people, two sizes. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CutProxy } from '../support/cut-proxy.ts';
import { hostOf, killNextHost } from '../support/kill-host.ts';
import { type OpenPage, PageBrowser, PHONE, pageLink } from '../support/page-browser.ts';
import { Sandbox } from '../support/sandbox.ts';

const SMALL_PHONE = { ...PHONE, viewport: { width: 360, height: 740 } };

let sandbox: Sandbox;
let browser: PageBrowser;
let page: OpenPage;
let proxy: CutProxy;

beforeAll(async () => {
  browser = await PageBrowser.launch();
  sandbox = new Sandbox();
  expect(await sandbox.run(['new', 'build'])).toMatchObject({ code: 0 });
  const link = new URL(await pageLink(sandbox));
  proxy = await CutProxy.before(Number(link.port));
  link.port = String(proxy.port);
  page = await browser.open(link.href);
  await page.line.waitFor();
});

afterAll(async () => {
  await browser?.close();
  proxy?.close();
  await sandbox?.close();
});

const strip = ({ page: shown }: OpenPage) => shown.locator('.strip.away');

/** The strip says so from the first sign of silence until the connection is given up, which is seven times as long. */
async function isSilent(opened: OpenPage): Promise<void> {
  await strip(opened).getByText('The host does not answer').waitFor();
}

/** How often the command has run, by the lines that it has written. */
function runsOf(word: string): number {
  const lines = readFileSync(join(sandbox.home, 'runs'), 'utf8').split('\n');
  return lines.filter((line) => line === word).length;
}

describe('the line to the host', () => {
  it('is seen to be gone when the browser is offline, with what waits, and the command runs once', async () => {
    const context = page.page.context();
    await context.setOffline(true);
    await isSilent(page);
    await page.run('echo offline >> ~/runs');
    await strip(page).getByText('1 line waits to be sent').waitFor();
    await page.run('echo second >> ~/runs');
    await strip(page).getByText('2 lines wait to be sent').waitFor();
    await page.picture('away-offline');
    await context.setOffline(false);
    await strip(page).waitFor({ state: 'detached' });
    await page.block('echo second').waitFor();
    expect([runsOf('offline'), runsOf('second')]).toEqual([1, 1]);
  });

  it('is seen to be gone when it is cut without a sign, and what was typed into it runs once', async () => {
    proxy.cut();
    await page.run('echo cut >> ~/runs');
    await isSilent(page);
    await page.picture('away-cut');
    await strip(page)
      .getByText(/to be sent/)
      .waitFor();
    // Given up after some seconds, with all that is under way on it.
    await strip(page).getByText('No host').waitFor();
    proxy.mend();
    await strip(page)
      .getByRole('button', { name: 'Try now' })
      .click({ timeout: 1_000 })
      .catch(() => {});
    await strip(page).waitFor({ state: 'detached' });
    await page.block('echo cut').waitFor();
    expect(runsOf('cut')).toBe(1);
  });

  it('is back after the host was killed, and what was typed meanwhile runs once', async () => {
    const before = hostOf(sandbox);
    await killNextHost(sandbox);
    await page.run('echo killed >> ~/runs');
    await expect.poll(() => hostOf(sandbox)).not.toBe(before);
    await page.block('echo killed').waitFor();
    await strip(page).waitFor({ state: 'detached' });
    expect(runsOf('killed')).toBe(1);
  });
});

describe('a terminal that is taken over by another size', () => {
  it('has the size of who runs a program, also when another page has the focus', async () => {
    const phone = await browser.open(await pageLink(sandbox), SMALL_PHONE);
    await phone.line.waitFor();
    await page.run('stty size; echo on the desk');
    await page.block('on the desk').waitFor();
    await phone.line.tap();
    await phone.run('stty size; vim -u NONE -N');
    await phone.page.locator('.pane.full-screen').waitFor();
    await expect
      .poll(async () => (await phone.screen()).filter((row) => row.startsWith('~')).length)
      .toBeGreaterThan(5);
    const width = () =>
      phone.page.evaluate<number>(
        "document.querySelector('.live-grid .xterm-screen').getBoundingClientRect().width",
      );
    await expect.poll(width).toBeLessThanOrEqual(360);
    // The line was typed into: the keyboard stays, and what is typed on reaches vim.
    await phone.page.keyboard.type('ityped on');
    await expect.poll(async () => (await phone.screen())[0]).toBe('typed on');
    await phone.picture('away-vim-phone');
    await phone.page.context().setOffline(true);
    await strip(phone).waitFor();
    await phone.picture('away-phone');
    await phone.close();
  });
});
