import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiHost, until } from '../../support/api-host.ts';
import { EventReader } from '../../support/event-reader.ts';
import type { Seen } from '../../support/memory-host.ts';

let api: ApiHost;
beforeAll(async () => {
  api = await ApiHost.start();
});
afterAll(() => api.close());

const at = (id: string, path = '') => `/api/terminals/${id}${path}`;
const lines = async (id: string, query = '') =>
  (await api.ask(at(id, `/lines${query}`))).body['lines'] as string[];
const titles = async (query = '') =>
  ((await api.ask(`/api/terminals${query}`)).body['terminals'] as Seen[]).map(({ title }) => title);

const linesOf = ({ events }: EventReader): string[] =>
  events.flatMap(({ data }) => (typeof data['line'] === 'string' ? [data['line']] : []));

/** The id of a terminal whose command has printed and runs on. */
async function running(name: string): Promise<string> {
  const id = await api.make({ name, command: 'printf "one\\ntwo\\n"; sleep 1000' });
  await until(async () => (await lines(id)).includes('two'));
  return id;
}

describe('the last lines', () => {
  it('are those of scrollback and screen, as many as are asked for', async () => {
    const id = await running('lines');
    expect((await lines(id, '?last=1')).at(-1)).toBe('two');
    expect((await lines(id, '?last=2')).slice(-2)).toEqual(['one', 'two']);
    for (const last of ['0', 'x', '10001', '']) {
      expect(await api.ask(at(id, `/lines?last=${last}`))).toMatchObject({
        status: 400,
        body: { error: `last: "${last}" is not a number from 1 to 10000` },
      });
    }
  });

  it('come as messages, one complete line each, when a stream is asked for them', async () => {
    const id = await api.make({ name: 'stream' });
    const reader = await EventReader.open(`${api.url}${at(id, '/output')}`, api.token);
    const said = () => linesOf(reader);
    await api.ask(at(id, '/input'), { json: { input: 'printf "a%s\\nb%s\\n" 1 2\r' } });
    // In front of the first stand sequences of the shell.
    await until(() => said().some((line) => line.endsWith('a1')) && said().includes('b2'));
    expect(said().every((line) => !line.includes('\n'))).toBe(true);
    expect(reader.of('snapshot')[0]?.data).not.toHaveProperty('data');
    reader.cut();
    const known = reader.lastId;
    await api.ask(at(id, '/input'), { json: { input: 'printf "c%s\\n" 3\r' } });
    const again = await EventReader.open(`${api.url}${at(id, '/output')}`, api.token, known);
    await until(() => linesOf(again).some((line) => line.endsWith('c3')));
    expect(linesOf(again)).not.toContain('b2');
    again.cut();
  });
});

describe('a terminal', () => {
  it('is given another name', async () => {
    const id = await running('old');
    expect(await api.ask(at(id, '/rename'), { json: { name: 'new\u001b[1m' } })).toMatchObject({
      status: 200,
    });
    expect((await titles()).filter((title) => String(title).startsWith('new'))).toHaveLength(1);
    expect(await api.ask(at(id, '/rename'), { json: { name: 7 } })).toMatchObject({ status: 400 });
    expect((await api.ask(at('none', '/rename'), { json: { name: 'x' } })).status).toBe(404);
  });

  it('that was killed is read for some minutes, and listed among the closed ones', async () => {
    const id = await running('killed');
    await api.ask(at(id), { method: 'DELETE' });
    expect(await titles()).not.toContain('killed');
    expect(await titles('?closed=1')).toContain('killed');
    expect((await lines(id)).filter((line) => line === 'two')).toHaveLength(1);
    expect((await api.ask(at(id))).body).toMatchObject({
      terminal: { status: 'exited', closed: true, closedUntil: expect.stringMatching(/^20\d\d-/) },
    });
    const reader = await EventReader.open(`${api.url}${at(id, '/output?lines=0')}`, api.token);
    await until(() => reader.ended);
    expect(reader.text).toContain('two');
    expect(reader.events.at(-1)?.event).toBe('exit');
    expect(await api.ask(at(id, '/input'), { json: { input: 'x' } })).toMatchObject({
      status: 404,
      body: { error: 'the terminal "killed" has ended: it can only be read' },
    });
  });

  it('is ended with all others, which the answer lists', async () => {
    const id = await running('last');
    expect((await api.ask('/api/terminals/', { method: 'DELETE' })).status).toBe(404);
    const { status, body } = await api.ask('/api/terminals', { method: 'DELETE' });
    expect(status).toBe(200);
    expect(body['ended']).toContainEqual({ id, uri: `ahp-terminal:/${id}`, title: 'last' });
    expect(await titles()).toEqual([]);
  });
});
