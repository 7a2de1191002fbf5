import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { removeFolder } from './remove-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const support = (name: string) => JSON.stringify(join(root, 'test/support', name));

const FILE = `
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeWith, needs, skipUnless } from ${support('programs.ts')};

describeWith('no-such-shell', 'a suite', () => {
  test('first', () => {});
  describe('within it', () => {
    test('second', () => {});
    describe.each(['one', 'another'])('deeper: %s', () => test('third', () => {}));
  });
  test('last', () => {});
});
test('alone', () => needs('no-such-editor'));
describe('before each', () => {
  beforeEach(() => skipUnless(false, 'only on another system'));
  test('is skipped', () => {});
});
test('runs', () => needs('sh'));
`;

/** Runs that file under the runner and the reporter of this project; the last lines of what it prints, its failures, and its exit code. */
async function run(
  env: Record<string, string>,
): Promise<{ readonly code: number; readonly lines: string[]; readonly failures: string }> {
  // Within the project, so that it finds vitest.
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'skips-'));
  try {
    writeFileSync(join(folder, 'skips.test.ts'), FILE);
    writeFileSync(
      join(folder, 'vitest.config.mjs'),
      `export default { test: { include: ['skips.test.ts'], runner: ${support('skip-runner.ts')}, reporters: [${support('tally-reporter.ts')}] } };`,
    );
    const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder];
    const failures = join(folder, 'failures');
    const { code, stdout } = await new Promise<{ code: number; stdout: string }>((resolve) => {
      const options = { env: { ...process.env, COTTY_FAILURES: failures, ...env } };
      execFile(process.execPath, args, options, (error, stdout) =>
        resolve({ code: Number(error?.code ?? 0), stdout }),
      );
    });
    return { code, lines: stdout.trim().split('\n'), failures: readFileSync(failures, 'utf8') };
  } finally {
    removeFolder(folder);
  }
}

test('tests that cannot run here are counted by their reasons, also those of suites in suites', async () => {
  expect(await run({ COTTY_TEST: '' })).toEqual({
    code: 0,
    lines: [
      'skipped 5: needs no-such-shell',
      'skipped 1: needs no-such-editor',
      'skipped 1: only on another system',
      'to run them on Debian: apt-get install no-such-shell no-such-editor',
      'to run them on macOS: brew install no-such-shell no-such-editor',
      '1 passed, 0 failed, 7 skipped',
    ],
    failures: '',
  });
});

test('with COTTY_TEST=all they fail, and a file of failures tells which and why', async () => {
  const { code, lines, failures } = await run({ COTTY_TEST: 'all' });
  expect(code).toBe(1);
  expect(lines.at(-1)).toMatch(/^1 passed, [1-9]\d* failed/);
  expect(failures).toMatch(/^skips\.test\.ts > alone: .*no-such-editor/m);
});
