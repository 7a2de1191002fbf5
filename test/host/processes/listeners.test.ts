import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { listenersOf, type Ports, sharedPorts } from '../../../src/host/processes/listeners.ts';

const ended: (() => void)[] = [];
afterEach(() => {
  for (const end of ended.splice(0)) end();
});

test('a hundred terminals that look at about the same time read the ports of the machine once', async () => {
  let [reads, now] = [0, 0];
  const ports = sharedPorts(
    async () => new Map([['socket', ++reads]]),
    () => now,
  );
  for (let check = 0; check < 100; check += 1) {
    now += 4;
    expect((await ports()).get('socket')).toBe(1);
  }
  now += 200;
  expect((await ports()).get('socket')).toBe(2);
  expect(reads).toBe(2);
});

test('a clock that goes back does not keep an old copy', async () => {
  let now = 3_600_000;
  let open = new Map([['socket', 80]]);
  const ports = sharedPorts(
    async () => new Map(open),
    () => now,
  );
  await ports();
  open = new Map([...open, ['other', 81]]);
  now = 1_000;
  expect((await ports()).get('other')).toBe(81);
});

test('as long as no socket comes or goes, the processes are not looked at again', async () => {
  let now = 0;
  let open = new Map([['socket', 80]]);
  const ports = sharedPorts(
    async () => new Map(open),
    () => now,
  );
  const first = await ports();
  now += 1_000;
  expect(await ports()).toBe(first);
  open = new Map([...open, ['other', 81]]);
  now += 1_000;
  expect(await ports()).not.toBe(first);
});

const SERVER = `
  const { createServer } = require('node:net');
  const server = createServer().listen(0, '127.0.0.1', () => process.stdout.write(server.address().port + '\\n'));
`;

test.runIf(process.platform === 'linux')(
  'servers of a session are found wherever they run in it: in front, in the background, without a parent, in a session of their own',
  async () => {
    // A shell that leads a session, as that of a terminal does.
    const script = [
      '"$NODE" -e "$SERVER" &',
      '( "$NODE" -e "$SERVER" & )',
      'setsid "$NODE" -e "$SERVER" &',
      '"$NODE" -e "$SERVER"',
    ].join('\n');
    const shell = spawn('sh', ['-c', script], {
      detached: true,
      env: { ...process.env, NODE: process.execPath, SERVER },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    shell.stdout.on('data', (chunk) => {
      said += chunk;
    });
    const begun = Date.now();
    const look = listenersOf(() => shell.pid);
    let pids: number[] = [];
    ended.push(() => {
      for (const pid of [...pids, ...(shell.pid === undefined ? [] : [-shell.pid])]) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It has ended.
        }
      }
    });
    await expect.poll(() => said.trim().split('\n').length, { timeout: 30_000 }).toBe(4);
    const expected = said
      .trim()
      .split('\n')
      .map(Number)
      .toSorted((one, other) => one - other);
    await expect
      .poll(async () => (await look()).map(({ port }) => port), { timeout: 10_000, interval: 600 })
      .toEqual(expected);
    const found = await look();
    pids = found.map(({ group }) => -group);
    expect(found.every(({ program }) => program === 'node' || program?.startsWith('node'))).toBe(true);
    for (const { since } of found) expect(Math.abs(since - begun)).toBeLessThan(60_000);
    if (shell.exitCode === null) shell.kill('SIGKILL');
    await once(shell, 'exit');
  },
  60_000,
);

test('nothing is looked for where no socket listens', async () => {
  const none: Ports = new Map();
  expect(
    await listenersOf(
      () => process.pid,
      async () => none,
    )(),
  ).toEqual([]);
});
