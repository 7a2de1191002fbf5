/** Whatever a session of the web server has opened ends with the session. */

import { get, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PageConnections } from '../../../src/host/web/page-connections.ts';
import { until } from '../../support/api-host.ts';
import { WebHost } from '../../support/web-host.ts';
import type { WebPage } from '../../support/web-page.ts';

/** Milliseconds within which all that a session has opened is over. */
const WITHIN_MS = 1000;
const T = 'ahp-terminal:/of-owner';

let web: WebHost;
beforeAll(async () => {
  web = await WebHost.start();
  await web.owner.createTerminal({ channel: T, claim: { kind: 'client', clientId: web.owner.clientId } });
});
afterAll(() => web.close());

const headersOf = ({ url, secrets }: WebPage) => ({
  origin: url,
  cookie: secrets.cookie ?? '',
  'x-cotty-key': secrets.key ?? '',
});

/** Reads the terminal's output stream over HTTP. */
class Stream {
  text = '';
  endedAt: number | undefined;

  static async open(page: WebPage): Promise<Stream> {
    const stream = new Stream();
    const sent = get(`${page.url}/api/terminals/of-owner/output`, { headers: headersOf(page), agent: false });
    sent.on('error', () => {});
    sent.on('response', (response) => {
      expect(response.statusCode).toBe(200);
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        stream.text += text;
      });
      response.on('error', () => {});
      response.on('close', () => {
        stream.endedAt = performance.now();
      });
    });
    await until(() => stream.text.includes('event: snapshot'));
    return stream;
  }
}

/** Makes the terminal print, and waits until its owner has seen that. */
async function print(word: string): Promise<void> {
  const mirror = await web.owner.subscribe(T);
  web.owner.dispatch(T, { type: 'terminal/input', data: `echo ${word}\r` });
  await until(() => JSON.stringify(mirror.state).includes(word));
}

async function idOf(page: WebPage): Promise<string> {
  return String((await page.ask('/web/session')).body['id']);
}

const ways = {
  'is revoked': async (page: WebPage) => void (await web.owner.cotty.web.revoke(await idOf(page))),
  'is revoked with all others': async () => void (await web.owner.cotty.web.revoke()),
  'is signed out': async (page: WebPage) => void (await page.ask('/web/sign-out', { json: {} })),
};

describe.each(['full', 'watch'] as const)('a session of a link for %s', (access) => {
  it.each(Object.keys(ways) as (keyof typeof ways)[])(
    'that %s reads nothing more, neither by an output stream nor by a WebSocket',
    async (way) => {
      const page = await web.page(access);
      const stream = await Stream.open(page);
      const socket = await page.connect();
      if (typeof socket === 'number') throw new Error(`refused: ${socket}`);
      await socket.initialize(`page-${access}-${way}`);
      await socket.request('subscribe', { channel: T });
      const word = `${access}-${way.replaceAll(' ', '-')}`;
      await print(`before-${word}`);
      await until(() => stream.text.includes(`before-${word}`));
      await ways[way](page);
      const from = performance.now();
      await socket.closed;
      await until(() => stream.endedAt !== undefined);
      expect((stream.endedAt ?? 0) - from).toBeLessThan(WITHIN_MS);
      await print(`after-${word}`);
      expect(stream.text).not.toContain(`after-${word}`);
      expect(JSON.stringify(socket.notified)).not.toContain(`after-${word}`);
    },
  );
});

describe('a session that ends', () => {
  it('sends away a WebSocket whose other side neither answers nor reads, within a second', async () => {
    const page = await web.page();
    const { hostname, port, host } = new URL(page.url);
    const socket = connect({ host: hostname, port: Number(port) });
    const key = Buffer.from('0123456789abcdef').toString('base64');
    socket.write(
      `GET /web/ahp?ticket=${await page.ticket()} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${page.url}\r\n` +
        `Cookie: ${page.secrets.cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
    );
    await new Promise((resolve) => socket.once('data', resolve));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => {});
    socket.on('data', () => {});
    const from = performance.now();
    await web.owner.cotty.web.revoke(await idOf(page));
    await closed;
    expect(performance.now() - from).toBeLessThan(WITHIN_MS + 500);
  });

  it('does not let in the body of a request that was begun before', async () => {
    const page = await web.page();
    const body = JSON.stringify({ name: 'too-late' });
    const sent = httpRequest(`${page.url}/api/terminals`, {
      method: 'POST',
      agent: false,
      headers: { ...headersOf(page), 'content-type': 'application/json', 'content-length': body.length },
    });
    const broke = new Promise<Error>((resolve) => sent.once('error', resolve));
    sent.write(body.slice(0, 5));
    const id = await idOf(page);
    await until(async () =>
      (await web.owner.cotty.web.links()).some((link) => link.id === id && link.connections === 1),
    );
    await web.owner.cotty.web.revoke(id);
    sent.end(body.slice(5));
    await broke;
    expect(JSON.stringify(web.owner.root.state.terminals)).not.toContain('too-late');
  });

  it('is counted by its open streams, of which a session has no more than connections', async () => {
    const own = await WebHost.start({ limits: { webConnections: 2 } });
    await own.owner.createTerminal({
      channel: T,
      claim: { kind: 'client', clientId: own.owner.clientId },
    });
    const page = await own.page('watch');
    await Stream.open(page);
    await Stream.open(page);
    expect(await own.owner.cotty.web.links()).toMatchObject([{ connections: 2 }]);
    expect(await page.ask('/api/terminals')).toMatchObject({
      status: 503,
      body: { error: 'too many connections of this session' },
    });
    await own.close();
  });
});

describe('the connections of sessions', () => {
  it('end with their session alone, and are forgotten when they close', () => {
    const connections = new PageConnections();
    const log: string[] = [];
    const listeners: (() => void)[] = [];
    const opened = (name: string) => ({
      close: (code?: number) => log.push(`${name} closed by ${code}`),
      onClose: (listener: () => void) => listeners.push(listener),
    });
    connections.add('a', opened('one'), () => log.push('one is over'));
    connections.add('a', opened('two'), () => log.push('two is over'));
    connections.add('b', opened('three'), () => log.push('three is over'));
    expect([connections.count('a'), connections.count('b'), connections.size]).toEqual([2, 1, 3]);
    connections.end('a');
    expect(log).toEqual(['one closed by 4012', 'two closed by 4012']);
    for (const listener of listeners) listener();
    expect(connections.size).toBe(0);
    expect(log).toHaveLength(5);
  });
});
