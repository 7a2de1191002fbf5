/** Reaching a person and other machines: the worker for notices, copies without the clipboard, the host's own certificate. */

import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, PageBrowser, pageLink } from '../support/page-browser.ts';
import { Sandbox } from '../support/sandbox.ts';

const HIDE = `Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'))`;
const SHOW = `delete document.visibilityState; document.dispatchEvent(new Event('visibilitychange'))`;
const CLICK = `registration.getNotifications().then(([notification]) =>
  self.dispatchEvent(new NotificationEvent('notificationclick', { notification })))`;

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

describe('the setting for notices', () => {
  it('asks for the permission when it is chosen, and then there is a service worker', async () => {
    expect(await page.page.evaluate('navigator.serviceWorker.getRegistration()')).toBeUndefined();
    await page.page.getByRole('button', { name: 'Settings' }).click();
    await page.page.getByLabel('Notify when something ends or needs you').check();
    await page.page.keyboard.press('Escape');
    const script = 'navigator.serviceWorker.ready.then(({ active }) => new URL(active.scriptURL).pathname)';
    expect(await page.page.evaluate(script)).toBe('/worker.js');
    expect(page.errors).toEqual([]);
  });
});

describe('a notice', () => {
  it('names terminal, command and exit code while the page is hidden, and leads to its terminal', async () => {
    await page.page.getByRole('heading', { name: 'build' }).waitFor();
    await page.page.evaluate(HIDE);
    expect(await sandbox.run(['run', 'other', '--', 'sleep 0.2; (exit 3)'])).toMatchObject({ code: 3 });
    const shown = () =>
      page.page.evaluate(
        'navigator.serviceWorker.ready.then((worker) => worker.getNotifications()).then((all) => all.map(({ title, body }) => [title, body]))',
      );
    await expect
      .poll(shown)
      .toEqual([['other', expect.stringMatching(/^`sleep 0.2; \(exit 3\)` failed with 3/)]]);
    const [worker] = page.page.context().serviceWorkers();
    // A click as the browser tells it: nothing presses a real one where there is no desktop.
    await worker?.evaluate(CLICK);
    await page.page.getByRole('heading', { name: 'other' }).waitFor();
    await page.page.evaluate(SHOW);
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
