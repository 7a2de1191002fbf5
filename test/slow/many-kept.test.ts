import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connectTo } from '../support/host-client.ts';
import { isRunning } from '../support/is-running.ts';
import { hostOf, killHost } from '../support/kill-host.ts';
import { bin, Sandbox } from '../support/sandbox.ts';

const MANY = 100;

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = new Sandbox();
});
afterEach(() => sandbox.close());

const uris = Array.from({ length: MANY }, (_, index) => `ahp-terminal:/many-${index}`);

/** Opens terminals that each run a program which says what it is told; returns those that there was room for. */
async function openMany(): Promise<readonly string[]> {
  const client = await connectTo(sandbox);
  const opened: string[] = [];
  for (const channel of uris) {
    const asked = client.createTerminal({
      channel,
      name: channel.slice('ahp-terminal:/'.length),
      claim: { kind: 'client', clientId: 'test-observer' },
      _meta: { 'x-cotty': { command: ['cat'] } },
    });
    if (
      await asked.then(
        () => true,
        () => false,
      )
    )
      opened.push(channel);
  }
  client.close();
  return opened;
}

/** The terminals that the next host has, each of which still gives back what is typed. */
async function goOn(): Promise<readonly string[]> {
  const killed = killHost(sandbox);
  await expect.poll(() => isRunning(killed)).toBe(false);
  await expect.poll(() => hostOf(sandbox)).toBeDefined();
  await expect.poll(async () => (await sandbox.run(['ls'])).code).toBe(0);
  const client = await connectTo(sandbox);
  const listed = (client.root.state.terminals ?? []).map(({ resource }) => resource);
  for (const uri of listed.filter((each) => uris.includes(each))) {
    await client.subscribe(uri);
    client.type(uri, `told ${uri}\r`);
    // The terminal shows it as it is typed, and the program gives it back.
    await expect
      .poll(() => JSON.stringify(client.terminal(uri)?.state.content).split(`told ${uri}`))
      .toHaveLength(3);
    await client.unsubscribe(uri);
  }
  client.close();
  return listed;
}

describe('a host that is killed', () => {
  test('leaves a hundred terminals to the next one', async () => {
    await sandbox.run(['new', 'first', '--', 'cat']);
    const opened = await openMany();
    expect(opened).toHaveLength(MANY);
    expect(await goOn()).toHaveLength(opened.length + 1);
  });

  test('leaves all terminals for which it had descriptors to the next one', async () => {
    const few = execFileSync(
      '/bin/sh',
      ['-c', 'ulimit -n 200; exec "$0" "$@"', process.execPath, bin, 'new', 'first', '--', 'cat'],
      {
        env: sandbox.env,
        cwd: sandbox.home,
      },
    );
    expect(few.toString()).toContain('first');
    const opened = await openMany();
    expect(opened.length).toBeGreaterThan(10);
    expect(opened.length).toBeLessThan(MANY);
    expect(await goOn()).toHaveLength(opened.length + 1);
  });
});
