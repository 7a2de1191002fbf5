/** The random tests that say how much they do, at large counts and with another seed for each commit. */

import { execFile, execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const RUNS = '2000';

const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && !name.startsWith('slow'))
  .filter((name) => readFileSync(join(root, 'test', name), 'utf8').includes('support/effort.ts'));

/** Seeds of fast-check are 32-bit numbers. */
function seedOfCommit(): string {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return String(Number.parseInt(commit.slice(0, 7), 16));
}

test('random tests say how much they do', () => {
  expect(files.length).toBeGreaterThan(5);
});

test.each(files)(
  'holds at large counts: %s',
  async (file) => {
    const seed = process.env['COTTY_SEED'] ?? seedOfCommit();
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const env = { ...process.env, COTTY_RUNS: RUNS, COTTY_SEED: seed };
    const args = [vitest, 'run', '--project', 'unit', '--testTimeout', '600000', `test/${file}`];
    const said = await new Promise<string>((resolve) => {
      execFile(process.execPath, args, { cwd: root, env, maxBuffer: 64 * 1024 * 1024 }, (error, out, err) => {
        resolve(error === null ? '' : `with COTTY_SEED=${seed} COTTY_RUNS=${RUNS}:\n${out}${err}`);
      });
    });
    expect(said).toBe('');
  },
  900_000,
);
