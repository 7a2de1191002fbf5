import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SIGNED_OUT } from '../../../src/protocol/common/close-codes.ts';
import { until } from '../../support/api-host.ts';
import type { Seen } from '../../support/memory-host.ts';
import { WebHost } from '../../support/web-host.ts';
import { type PageSocket, secretOf, send, WebPage } from '../../support/web-page.ts';

const USER = `user:${userInfo().username}`;

let web: WebHost;
beforeAll(async () => {
  web = await WebHost.start();
});
afterAll(() => web.close());

const result = (answer: Seen) => answer['result'] as Seen;
const error = (answer: Seen) => answer['error'] as Seen;

async function joined(page: WebPage, clientId: string): Promise<PageSocket> {
  const socket = await page.connect();
  if (typeof socket === 'number') throw new Error(`refused: ${socket}`);
  await socket.initialize(clientId);
  return socket;
}

/** A terminal that the user's own window holds. */
async function terminal(name: string): Promise<string> {
  const channel = `ahp-terminal:/${name}`;
  await web.owner.createTerminal({ channel, claim: { kind: 'client', clientId: web.owner.clientId } });
  return channel;
}

describe('a link', () => {
  it('lets one browser in, once', async () => {
    const secret = await web.secret();
    const page = web.keep(await WebPage.signIn(web.url, secret));
    const again = await new WebPage(web.url).ask('/web/sign-in', { json: { link: secret } });
    expect(again).toMatchObject({ status: 401, body: { error: expect.stringContaining('used already') } });
    expect(again.headers['set-cookie']).toBeUndefined();
    expect((await page.ask('/web/session')).body).toMatchObject({
      access: 'full',
      writer: USER,
      version: '1.2.3',
    });
  });

  it('gives a cookie that scripts cannot read and other sites do not send, named by the port', async () => {
    const answer = await new WebPage(web.url).ask('/web/sign-in', { json: { link: await web.secret() } });
    expect(answer.headers['set-cookie']?.[0]).toMatch(
      new RegExp(
        `^cotty-${new URL(web.url).port}=[0-9a-f]{8}\\.[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/; Max-Age=2592000$`,
      ),
    );
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  });

  it('that is wrong, empty or no text is refused', async () => {
    const page = new WebPage(web.url);
    const status = async (json: unknown) => (await page.ask('/web/sign-in', { json })).status;
    expect(await status({ link: 'x'.repeat(43) })).toBe(401);
    expect(await status({ link: '' })).toBe(400);
    expect(await status({ link: 7 })).toBe(400);
    expect(await status({})).toBe(400);
    expect(await status({ link: 'x'.repeat(5000) })).toBe(413);
    expect((await page.ask('/web/sign-in')).status).toBe(405);
    const text = { headers: { 'content-type': 'text/plain', 'content-length': '2' }, method: 'POST' };
    expect((await page.ask('/web/sign-in', text)).status).toBe(415);
  });

  it('replaces the session that the same browser has had', async () => {
    const page = await web.page();
    const socket = await joined(page, 'first');
    const next = web.keep(await WebPage.signIn(web.url, await web.secret(), page.secrets));
    expect(await socket.closed).toBe(SIGNED_OUT);
    expect((await page.ask('/web/session')).status).toBe(401);
    expect((await next.ask('/web/session')).status).toBe(200);
  });

  it('is only made for people at the own socket', async () => {
    const page = await web.page();
    const socket = await joined(page, 'maker');
    const methods = ['webOpen', 'webStatus', 'webClose'];
    for (const method of methods) {
      expect(error(await socket.request(`x-cotty/${method}`))).toMatchObject({
        code: -32009,
        message: 'the web server can be administered on its own machine only',
      });
    }
    expect(error(await socket.request('x-cotty/webLink', { access: 'full' }))['code']).toBe(-32009);
    expect(error(await socket.request('x-cotty/restart', { program: ['/bin/true'] }))['code']).toBe(-32009);
  });
});

