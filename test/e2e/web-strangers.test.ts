/** Who gets nowhere: pages of other ports and names in a browser that is signed in, and a cookie that was stolen. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, PageBrowser, pageLink } from '../support/page-browser.ts';
import { Sandbox } from '../support/sandbox.ts';
import { Script } from '../support/script.ts';
import { WebPage } from '../support/web-page.ts';

let sandbox: Sandbox;
let browser: PageBrowser;
let page: OpenPage;
let server: string;
let stranger: Server;

beforeAll(async () => {
  browser = await PageBrowser.launch();
  sandbox = new Sandbox();
  expect(await sandbox.run(['new', 'build'])).toMatchObject({ code: 0 });
  const link = await pageLink(sandbox);
  server = new URL(link).origin;
  page = await browser.open(link);
  await page.line.waitFor();
  stranger = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<title>stranger</title>');
  });
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  stranger?.close();
  await browser?.close();
  await sandbox?.close();
});

/** What a script of another page gets of the server, with all that the browser sends by itself. */
const ATTEMPTS = `async (door) => {
  const asked = async (path, init = {}) => {
    try {
      const answer = await fetch(door + path, { credentials: 'include', ...init });
      return answer.status + ' ' + (await answer.text());
    } catch {
      return 'nothing';
    }
  };
  const socket = (query) => new Promise((resolve) => {
    const opened = new WebSocket(door.replace('http', 'ws') + '/web/ahp' + query);
    opened.onopen = () => resolve('open');
    opened.onclose = () => resolve('nothing');
  });
  const json = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
  return [
    await asked('/web/session'),
    await asked('/api/terminals'),
    await asked('/web/ticket', json),
    await asked('/web/ticket', { method: 'POST', body: '{}', mode: 'no-cors' }),
    await socket(''),
    await socket('?ticket=' + 'x'.repeat(43)),
  ];
}`;

describe('a page of another port', () => {
  it('gets nothing of the server, although the browser has its cookie', async () => {
    const other = await page.page.context().newPage();
    const { port } = stranger.address() as AddressInfo;
    await other.goto(`http://127.0.0.1:${port}/`);
    const cookies = await page.page.context().cookies(`http://127.0.0.1:${port}/`);
    // Browsers send a cookie to every port of a machine: the port next door may know it.
    expect(cookies).toHaveLength(1);
    const got = await other.evaluate(`(${ATTEMPTS})(${JSON.stringify(server)})`);
    expect(got).toEqual(['nothing', 'nothing', 'nothing', ' ', 'nothing', 'nothing'].map(anyRefusal));
    await other.close();
  });

  it('of another name gets as little', async () => {
    const other = await page.page.context().newPage();
    const { port } = stranger.address() as AddressInfo;
    await other.goto(`http://localhost:${port}/`);
    const got = await other.evaluate(`(${ATTEMPTS})(${JSON.stringify(server)})`);
    expect(got).toEqual(['nothing', 'nothing', 'nothing', ' ', 'nothing', 'nothing'].map(anyRefusal));
    await other.close();
  });

  it('cannot show the page in a frame', async () => {
    const other = await page.page.context().newPage();
    const { port } = stranger.address() as AddressInfo;
    await other.goto(`http://127.0.0.1:${port}/`);
    await other.setContent(`<iframe src="${server}/"></iframe>`);
    await other.waitForFunction('document.querySelector("iframe").contentWindow.length === 0');
    const frame = other.frames().at(-1);
    expect(await frame?.locator('textarea').count()).toBe(0);
    await other.close();
  });
});

/** An answer that a script cannot read has status 0 and no text. */
function anyRefusal(expected: string): unknown {
  return expected === ' ' ? expect.stringMatching(/^(0 |nothing)$/) : expected;
}

describe('a stolen cookie', () => {
  it('opens nothing without the key of the page, and no socket without a ticket', async () => {
    const [cookie] = await page.page.context().cookies(server);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    const thief = new WebPage(server, { cookie: `${cookie?.name}=${cookie?.value}` });
    for (const path of ['/web/session', '/api/terminals'])
      expect(await thief.ask(path)).toMatchObject({ status: 401 });
    expect(await thief.ask('/web/ticket', { json: {} })).toMatchObject({ status: 401 });
    expect(await thief.connect({}, '')).toBe(401);
    expect(await thief.connect({}, 'x'.repeat(43))).toBe(401);
    // The page it was stolen from goes on.
    await page.run('echo still here');
    await page.block('echo still').getByText('still here', { exact: true }).waitFor();
  });
});

describe('a page that stands still', () => {
  it('slows no program down, and shows the end when it goes on', async () => {
    const debug = await page.page.context().newCDPSession(page.page);
    await debug.send('Debugger.enable');
    const paused = new Promise((resolve) => debug.once('Debugger.paused', resolve));
    await debug.send('Debugger.pause');
    // A page whose script is stopped is a phone that sleeps: its socket stays open, and nobody reads.
    void page.page.evaluate('1').catch(() => {});
    await paused;
    const flood = 'seq 1 1500000; echo the end';
    expect(await new Script(sandbox, ['run', 'build', '--', flood]).ended).toBe(0);
    await debug.send('Debugger.resume');
    await debug.detach();
    await page.block('seq 1 1500000').getByText('the end', { exact: true }).waitFor();
  });
});
