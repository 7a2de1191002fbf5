/** Reaching a person and other machines: notices of a hidden page, copies without the clipboard, the host's own certificate. */

import { connect } from 'node:tls';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, PageBrowser, pageLink } from '../support/page-browser.ts';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
let browser: PageBrowser;
let page: OpenPage;

beforeAll(async () => {
  browser = await PageBrowser.launch();
  sandbox = new Sandbox();
  await sandbox.openTerminals('build', 'other');
  page = await browser.open(await pageLink(sandbox));
  await page.page.context().grantPermissions(['notifications', 'clipboard-read', 'clipboard-write'], {
    origin: new URL(page.page.url()).origin,
  });
  await page.line.waitFor();
});

afterAll(async () => {
  await browser?.close();
  await sandbox?.close();
});

/** A browser without a screen shows all of its pages: this one is told that it is hidden. */
async function show(shown: Page, state: 'hidden' | 'visible'): Promise<void> {
  await shown.evaluate(`Object.defineProperty(document, 'visibilityState', {
    configurable: true, get: () => '${state}' }); document.dispatchEvent(new Event('visibilitychange'))`);
}

/** Title and text of the notices that are shown. */
async function shownNotices({ page: shown }: OpenPage): Promise<unknown> {
  return shown.evaluate(`navigator.serviceWorker.getRegistration().then((found) => found ? found.getNotifications() : [])
    .then((all) => all.map(({ title, body }) => title + ': ' + body))`);
}

describe('a notice', () => {
  it('names terminal, command and exit code, and a click goes to the terminal', async () => {
    expect(await page.page.evaluate('navigator.serviceWorker.getRegistration()')).toBeUndefined();
    await page.page.getByRole('button', { name: 'Settings' }).click();
    await page.page.getByLabel('Notify when something ends or needs you').check();
    await page.page.keyboard.press('Escape');
    await page.page.locator('.row-main', { hasText: 'build' }).click();
    await page.run('sleep 1; (exit 2)');
    await page.page.getByText('keys go to').waitFor();
    await show(page.page, 'hidden');
    await expect
      .poll(() => shownNotices(page))
      .toEqual([expect.stringMatching(/^build: `sleep 1; \(exit 2\)` failed with 2 after [1-9] s$/)]);
    await show(page.page, 'visible');
    await page.page.locator('.row-main', { hasText: 'other' }).click();
    await page.page.getByRole('heading', { name: 'other' }).waitFor();
    const [worker] = page.page.context().serviceWorkers();
    await worker?.evaluate(`self.registration.getNotifications().then(([notification]) =>
      self.dispatchEvent(new NotificationEvent('notificationclick', { notification })))`);
    await page.page.getByRole('heading', { name: 'build' }).waitFor();
    expect(page.errors).toEqual([]);
  });
});

describe('a page without the clipboard', () => {
  it('copies all the same', async () => {
    await page.page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await page.run('echo "copied $((40 + 2))"');
    const block = page.block('echo "copied');
    await block.hover();
    await block.getByRole('button', { name: 'Copy output' }).click();
    await page.page.getByText('Copied the output').waitFor();
    await page.line.click();
    await page.page.keyboard.press('Control+v');
    await expect.poll(() => page.line.inputValue()).toContain('copied 42');
    await page.line.fill('');
  });
});

describe('a server that other machines reach', () => {
  it('has a certificate of its own, which the page works over', async () => {
    await page.close();
    expect(await sandbox.run(['web', 'stop'])).toMatchObject({ code: 0 });
    const made = await sandbox.run(['web', '--listen', '0.0.0.0:0', '--no-open', '--json']);
    expect(made).toMatchObject({ code: 0 });
    const { link, fingerprint } = JSON.parse(made.stdout);
    expect(link).toMatch(/^https:/);
    expect(await fingerprintAt(Number(new URL(link).port))).toBe(fingerprint);
    const secure = await browser.open(link, { ignoreHTTPSErrors: true });
    await secure.run('echo over tls');
    await secure.block('echo over tls').getByText('over tls', { exact: true }).waitFor();
    await secure.picture('reach-tls');
    await secure.close();
    const said = await sandbox.run(['web', '--no-open']);
    expect(said.stdout).toContain(`\n  ${fingerprint}\n`);
  });

  it('does without when it is told to', async () => {
    expect(await sandbox.run(['web', 'stop'])).toMatchObject({ code: 0 });
    const made = await sandbox.run(['web', '--listen', '0.0.0.0:0', '--http', '--no-open', '--json']);
    expect(JSON.parse(made.stdout).link).toMatch(/^http:/);
    expect(made.stderr).toContain('not encrypted');
    const both = await sandbox.run(['web', '--http', '--cert', 'c', '--key', 'k']);
    expect(both.stderr).toContain('--http and --cert exclude each other');
  });
});

function fingerprintAt(port: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerX509Certificate()?.fingerprint256);
      socket.destroy();
    });
    socket.on('error', reject);
  });
}
