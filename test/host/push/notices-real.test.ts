/** Notices of a real host to a real HTTP server and to a push service, about a program that asks in a real shell. */

import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PushService, Subscriber, signedBy } from '../../support/push-service.ts';
import { WebHost } from '../../support/web-host.ts';
import type { WebPage } from '../../support/web-page.ts';

type Got = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string };

/** Long enough for a burst of two seconds on a busy machine. */
const SOON = { timeout: 20_000, interval: 50 };

let web: WebHost;
let server: Server;
let pushes: PushService;
const got: Got[] = [];
let status = 200;

beforeAll(async () => {
  // Nobody has signed the certificate of the push service.
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      got.push({ path: request.url ?? '', headers: request.headers, body });
      response.writeHead(status, status === 302 ? { Location: '/elsewhere' } : {}).end('not "this" time');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  pushes = await PushService.start();
  web = await WebHost.start();
});

afterAll(async () => {
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  await web.close();
  await pushes.close();
  server.close();
});

const address = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

/** Opens a terminal in which a program asks. */
async function asks(name: string, kind = 'permission'): Promise<string> {
  const channel = `ahp-terminal:/${name}`;
  const { owner } = web;
  await owner.createTerminal({ channel, name, claim: { kind: 'client', clientId: owner.clientId } });
  const msg = Buffer.from('Run rm -r build?').toString('base64');
  await owner.subscribe(channel);
  // A program of its own, not the shell, whose reports would not count.
  owner.type(
    channel,
    `sh -c 'printf "\\033]7501;state=blocked:app=ada:kind=${kind}:msg=${msg}\\007"; read -r answer'\r`,
  );
  return channel;
}

async function subscribe(page: WebPage, endpoint: string, subscriber: Subscriber): Promise<number> {
  const { keys } = subscriber;
  return (await page.ask('/web/push', { json: { subscription: { endpoint, keys, expirationTime: null } } }))
    .status;
}

describe('cotty notify', () => {
  it('tells what happened to a test, for a server that answers, refuses, redirects, or is not there', async () => {
    const { notify } = web.owner.cotty;
    expect(await notify.status()).toMatchObject({ target: null, browsers: 0 });
    const tries = async (url: string, answer: number) => {
      status = answer;
      await notify.set({ kind: 'ntfy', url });
      return (await notify.test())[0];
    };
    expect(await tries(address('/topic'), 200)).toMatchObject({ ok: true, says: 'answered 200' });
    expect(got.at(-1)).toMatchObject({ path: '/topic', body: 'This is a test of cotty notify.' });
    expect(await tries(address('/topic'), 403)).toMatchObject({
      ok: false,
      says: 'answered 403: not "this" time',
    });
    expect(await tries(address('/topic'), 302)).toMatchObject({
      ok: false,
      says: 'answered 302: redirects are not followed',
    });
    expect(got.map(({ path }) => path)).not.toContain('/elsewhere');
    expect(await tries('http://127.0.0.1:1/', 200)).toMatchObject({
      ok: false,
      says: expect.stringContaining('ECONNREFUSED'),
    });
    await expect(notify.set({ kind: 'webhook', url: 'file:///etc/passwd' })).rejects.toThrow(
      'http:// or https://',
    );
    await expect(notify.set({ kind: 'ntfy', url: 'http://ada:50%off@127.0.0.1/' })).rejects.toThrow(
      'the password in the address has a % that encodes nothing: write %25 for a %',
    );
    await expect(notify.set({ kind: 'webhook', url: 'http://a%da@127.0.0.1/' })).rejects.toThrow(
      'the name in the address',
    );
    expect((await notify.status()).target?.url).toBe('http://127.0.0.1:1/');
    expect(await tries(address('/topic').replace('//', '//ada:50%25off@'), 200)).toMatchObject({ ok: true });
    const login = Buffer.from('ada:50%off').toString('base64');
    expect(got.at(-1)?.headers.authorization).toBe(`Basic ${login}`);
    expect(await tries('http://no-such-host.invalid/', 200)).toMatchObject({
      ok: false,
      says: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/),
    });
    expect((await notify.off()).target).toBeNull();
  });

  it('is not for pages', async () => {
    const socket = await (await web.page()).connect();
    if (typeof socket === 'number') throw new Error(`refused: ${socket}`);
    await socket.initialize('page');
    for (const method of ['x-cotty/notifyStatus', 'x-cotty/notifyOff', 'x-cotty/notifyTest'])
      expect((await socket.request(method))['error']).toMatchObject({ code: -32009 });
    const set = await socket.request('x-cotty/notifySet', { kind: 'webhook', url: address('/evil') });
    expect(set['error']).toMatchObject({ code: -32009 });
  });
});

