/** The server with a certificate: the page over https, its WebSocket over wss. */

import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PageBrowser, pageLink } from '../support/page-browser.ts';
import { Sandbox } from '../support/sandbox.ts';

const file = (name: string) => fileURLToPath(new URL(`../../fixtures/tls/${name}`, import.meta.url));

let sandbox: Sandbox;
let browser: PageBrowser;

beforeAll(async () => {
  browser = await PageBrowser.launch();
  sandbox = new Sandbox();
});

afterAll(async () => {
  await browser?.close();
  await sandbox?.close();
});

it('is opened with a certificate, and the page works over it', async () => {
  expect(await sandbox.run(['new', 'build'])).toMatchObject({ code: 0 });
  const link = await pageLink(sandbox, '--cert', file('cert.pem'), '--key', file('key.pem'));
  expect(link).toMatch(/^https:/);
  const page = await browser.open(link, { ignoreHTTPSErrors: true });
  await page.run('echo over tls');
  await page.block('echo over tls').getByText('over tls', { exact: true }).waitFor();
  const [cookie] = await page.page.context().cookies();
  // A browser sends it over no other way.
  expect(cookie).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Strict' });
  expect(page.errors).toEqual([]);
});
