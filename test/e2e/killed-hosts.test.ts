import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { isRunning } from '../support/is-running.ts';
import { killHost } from '../support/kill-host.ts';
import { Sandbox } from '../support/sandbox.ts';

/** Moments at which a host is killed; `COTTY_KILLS=200` for a long run. */
const KILLS = Number(process.env['COTTY_KILLS'] ?? 12);
const LINES = 10_000;
const ROUNDS = 300;

let sandbox: Sandbox;
afterEach(() => sandbox.close());

const run = async (...args: readonly string[]) => {
  const outcome = await sandbox.run(args);
  expect(outcome, args.join(' ')).toMatchObject({ code: 0 });
  return outcome.stdout;
};

const shows = (name: string, text: string) =>
  expect.poll(async () => (await sandbox.run(['read', name, '--screen'])).stdout).toContain(text);

test('hosts killed again and again end no program, lose no output, and tell nothing twice', async () => {
  sandbox = new Sandbox();
  const kept = join(sandbox.home, 'kept.txt');
  const text = Array.from({ length: LINES }, (_, line) => `line ${line}\n`).join('');
  writeFileSync(join(sandbox.home, 'big'), text);
  for (const name of ['count', 'wc', 'vim', 'bash', 'top']) await run('new', name);
  await run('send', 'count', 'for i in $(seq 100000); do echo count $i; sleep 0.01; done', 'Enter');
  await run('send', 'vim', 'vim -n -u NONE kept.txt', 'Enter');
  await shows('vim', 'kept.txt');
  await run('send', 'vim', 'iunsaved text');
  await run('send', 'bash', 'x=kept', 'Enter');
  await run('send', 'top', 'top -d 0.1', 'Enter');
  await run('send', 'wc', `(for i in $(seq ${ROUNDS}); do cat big; sleep 0.03; done) | wc -l`, 'Enter');
  await shows('count', 'count 3');
  for (let kill = 0; kill < KILLS; kill += 1) {
    const killed = killHost(sandbox);
    await expect.poll(() => isRunning(killed)).toBe(false);
    await run('ls');
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 400));
  }
  await run('send', 'count', 'C-c');
  await sandbox.run(['wait', 'count', '--timeout', '30']);
  const counts =
    (await run('read', 'count', '--seq', '1', '--lines', '1-100000')).match(/^count \d+$/gm) ?? [];
  expect(counts.length).toBeGreaterThan(KILLS);
  expect(counts).toEqual(counts.map((_, index) => `count ${index + 1}`));
  await run('send', 'vim', ' and more', 'Escape', ':wq', 'Enter');
  await expect.poll(() => existsSync(kept) && readFileSync(kept, 'utf8')).toBe('unsaved text and more\n');
  await run('send', 'bash', 'echo "it is $x"', 'Enter');
  await shows('bash', 'it is kept');
  await shows('top', 'PID');
  await shows('wc', String(ROUNDS * LINES));
  const history = (await run('history', '--json'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const numbers = history.map(({ terminal, seq }) => `${terminal} ${seq}`);
  expect(new Set(numbers).size).toBe(numbers.length);
}, 300_000);