describe('a program that asks', () => {
  it('is told of once, without its question, to the webhook and to the browser that has subscribed', async () => {
    status = 200;
    got.length = 0;
    await web.owner.cotty.notify.set({ kind: 'webhook', url: address('/hook') });
    const [mine, theirs] = [new Subscriber(), new Subscriber()];
    const [page, other] = [await web.page(), await web.page()];
    expect(await subscribe(page, `${pushes.url}/mine`, mine)).toBe(204);
    expect(await subscribe(other, `${pushes.url}/theirs`, theirs)).toBe(204);
    const watcher = await web.page('watch');
    expect(await subscribe(watcher, `${pushes.url}/watcher`, mine)).toBe(403);
    expect(await subscribe(page, 'http://127.0.0.1/plain', mine)).toBe(400);
    const { key, subscribed } = (await page.ask('/web/push')).body;
    expect(subscribed).toBe(true);
    // What this browser is told ends with its session.
    await web.owner.cotty.web.revoke(String((await other.ask('/web/session')).body['id']));
    const first = await asks('api');
    await asks('shop', 'question');
    await expect.poll(() => got.length, SOON).toBe(1);
    const { text, terminals } = JSON.parse(got[0]?.body ?? '');
    // Who asks first is first: either shell may be the quicker one.
    const [count, ...lines] = text.split('\n');
    expect(count).toBe('2 wait for you');
    expect(lines.toSorted()).toEqual([
      'ada waits for you: permission in api',
      'ada waits for you: question in shop',
    ]);
    const byName = terminals.toSorted((one: { name: string }, two: { name: string }) =>
      one.name.localeCompare(two.name),
    );
    expect(byName).toMatchObject([
      { uri: first, name: 'api', state: 'blocked', kind: 'permission', app: 'ada' },
      { name: 'shop' },
    ]);
    expect(got[0]?.body).not.toContain('build?');
    await expect.poll(() => pushes.got.map(({ path }) => path), SOON).toEqual(['/mine']);
    const [letter] = pushes.got;
    if (letter === undefined) throw new Error('nothing was pushed');
    expect(mine.read(letter.body)).toMatchObject({ body: text, tag: 'waiting' });
    expect(() => theirs.read(letter.body)).toThrow();
    expect(signedBy(letter)).toMatchObject({ key, claims: { aud: pushes.url } });
    expect(letter.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '3600' });
  });

  it('is told of by the next host as well, which knows address, key and browsers', async () => {
    const files = ['notify.json', 'web.json'].map((name) => join(web.root, 'state', name));
    expect(files.map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
    const key = JSON.parse(readFileSync(files[0] ?? '', 'utf8')).vapid.publicKey;
    const { root } = web;
    await web.end();
    mkdirSync(root, { recursive: true });
    web = await WebHost.start({}, root);
    expect(await web.owner.cotty.notify.status()).toMatchObject({
      target: { url: address('/hook') },
      browsers: 1,
    });
    expect(JSON.parse(readFileSync(files[0] ?? '', 'utf8')).vapid.publicKey).toBe(key);
    // The push service knows the browser no longer.
    pushes.status = 410;
    const tried = await web.owner.cotty.notify.test();
    expect(tried).toMatchObject([{ ok: true }, { ok: false, says: 'answered 410' }]);
    expect(await web.owner.cotty.notify.status()).toMatchObject({ browsers: 0 });
  });
});
