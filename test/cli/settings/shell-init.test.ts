import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { runCli } from '../../../src/cli/run.ts';
import { fakeIo } from '../../support/fake-io.ts';
import { programPath } from '../../support/programs.ts';

test.each(['bash', 'zsh', 'fish'] as const)(
  'shell-init prints what %s reads without a complaint',
  async (shell) => {
    const { io, out } = fakeIo();
    expect(await runCli(['shell-init', shell], io)).toBe(0);
    execFileSync(programPath(shell), ['-n', '-c', out()]);
  },
);

test('shell-init refuses other shells by their name', async () => {
  const { io, err } = fakeIo();
  expect(await runCli(['shell-init', 'dash'], io)).toBe(2);
  expect(err()).toContain('"dash"');
});
