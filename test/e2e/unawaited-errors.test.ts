import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostOf } from '../support/kill-host.ts';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = new Sandbox();
});
afterAll(() => sandbox.close());

/** Loaded into the host beside its own code: it fails when it is told to, as a fault in any of its parts would. */
const FAULTS = `
  process.on('SIGUSR2', () => {
    Promise.reject(new Error('nobody waited', { cause: new Error('the cause of it') }));
    setImmediate(() => { throw new Error('nobody caught'); });
  });
`;

test('errors that nobody waits for end no terminal, and the status of the host counts them', async () => {
  const faults = pathToFileURL(sandbox.write('faults.mjs', FAULTS));
  expect(await sandbox.run(['new', 'a'], { NODE_OPTIONS: `--import ${faults}` })).toMatchObject({ code: 0 });
  await sandbox.run(['send', 'a', 'x=kept', 'Enter']);
  const host = hostOf(sandbox) ?? 0;
  const before = JSON.parse((await sandbox.run(['host', 'status', '--json'])).stdout);
  expect(before).not.toHaveProperty('errors');
  process.kill(host, 'SIGUSR2');
  const status = async () => JSON.parse((await sandbox.run(['host', 'status', '--json'])).stdout);
  await expect.poll(async () => (await status()).errors?.count).toBe(2);
  expect(await status()).toMatchObject({
    pid: host,
    errors: { message: 'Error: nobody caught', at: expect.any(Number) },
  });
  expect((await sandbox.run(['host', 'status'])).stdout).toMatch(
    /^errors +2, the last .+ ago: Error: nobody caught; see the log of the host$/m,
  );
  const log = readFileSync(join(sandbox.root, 'run', 'host.log'), 'utf8');
  expect(log).toContain('an unhandled rejection: Error: nobody waited');
  expect(log).toContain('caused by Error: the cause of it');
  expect((await sandbox.run(['run', 'a', '--', 'echo "it is $x"'])).stdout).toContain('it is kept');
});