describe('the socket of a page', () => {
  it('carries AHP, for the user of the host whatever the page says', async () => {
    const page = await web.page();
    const socket = await page.connect();
    if (typeof socket === 'number') throw new Error('refused');
    const meta = result(await socket.initialize('page-1', 'user:mallory'))['_meta'] as Seen;
    expect(meta['x-cotty']).toMatchObject({ via: 'local' });
    const channel = 'ahp-terminal:/of-page';
    const claim = { kind: 'client', clientId: 'page-1' };
    expect(result(await socket.request('createTerminal', { channel, claim }))).toBeNull();
    const listed = () => (web.owner.root.state.terminals ?? []).find(({ resource }) => resource === channel);
    await until(() => listed() !== undefined);
    expect(listed()?._meta).toMatchObject({
      'x-cotty': { createdBy: USER, holder: { connected: true, via: 'local' } },
    });
    expect(await web.owner.cotty.web.links()).toContainEqual(
      expect.objectContaining({ access: 'full', from: '127.0.0.1', connections: 1 }),
    );
  });

  it('of a link that only looks sees all and types nothing', async () => {
    const channel = await terminal('watched');
    const page = await web.page('watch');
    expect((await page.ask('/web/session')).body).toMatchObject({ access: 'watch' });
    const socket = await joined(page, 'watcher');
    expect(result(await socket.request('subscribe', { channel }))['snapshot']).toMatchObject({
      resource: channel,
    });
    const action = { type: 'terminal/input', data: 'echo no\r' };
    socket.notify('dispatchAction', { channel, clientSeq: 1, action });
    await until(() => JSON.stringify(socket.notified).includes('can only watch'));
    expect(error(await socket.request('x-cotty/type', { channel, data: 'x' }))['code']).toBe(-32009);
    expect(error(await socket.request('disposeTerminal', { channel }))['code']).toBe(-32009);
  });

  it('is closed as soon as the session is revoked, even if its client does not let go', async () => {
    const channel = await terminal('revoked');
    const page = await web.page();
    const socket = await joined(page, 'revoked-1');
    const { id } = (await page.ask('/web/session')).body as { id: string };
    await socket.request('subscribe', { channel });
    await web.owner.cotty.web.revoke(id);
    // A client that goes on sending is not heard any more.
    socket.notify('disposeTerminal', { channel }, { id: 99 });
    expect(await socket.closed).toBe(SIGNED_OUT);
    expect((web.owner.root.state.terminals ?? []).some(({ resource }) => resource === channel)).toBe(true);
    expect((await page.ask('/web/session')).status).toBe(401);
    expect((await page.ask('/web/ticket', { json: {} })).status).toBe(401);
    await expect(web.owner.cotty.web.revoke(id)).rejects.toThrow(`there is no link and no session "${id}"`);
  });

  it('is closed by signing out, which takes the cookie away', async () => {
    const page = await web.page();
    const socket = await joined(page, 'leaver');
    const answer = await page.ask('/web/sign-out', { json: {} });
    expect(answer.status).toBe(204);
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^cotty-\d+=; .*Max-Age=0/);
    expect(await socket.closed).toBe(SIGNED_OUT);
    expect((await page.ask('/web/session')).status).toBe(401);
  });

  it('needs a ticket of its own session, each time a fresh one', async () => {
    const [page, other] = [await web.page(), await web.page()];
    expect(await page.connect({}, '')).toBe(401);
    expect(await page.connect({}, 'x'.repeat(43))).toBe(401);
    const ticket = await page.ticket();
    expect(typeof (await page.connect({}, ticket))).toBe('object');
    expect(await page.connect({}, ticket)).toBe(401);
    expect(await page.connect({}, await other.ticket())).toBe(401);
    const shown = await page.ticket();
    expect(await other.connect({}, shown)).toBe(401);
    // A ticket that somebody else has shown is worth nothing any more.
    expect(await page.connect({}, shown)).toBe(401);
    expect(await page.connect({ cookie: '' })).toBe(401);
  });
});

