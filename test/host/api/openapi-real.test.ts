/** The description of the API against what a host answers: each operation is asked, and its answer must be as described. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { describeApi, routes } from '../../../src/host/api/routes.ts';
import type { Named } from '../../../src/host/listener/described.ts';
import { webRoutes } from '../../../src/host/web/web-calls.ts';
import { ApiHost, until } from '../../support/api-host.ts';
import { WebHost } from '../../support/web-host.ts';
import { WebPage } from '../../support/web-page.ts';

let api: ApiHost;
let web: WebHost;
beforeAll(async () => {
  api = await ApiHost.start();
  web = await WebHost.start();
});
afterAll(async () => {
  await api.close();
  await web.close();
});

type Description = { readonly components: { readonly schemas: Readonly<Record<string, object>> } };

const { components } = (await describeApi('1.2.3')) as Description;
const $defs = JSON.parse(
  JSON.stringify(components.schemas).replaceAll('#/components/schemas/', '#/$defs/'),
) as Readonly<Record<string, object>>;

/** Throws with what is wrong in the value. */
function check(name: string, value: unknown): void {
  const schema = z.fromJSONSchema({ ...$defs[name], $defs } as Parameters<typeof z.fromJSONSchema>[0]);
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Error(`${name}: ${z.prettifyError(parsed.error)}\n${JSON.stringify(value)}`);
}

const bodies: Readonly<Record<string, object>> = {
  NewTerminal: { command: 'true', purpose: 'a test', cwd: '/', cols: 90, rows: 30, name: 'made' },
  Input: { input: 'echo\r' },
  Size: { cols: 100, rows: 40 },
  Rename: { name: 'other' },
};

test('a description that is too narrow or too wide is noticed', () => {
  expect(() => check('Done', { success: true, more: 1 })).toThrow('Done');
  expect(() => check('Lines', { lines: [1] })).toThrow('Lines');
  check('Lines', { lines: ['a'] });
});

test('each operation of the API answers as described, and an error is one sentence', async () => {
  const tells = ['done:app=x', 'error:id=a/b:msg=eA'].map((report) => `\\033]7501;state=${report}\\007`);
  const id = await api.make({ name: 'first', command: `sh -c "printf '${tells.join('')}'; read x; exit 1"` });
  const shown = async () =>
    (await api.ask(`/api/terminals/${id}`)).body['terminal'] as { last?: object; program?: object };
  await until(async () => (await shown()).program !== undefined);
  await api.ask(`/api/terminals/${id}/input`, { json: { input: '\r' } });
  await until(async () => (await shown()).last !== undefined);
  expect((await shown()).program).toMatchObject({ state: 'done', by: 'report', parts: [{ msg: 'x' }] });
  const last = (method: string) => (method === 'DELETE' ? 1 : 0);
  const asked = routes
    .filter(({ answer }) => answer.json !== 'stream')
    .sort((a, b) => last(a.method) - last(b.method));
  for (const { path, method, body, answer, id: name } of asked) {
    const at = path.includes('{id}') ? await api.make({ name: `for ${name}` }) : id;
    const json = body === undefined ? {} : { json: bodies[body.name] };
    const url = path.replace('{id}', at);
    const got = await api.ask(url, { method, ...json });
    expect([name, got.status]).toEqual([name, answer.status]);
    check((answer.json as Named).name, got.body);
    const refused = await api.ask(url, { method, token: undefined });
    expect(refused.status).toBe(401);
    check('Error', refused.body);
    if (body !== undefined) {
      check(body.name, bodies[body.name]);
      const wrong = await api.ask(url, { method: 'POST', json: [] });
      expect([400, 404]).toContain(wrong.status);
    }
  }
  check('TerminalList', (await api.ask('/api/terminals?closed=1')).body);
});

test('each operation of the web server answers as described', async () => {
  const page = new WebPage(web.url);
  const signedIn = await page.ask('/web/sign-in', { json: { link: await web.secret() } });
  check('SignedIn', signedIn.body);
  const inside = await web.page();
  check('WebSession', (await inside.ask('/web/session')).body);
  check('Ticket', (await inside.ask('/web/ticket', { json: {} })).body);
  check('PushKey', (await inside.ask('/web/push')).body);
  check('Description', (await inside.ask('/api/openapi.json')).body);
  for (const { path, method } of webRoutes) {
    const refused = await page.ask(path, { method, headers: { origin: 'http://a.b' } });
    expect(refused.status).toBe(403);
    check('Error', refused.body);
  }
});
