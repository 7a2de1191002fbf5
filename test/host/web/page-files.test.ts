import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPageFiles, servePageFile } from '../../../src/host/web/page-files.ts';
import { send } from '../../support/web-page.ts';

const folder = fileURLToPath(new URL('../../../fixtures/web', import.meta.url));
const page = readPageFiles(folder, 1);

let server: Server;
let url = '';
beforeAll(async () => {
  server = createServer((request, response) => servePageFile(page, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

it('serves the index anew each time, and files with a hash in their name for ever', async () => {
  const index = await send(`${url}/?x=1`);
  expect(index).toMatchObject({ status: 200, text: expect.stringContaining('<title>cotty</title>') });
  expect(index.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
  });
  const script = await send(`${url}/assets/app-AB12CD34.js`);
  expect(script.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
  });
});

it('tells a browser that knows a file that it has not changed', async () => {
  const at = `${url}/app.webmanifest`;
  const first = await send(at);
  expect(first.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'Accept-Encoding' });
  const again = await send(at, { headers: { 'if-none-match': first.headers.etag } });
  expect(again).toMatchObject({ status: 304, text: '' });
});

it('sends a packed file to browsers that unpack it', async () => {
  const at = `${url}/app.webmanifest`;
  const packed = await send(at, { headers: { 'accept-encoding': 'gzip, br;q=0.9' } });
  expect(packed).toMatchObject({ text: 'packed', headers: { 'content-encoding': 'br' } });
  const plain = await send(at, { headers: { 'accept-encoding': 'gzip, brr' } });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.text).toContain('cotty');
});

it.each([
  '/../package.json',
  '/%2e%2e/package.json',
  '/assets/../index.html',
  '/assets',
  '/assets/',
  '//index.html',
  '/__proto__',
])('has nothing at %s', async (path) => {
  expect((await send(`${url}${path}`.replace('/../', '/..%2f'))).status).toBe(404);
});

it('answers GET and HEAD alone', async () => {
  expect(await send(`${url}/`, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
  expect(await send(`${url}/`, { method: 'POST' })).toMatchObject({
    status: 405,
    headers: { allow: 'GET, HEAD' },
  });
});

it('knows why there is no page', () => {
  expect(readPageFiles('/nowhere', 1).missing).toBe('this installation has no page: /nowhere cannot be read');
  expect(readPageFiles(`${folder}/assets`, 1).missing).toContain('has no page in');
  expect(readPageFiles(folder, 0).missing).toContain('is larger than 0 MiB (webPageMiB)');
});