describe('a page of another origin, or of another port of this machine', () => {
  const origins = ['https://example.org', 'http://127.0.0.1:1', 'http://localhost', 'null', 'file://'];

  it.each(origins)('%s neither signs in nor gets a ticket nor opens a socket', async (origin) => {
    const page = await web.page();
    const secret = await web.secret();
    const headers = { origin };
    expect((await page.ask('/web/sign-in', { json: { link: secret }, headers })).status).toBe(403);
    expect((await page.ask('/web/ticket', { json: {}, headers })).status).toBe(403);
    expect((await page.ask('/web/session', { headers })).status).toBe(403);
    expect((await page.ask('/api/terminals', { headers })).status).toBe(403);
    expect(await page.connect(headers)).toBe(403);
    // The link was not used up by that.
    expect((await new WebPage(web.url).ask('/web/sign-in', { json: { link: secret } })).status).toBe(200);
  });

  it('that the browser calls by no origin is known by what the browser says of the site', async () => {
    const page = await web.page();
    const { cookie, key } = page.secrets;
    const bare = { cookie, 'x-cotty-key': key };
    const get = (site: string) =>
      send(`${web.url}/api/terminals`, { headers: { ...bare, 'sec-fetch-site': site } });
    expect((await get('same-origin')).status).toBe(200);
    expect((await get('same-site')).status).toBe(403);
    expect((await get('cross-site')).status).toBe(403);
    expect((await send(`${web.url}/web/ticket`, { json: {}, headers: bare })).status).toBe(403);
  });

  it.each(['evil.example:7070', 'evil.example', '127.0.0.1.evil.example', 'a b', '127.0.0.1;script-src *'])(
    'comes nowhere by the name %s',
    async (host) => {
      const page = await web.page();
      const headers = { host, origin: `http://${host}` };
      for (const path of ['/', '/web/session', '/api/terminals']) {
        const { status, headers: got } = await page.ask(path, { headers });
        expect(status).toBe(403);
        expect(got['content-security-policy']).not.toContain('evil');
      }
      expect((await page.ask('/web/sign-in', { json: { link: 'x' }, headers })).status).toBe(403);
      expect(await page.connect(headers)).toBe(403);
    },
  );

  it('has nothing of a cookie without the key, nor of a key without the cookie', async () => {
    const { secrets } = await web.page();
    for (const stolen of [{ cookie: secrets.cookie ?? '' }, { key: secrets.key ?? '' }]) {
      const thief = new WebPage(web.url, stolen);
      expect((await thief.ask('/web/session')).status).toBe(401);
      expect((await thief.ask('/web/ticket', { json: {} })).status).toBe(401);
      expect((await thief.ask('/api/terminals')).status).toBe(401);
      expect((await thief.ask('/api/terminals', { json: { command: 'id' } })).status).toBe(401);
      expect(await thief.connect({}, 'x'.repeat(43))).toBe(401);
    }
  });
});

describe('the HTTP API at the server', () => {
  it('acts for the user of the host with cookie and key, and only looks for a link that only looks', async () => {
    const page = await web.page();
    const made = await page.ask('/api/terminals', {
      json: { name: 'rest' },
      headers: { 'x-cotty-writer': 'user:eve' },
    });
    expect(made).toMatchObject({ status: 201, body: { terminalId: expect.any(String) } });
    const at = `/api/terminals/${made.body['terminalId']}`;
    expect((await page.ask(at)).body['terminal']).toMatchObject({ createdBy: USER });
    const watcher = await web.page('watch');
    expect((await watcher.ask(at)).status).toBe(200);
    expect((await watcher.ask(at, { method: 'DELETE' })).status).toBe(403);
    const { cookie, key } = page.secrets;
    const noOrigin = { cookie, 'x-cotty-key': key };
    expect((await send(`${web.url}${at}`, { method: 'DELETE', headers: noOrigin })).status).toBe(403);
    expect((await page.ask(at, { method: 'DELETE' })).status).toBe(200);
  });

  it('takes no token', async () => {
    const headers = { authorization: `Bearer ${await web.secret()}` };
    expect((await new WebPage(web.url).ask('/api/terminals', { headers })).status).toBe(401);
  });
});

