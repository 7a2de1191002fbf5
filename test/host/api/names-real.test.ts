/** Names of terminals in the paths of the HTTP API. */

import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiHost } from '../../support/api-host.ts';

let api: ApiHost;
beforeAll(async () => {
  api = await ApiHost.start();
});
afterAll(() => api.close());

type Listed = { readonly id: string; readonly title: string };

async function list(): Promise<readonly Listed[]> {
  const { body } = await api.ask('/api/terminals');
  return (body['terminals'] as readonly Listed[]).map(({ id, title }) => ({ id, title }));
}

const at = (name: string, rest = '') => `/api/terminals/${encodeURIComponent(name)}${rest}`;
const idAt = async (name: string) => {
  const { status, body } = await api.ask(at(name));
  return status === 200 ? (body['terminal'] as Listed).id : body['error'];
};

it('each name of the list opens its terminal, and a name that another one has is refused, whatever people call them', async () => {
  const ids = [await api.make(), await api.make(), await api.make()];
  const name = fc.oneof(
    fc.constantFrom('a', 'a:1', 'a:1-2', 'box:a', '7', 'a:-1', 'term:1', 'A', 'a/b', '%2f', 'a b', 'é?#&'),
    fc.constantFrom(...ids),
    // A path has no place for `.` and `..`.
    fc.string({ minLength: 1, maxLength: 8 }).filter((text) => !/^\s*\.\.?\s*$/.test(text)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(2), name), { minLength: 1, maxLength: 5 }), async (renames) => {
      for (const [which, wanted] of renames) await rename(ids[which] ?? '', wanted);
      const all = await list();
      expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
      for (const each of all) expect(await idAt(each.title)).toBe(each.id);
    }),
    { numRuns: 25 },
  );
});

/** Gives a name, which the host may refuse; checks what it says and what the name before means now. */
async function rename(id: string, wanted: string): Promise<void> {
  const before = await list();
  const old = before.find((each) => each.id === id)?.title ?? '';
  const { status, body } = await api.ask(at(id, '/rename'), { json: { name: wanted } });
  const now = await list();
  const others = now.filter((each) => each.id !== id).flatMap((each) => [each.title, each.id]);
  expect(now.find((each) => each.id === id)?.title).toBe(status === 200 ? body['title'] : old);
  if (status === 409) expect(others).toContain(wanted.trim());
  if (status !== 200 || others.includes(old)) return;
  // Several may have had it: then none is meant.
  const found = await idAt(old);
  if (found !== id) expect(found).toContain(`"${old}" is the name of `);
}

it('a name that is made is that of the folder, with a number where another terminal has it', async () => {
  const made = [await api.make({ cwd: '/tmp' }), await api.make({ cwd: '/tmp' })];
  const titles = (await list()).filter(({ id }) => made.includes(id)).map(({ title }) => title);
  expect(titles).toEqual(['tmp', 'tmp-2']);
  expect(await idAt('tmp-2')).toBe(made[1]);
  expect(await idAt('TMP-2:1')).toBe(
    '"TMP-2:1" is command 1 of the terminal "tmp-2"; name the terminal alone',
  );
  expect(await idAt('nobody')).toBe('there is no terminal "nobody"');
});
