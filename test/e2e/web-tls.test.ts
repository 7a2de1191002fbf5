/** The door with a certificate: the page over https, its WebSocket over wss. */

import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PageBrowser, pageLink } from '../support/page-browser.ts';
import { Sandbox } from '../support/sandbox.ts';

const file = (name: string) => fileURLToPath(new URL(`../../fixtures/tls/${name}`, import.meta.url));

let sandbox: Sandbox;
let browser: PageBrowser | undefined;

beforeEach(() => {
  sandbox = new Sandbox('bash');
});

afterEach(async () => {
  await browser?.close();
  await sandbox.close();
});

it('is opened with a certificate, and the page works over it', async () => {
  expect(await sandbox.run(['new', 'build'])).toMatchObject({ code: 0 });
  const link = await pageLink(sandbox, '--cert', file('cert.pem'), '--key', file('key.pem'));
  expect(link).toMatch(/^https:/);
  browser = await PageBrowser.launch();
  const page = await browser.open(link, { ignoreHTTPSErrors: true });
  await page.run('echo over tls');
  await page.block('echo over tls').getByText('over tls', { exact: true }).waitFor();
  const [cookie] = await page.page.context().cookies();
  // A browser sends it over no other way.
  expect(cookie).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Strict' });
  expect(page.errors).toEqual([]);
});

it('names a certificate that cannot be read', async () => {
  const args = ['web', '--no-open', '--cert', '/nowhere.pem', '--key', file('key.pem')];
  const { code, stderr } = await sandbox.run(args);
  expect(code).not.toBe(0);
  expect(stderr).toContain('/nowhere.pem');
});