describe('wrong tries', () => {
  it('slow down those that come after ten within a minute, and never a right one', async () => {
    const own = await WebHost.start();
    const page = new WebPage(own.url);
    const wrong = async () => {
      const since = performance.now();
      expect((await page.ask('/web/sign-in', { json: { link: 'wrong' } })).status).toBe(401);
      return performance.now() - since;
    };
    for (let count = 0; count < 10; count += 1) await wrong();
    expect(await wrong()).toBeGreaterThan(990);
    const secret = await own.secret();
    const late = wrong();
    expect((await page.ask('/web/sign-in', { json: { link: secret } })).status).toBe(200);
    await late;
    expect(own.logged.filter((line) => line.includes('too many wrong'))).toHaveLength(1);
    await own.close();
  });
});

describe('the server', () => {
  it('comes back with the next host: same port, links, cookies; and stays closed when it was closed', async () => {
    const first = await WebHost.start();
    const page = await first.page();
    const secret = await first.secret('watch');
    const path = join(first.root, 'state', 'web.json');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const kept = readFileSync(path, 'utf8');
    for (const hidden of [secret, page.secrets.key, page.secrets.cookie?.split('.')[1]])
      expect(kept).not.toContain(hidden);
    await first.end();
    const second = await WebHost.start({}, first.root);
    expect(second.url).toBe(first.url);
    expect((await page.ask('/web/session')).body).toMatchObject({ access: 'full' });
    expect(typeof (await page.connect())).toBe('object');
    await WebPage.signIn(second.url, secret);
    page.close();
    expect(await second.owner.cotty.web.links()).toHaveLength(2);
    await second.owner.cotty.web.close();
    await second.end();
    const third = await WebHost.start({}, first.root);
    // Opened anew, since it was closed; who was in is known still.
    expect(third.logged.filter((line) => line.startsWith('the web server is open'))).toHaveLength(1);
    expect(await third.owner.cotty.web.links()).toHaveLength(2);
    await third.end();
    const clean = await WebHost.start(
      { record: { folder: join(first.root, 'state'), clean: true } },
      first.root,
    );
    expect(await clean.owner.cotty.web.links()).toEqual([]);
    await clean.close();
  });

  it('waits for its port where another program has it, and opens when it is free', async () => {
    const first = await WebHost.start();
    const { port } = new URL(first.url);
    await first.end();
    const squatter = createServer().listen(Number(port), '127.0.0.1');
    await new Promise((resolve) => squatter.once('listening', resolve));
    const second = await WebHost.start({}, first.root);
    expect(await second.owner.cotty.web.status()).toMatchObject({
      open: true,
      waits: expect.stringContaining('EADDRINUSE'),
    });
    await new Promise((resolve) => squatter.close(resolve));
    await until(async () => (await second.owner.cotty.web.status()).waits === undefined);
    expect((await send(`${second.url}/`)).status).toBe(200);
    await second.close();
  });

  it('is refused where another program listens, and elsewhere when it is open', async () => {
    const own = await WebHost.start();
    const { web: calls } = own.owner.cotty;
    await expect(calls.open({ listen: { host: '127.0.0.1', port: 1 } })).rejects.toThrow(
      /is open already, at http/,
    );
    const port = Number(new URL(own.url).port);
    expect((await calls.open({ listen: { host: '127.0.0.1', port } })).address).toBe(own.url);
    await expect(web.owner.cotty.web.open({ listen: { host: '127.0.0.1', port } })).rejects.toThrow(
      /is open already/,
    );
    await calls.close();
    await expect(calls.link('full')).rejects.toThrow('the web server is closed');
    const taken = Number(new URL(web.url).port);
    await expect(calls.open({ listen: { host: '127.0.0.1', port: taken } })).rejects.toThrow(/EADDRINUSE/);
    await expect(calls.open({ tls: { cert: '/nowhere/cert.pem', key: '/nowhere/key.pem' } })).rejects.toThrow(
      /certificate or key cannot be read: .*\/nowhere\/cert\.pem/,
    );
    await own.close();
  });

  it('keeps secrets out of the log', async () => {
    const secret = await web.secret();
    const page = await WebPage.signIn(web.url, secret);
    await page.connect();
    page.close();
    const log = web.logged.join('\n');
    for (const hidden of [
      secret,
      secretOf(`#t=${secret}`),
      page.secrets.key ?? '-',
      page.secrets.cookie ?? '-',
    ])
      expect(log).not.toContain(hidden);
  });
});
