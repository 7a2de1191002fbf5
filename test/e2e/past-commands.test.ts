import { afterEach, beforeEach, expect, test } from 'vitest';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = new Sandbox();
});
afterEach(() => sandbox.close());

test('cotty history says when there are more commands than it prints, and how to get them', async () => {
  await sandbox.run(['new', 'build', '--detached']);
  for (const word of ['one', 'two', 'three']) {
    expect(await sandbox.run(['run', 'build', '--', `echo ${word}`])).toMatchObject({ code: 0 });
  }
  const two = await sandbox.run(['history', '--limit', '2']);
  expect(two.stdout).not.toContain('echo one');
  expect(two.stderr).toContain(
    'these are the newest 2; there are more: --limit N for others, --all for every one',
  );
  for (const flags of [['--limit', '3'], ['--all'], []]) {
    const all = await sandbox.run(['history', '--json', ...flags]);
    expect(all).toMatchObject({ code: 0, stderr: '' });
    expect(all.stdout.trim().split('\n')).toHaveLength(3);
  }
});
