import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { exchangeHost } from '../support/kill-host.ts';
import { otherVersion } from '../support/other-version.ts';
import { needs } from '../support/programs.ts';
import { bin, Sandbox } from '../support/sandbox.ts';
import { noSshServer, SshServer } from '../support/ssh-server.ts';

/** How often the host is killed, and exchanged for another version; `COTTY_KILLS=200 COTTY_UPGRADES=50` for a long run. */
const KILLS = Number(process.env['COTTY_KILLS'] ?? 12);
const UPGRADES = Number(process.env['COTTY_UPGRADES'] ?? 4);
const LINES = 10_000;
const ROUNDS = 300;

let sandbox: Sandbox;
let server: SshServer | undefined;
afterEach(async () => {
  // A connection that is open ends with its terminal.
  await sandbox.run(['host', 'stop', '--yes']);
  await server?.stop();
  server = undefined;
  await sandbox.close();
});

const run = async (...args: readonly string[]) => {
  const outcome = await sandbox.run(args);
  expect(outcome, args.join(' ')).toMatchObject({ code: 0 });
  return outcome.stdout;
};

const type = (name: string, line: string) => run('send', name, line, 'Enter');

const screen = async (name: string) => (await sandbox.run(['read', name, '--screen'])).stdout;

const shows = (name: string, text: string) => expect.poll(() => screen(name)).toContain(text);

const aWhile = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 400));

async function startPrograms(): Promise<void> {
  needs('vim', 'top');
  const text = Array.from({ length: LINES }, (_, line) => `line ${line}\n`).join('');
  writeFileSync(join(sandbox.home, 'big'), text);
  for (const name of ['count', 'wc', 'vim', 'bash', 'top', 'repl']) await run('new', name);
  await type('count', 'for i in $(seq 100000); do echo count $i; sleep 0.01; done');
  await type('vim', 'vim -n -u NONE kept.txt');
  await shows('vim', 'kept.txt');
  await run('send', 'vim', 'iunsaved text');
  await type('bash', 'x=kept');
  await type('top', 'top -d 0.1');
  await type('repl', `${process.execPath} -i`);
  await shows('repl', '.help');
  await type('repl', 'const half = 21');
  if (noSshServer === undefined) {
    needs('ssh', 'ssh-keygen');
    server = await SshServer.start(sandbox.root, 'bash -i');
    await run('new', 'ssh');
    await type('ssh', `ssh -F ${server.clientConfig} box`);
    await type('ssh', 'y=far');
  }
  await type('wc', `(for i in $(seq ${ROUNDS}); do cat big; sleep 0.03; done) | wc -l`);
  await expect.poll(() => screen('count')).toMatch(/^count \d+$/m);
}

/** Nothing has ended, is missing or doubled. */
async function programsWentOn(atLeast: number): Promise<void> {
  await run('send', 'count', 'C-c');
  await sandbox.run(['wait', 'count', '--timeout', '30']);
  const counts =
    (await run('read', 'count', '--seq', '1', '--lines', '1-100000')).match(/^count \d+$/gm) ?? [];
  expect(counts.length).toBeGreaterThan(atLeast);
  expect(counts).toEqual(counts.map((_, index) => `count ${index + 1}`));
  const kept = join(sandbox.home, 'kept.txt');
  await run('send', 'vim', ' and more', 'Escape', ':wq', 'Enter');
  await expect.poll(() => existsSync(kept) && readFileSync(kept, 'utf8')).toBe('unsaved text and more\n');
  await type('bash', 'echo "it is $x"');
  await shows('bash', 'it is kept');
  await type('repl', 'half + half');
  await shows('repl', '42');
  if (server !== undefined) {
    await type('ssh', 'echo "it is $y away"');
    await shows('ssh', 'it is far away');
  }
  await shows('top', 'PID');
  await shows('wc', String(ROUNDS * LINES));
  const history = (await run('history', '--json'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const numbers = history.map(({ terminal, seq }) => `${terminal} ${seq}`);
  expect(new Set(numbers).size).toBe(numbers.length);
}

test('hosts killed again and again end no program, lose no output, and tell nothing twice', async () => {
  sandbox = new Sandbox();
  await startPrograms();
  for (let kill = 0; kill < KILLS; kill += 1) {
    await exchangeHost(sandbox);
    await aWhile();
  }
  await programsWentOn(KILLS);
}, 900_000);

test('hosts exchanged for another version and back end no program, lose no output, and tell nothing twice', async () => {
  sandbox = new Sandbox();
  const versions = [
    { program: otherVersion(sandbox, '99.0.0'), version: '99.0.0' },
    { program: bin, version: (await run('--version')).trim() },
  ];
  await startPrograms();
  for (let upgrade = 0; upgrade < UPGRADES; upgrade += 1) {
    const { program, version } = versions[upgrade % 2] ?? { program: bin, version: '' };
    const outcome = await sandbox.run(['host', 'restart'], {}, program);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout).toContain(`was followed by cotty ${version}, process `);
    await aWhile();
  }
  await programsWentOn(UPGRADES);
}, 900_000);
