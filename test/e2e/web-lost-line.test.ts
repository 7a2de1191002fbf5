/** A line that dies without a word: a laptop that sleeps, a network that is changed. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenPage, PageBrowser, pageLink } from '../support/page-browser.ts';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
let browser: PageBrowser;
let page: OpenPage;

beforeAll(async () => {
  sandbox = new Sandbox('bash');
  expect(await sandbox.run(['new', 'build'])).toMatchObject({ code: 0 });
  browser = await PageBrowser.launch();
  page = await browser.open(await pageLink(sandbox));
  await page.line.waitFor();
});

afterAll(async () => {
  await browser?.close();
  await sandbox?.close();
});

it('is found out, said, and made anew: the page has what it missed, once', async () => {
  const network = await page.page.context().newCDPSession(page.page);
  await network.send('Network.enable');
  const carries = (isOn: boolean) =>
    network.send('Network.emulateNetworkConditions', {
      offline: !isOn,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  await page.run('echo before');
  await page.block('echo before').getByText('before', { exact: true }).waitFor();
  await carries(false);
  expect(await sandbox.run(['run', 'build', '--', 'echo meanwhile'])).toMatchObject({ code: 0 });
  await page.page.locator('.connection').waitFor();
  expect(await page.block('echo meanwhile').count()).toBe(0);
  await carries(true);
  await page.page.locator('.connection').waitFor({ state: 'detached' });
  await page.block('echo meanwhile').getByText('meanwhile', { exact: true }).waitFor();
  await page.run('echo after');
  await page.block('echo after').getByText('after', { exact: true }).waitFor();
  for (const command of ['echo before', 'echo meanwhile', 'echo after'])
    expect(await page.block(command).count()).toBe(1);
});
