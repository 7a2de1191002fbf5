import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { connectTo } from '../support/host-client.ts';
import { hostOf, keeperOf, killHost } from '../support/kill-host.ts';
import { otherVersion } from '../support/other-version.ts';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
let client: Client;

beforeAll(() => {
  sandbox = new Sandbox();
});

beforeEach(async () => {
  await sandbox.openTerminals('work');
  await sandbox.run(['send', 'work', 'x=kept', 'Enter']);
  client = await connectTo(sandbox);
});

afterEach(async () => {
  client.close();
  await sandbox.clear();
});

afterAll(() => sandbox.close());

/** Each is newer than that of the test before, whose host may still run. */
let newer = 0;
const nextVersion = () => `99.0.${newer++}`;

async function isKept(): Promise<void> {
  await expect
    .poll(async () => (await sandbox.run(['run', 'work', '--', 'echo "it is $x"'])).stdout)
    .toContain('it is kept');
}

/** A program that says it can take over what it is asked about, and then does what `else` says. */
function liar(otherwise: string): readonly string[] {
  const text = `
    const taken = decodeURIComponent(process.argv.at(-1)).split(',');
    if (process.argv.includes('--trial')) console.log(JSON.stringify({ version: '99.0.0', taken, why: '' }));
    else ${otherwise}`;
  return [process.execPath, sandbox.write('liar.mjs', text)];
}

test('a window of a newer version offers to exchange the host, and shows the same programs afterwards', async () => {
  const version = nextVersion();
  const window = sandbox.open([], { program: otherVersion(sandbox, version) });
  await window.waitForText(`this window is ${version}: exchange the host?`);
  window.type('y');
  await window.waitForText('the host was brought back');
  await expect
    .poll(async () => (await sandbox.run(['host', 'status'])).stdout)
    .toContain(`host        cotty ${version}`);
  await isKept();
});

test('a host without terminals is exchanged as well', async () => {
  const version = nextVersion();
  await sandbox.run(['kill', 'work']);
  await expect.poll(async () => (await sandbox.run(['host', 'status'])).stdout).toContain('terminals   0');
  const outcome = await sandbox.run(['host', 'restart'], {}, otherVersion(sandbox, version));
  expect(outcome).toMatchObject({ code: 0, stderr: '' });
  expect((await sandbox.run(['host', 'status'])).stdout).toContain(`host        cotty ${version}`);
});

test('a version that takes nothing over changes nothing', async () => {
  const before = [hostOf(sandbox), keeperOf(sandbox)];
  await expect(client.cotty.restart(['/bin/false'])).rejects.toThrow('restart refused');
  await expect(client.cotty.restart(['/bin/echo'])).rejects.toThrow('it is not cotty');
  const empty = `console.log(JSON.stringify({ version: '99.0.0', taken: [], why: 'an older format' }))`;
  const program = [process.execPath, sandbox.write('empty.mjs', empty)];
  await expect(client.cotty.restart(program)).rejects.toThrow(/99\.0\.0 cannot restore .*an older format/);
  expect([hostOf(sandbox), keeperOf(sandbox)]).toEqual(before);
  await isKept();
});

test('a version that cannot be started after all is followed by the one before', async () => {
  const before = hostOf(sandbox);
  await client.cotty.restart(liar('process.exit(3)'));
  await isKept();
  expect(hostOf(sandbox)).not.toBe(before);
  expect(keeperOf(sandbox)).toBeDefined();
});

test('a host that is killed while it hands over loses no program', async () => {
  const before = hostOf(sandbox);
  const program = [process.execPath, sandbox.write('killer.mjs', `process.kill(${before}, 'SIGKILL')`)];
  await expect(client.cotty.restart(program)).rejects.toThrow();
  await isKept();
  expect(hostOf(sandbox)).not.toBe(before);
});

test('programs of a host that dies again and again are held, and whoever asks is told', async () => {
  const program = otherVersion(sandbox, nextVersion());
  expect(await sandbox.run(['host', 'restart'], {}, program)).toMatchObject({ code: 0 });
  const built = join(program, '../../dist');
  renameSync(built, `${built}.away`);
  killHost(sandbox);
  const { code, stderr } = await sandbox.run(['ls']);
  expect(code).not.toBe(0);
  expect(stderr).toContain(`the fd holder (process ${keeperOf(sandbox)}) holds their terminals`);
  renameSync(`${built}.away`, built);
  await isKept();
});
