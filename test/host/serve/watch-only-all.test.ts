/** Who may only watch is served what is marked as reading and nothing else; no request and no path is left out here. */

import { describe, expect, it } from 'vitest';
import { routes } from '../../../src/host/api/routes.ts';
import { WATCH_ONLY, watchAccess } from '../../../src/host/common/access.ts';
import { webRoutes } from '../../../src/host/web/web-calls.ts';
import { isReadOnly, type Method, requests } from '../../../src/protocol/messages.ts';
import { ApiHost } from '../../support/api-host.ts';
import { MemoryHost } from '../../support/memory-host.ts';
import { WebHost } from '../../support/web-host.ts';

/** A new request is refused to those who only watch until somebody has thought about it and added it here. */
const READING = [
  'authenticate',
  'initialize',
  'listSessions',
  'ping',
  'reconnect',
  'subscribe',
  'x-cotty/closed',
  'x-cotty/commands',
  'x-cotty/lastLines',
  'x-cotty/output',
  'x-cotty/outputSearch',
  'x-cotty/picture',
  'x-cotty/recording',
  'x-cotty/records',
  'x-cotty/screen',
  'x-cotty/status',
  'x-cotty/times',
  'x-cotty/unwatch',
  'x-cotty/wakes',
  'x-cotty/watch',
  'x-cotty/work',
];

const methods = (Object.keys(requests) as Method[]).sort();
const readOnly: readonly string[] = methods.filter(isReadOnly);

describe('requests of a connection that may only watch', () => {
  it('are served where the table says that they read, and these are the known ones', () => {
    expect(methods.length).toBeGreaterThan(READING.length);
    expect(readOnly).toEqual(READING);
  });

  it.each(methods.filter((method) => !READING.includes(method)))('are refused: %s', async (method) => {
    const host = await MemoryHost.start();
    const watcher = await host.connect('w', { access: watchAccess });
    await expect(watcher.request(method, {})).rejects.toMatchObject({ code: -32009, message: WATCH_ONLY });
  });
});

describe('HTTP requests of who may only watch', () => {
  const paths = routes.map(({ method, path }) => ({ method, path: path.replace('{id}', 'kept') }));
  /** Of the page about its own session alone. */
  const own = webRoutes.map(({ path }) => path);

  it('are refused unless they are a GET, at the network port and at the web server, and change nothing', async () => {
    expect(paths.length).toBeGreaterThan(9);
    expect(own).toEqual([
      '/web/sign-in',
      '/web/session',
      '/web/ticket',
      '/web/push',
      '/web/push',
      '/web/sign-out',
    ]);
    const api = await ApiHost.start();
    const web = await WebHost.start();
    await api.make({ name: 'kept' });
    const channel = 'ahp-terminal:/kept';
    await web.owner.createTerminal({ channel, claim: { kind: 'client', clientId: web.owner.clientId } });
    const page = await web.page('watch');
    for (const { method, path } of paths) {
      if (method === 'GET') continue;
      const refused = { status: 403, body: { error: WATCH_ONLY } };
      expect(await api.ask(path, { method, token: api.watchToken }), `${method} ${path}`).toMatchObject(
        refused,
      );
      expect(
        await page.ask(path, { method, ...(method === 'POST' && { json: {} }) }),
        `${method} ${path}`,
      ).toMatchObject(refused);
    }
    expect((await page.ask('/api/terminals')).body['terminals']).toHaveLength(1);
    await api.close();
    await web.close();
  });
});
