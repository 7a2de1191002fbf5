/** Every command stays in the list, and its output whole, however much is printed, whoever ends. */

import { describe, expect, test } from 'vitest';
import { startBackgroundHost } from '../support/background-host.ts';
import { McpAgent } from '../support/mcp-agent.ts';
import { shareHost } from '../support/shared-host.ts';

const shared = shareHost();

const LAST = 300_000;

async function read(name: string, ...flags: string[]): Promise<string> {
  return (await shared.sandbox.run(['read', name, ...flags])).stdout;
}

/** All eleven commands, their counts, and lines in the middle of the longest output, as scripts and agents get them. */
async function expectAll(): Promise<void> {
  const agent = await McpAgent.open(shared.sandbox, 'ada');
  expect(await read('build', '--seq', '11', '--lines', '150000-150002')).toBe('150000\n150001\n150002\n');
  const found = await agent.ok('term_read', { name: 'build', seq: 11, from_line: 150_000 });
  expect(found.text).toContain('150000\n150001\n');
  expect(found.text).toContain(`of ${LAST} lines`);
  await agent.close();
  const history = await shared.sandbox.run(['history', '--grep', '150000', '--json']);
  expect(JSON.parse(history.stdout)).toMatchObject({ cmd: `seq 1 ${LAST}`, counts: { lines: LAST } });
}

describe('ten commands and one that prints 300,000 lines', () => {
  test('are all there, whole, for late clients, and after the host was killed', async () => {
    const host = await startBackgroundHost(shared.sandbox);
    expect(await shared.sandbox.run(['new', 'build', '--detached'])).toMatchObject({ code: 0 });
    const [{ uri } = { uri: '' }] = JSON.parse((await shared.sandbox.run(['ls', '--json'])).stdout);
    const lines = [...Array.from({ length: 10 }, (_, at) => `echo ${at + 1}`), `seq 1 ${LAST}`];
    for (const commandLine of lines)
      expect((await host.client.cotty.run(uri, { commandLine })).record).toMatchObject({ exit: 0 });
    const listed = async (client: typeof host.client) =>
      (await client.cotty.commands(uri)).commands.map(({ commandLine }) => commandLine);
    expect(await listed(host.client)).toEqual(lines);
    const late = await host.client.subscribe(uri);
    const blocks = late.state.content.flatMap((part) => (part.type === 'command' ? [part] : []));
    expect(blocks.map(({ commandLine }) => commandLine)).toEqual(lines);
    expect(blocks.at(-1)?._meta).toMatchObject({ 'x-cotty': { seq: 11, counts: { lines: LAST } } });
    await expectAll();
    const search = await host.client.cotty.outputSearch(uri, { text: '150000' });
    expect(search.matches).toEqual([{ seq: 11, line: 150_000, text: '150000' }]);
    await host.kill();
    const next = await startBackgroundHost(shared.sandbox);
    expect(await listed(next.client)).toEqual(lines);
    await expectAll();
    await next.end('SIGTERM');
  });

  test('of a command that was cut off by the end of the host, all is there that had reached the disk', async () => {
    const host = await startBackgroundHost(shared.sandbox);
    expect(await shared.sandbox.run(['new', 'cut', '--detached'])).toMatchObject({ code: 0 });
    await shared.sandbox.run(['send', 'cut', `seq 1 ${LAST}; sleep 1000`, 'Enter']);
    await expect.poll(() => read('cut', '--seq', '1', '--lines', `${LAST}`)).toBe(`${LAST}\n`);
    await host.kill();
    const next = await startBackgroundHost(shared.sandbox);
    expect(await read('cut', '--seq', '1', '--lines', '150000')).toBe('150000\n');
    const record = JSON.parse(await read('cut', '--seq', '1', '--json'));
    expect(record).toMatchObject({ killed_by_restart: true, counts: { lines: LAST } });
    next.client.close();
  });
});
