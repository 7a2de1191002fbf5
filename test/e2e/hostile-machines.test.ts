/** What is asked of all machines at once, where most of them misbehave: who answers is heard, and the others are named in time. */

import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameFarHost } from '../support/far-host.ts';
import { programNode } from '../support/node.ts';
import { bin, Sandbox } from '../support/sandbox.ts';

/** Scripts in place of a machine, and how each is named when it does not answer. */
const HOSTILE = {
  silent: ['exec sleep 600', 'no answer within 10 s'],
  deaf: ['echo "cotty reached" >&2; exec sleep 600', 'no answer within 10 s'],
  floods: ['exec yes', 'this is not an AHP host: it prints text'],
  refuses: [
    'echo "ada@box: Permission denied (publickey)." >&2; exit 255',
    'ada@box: Permission denied (publickey).',
  ],
  mumbles: [
    'echo "cotty host 9.9.9" >&2; while read -r line; do echo "what?"; done',
    'no answer within 10 s',
  ],
} as const;
const names = Object.keys(HOSTILE) as (keyof typeof HOSTILE)[];

let sandbox: Sandbox;
/** The folders of the host that is the machine `box`. */
let far: Record<string, string>;

beforeAll(async () => {
  sandbox = new Sandbox();
  const others = names.map((name) => {
    const script = sandbox.write(`${name}.sh`, `${HOSTILE[name][0]}\n`);
    return `${name} = exec:sh ${script}\n`;
  });
  far = nameFarHost(sandbox, others.join(''));
  expect(await sandbox.run(['new', 'own', '--detached'])).toMatchObject({ code: 0 });
  expect(await sandbox.run(['new', 'build', '--detached', '--ephemeral'], far)).toMatchObject({
    code: 0,
    stderr: '',
  });
  expect(await sandbox.run(['run', 'build', '--', 'echo there'], far)).toMatchObject({ code: 0 });
  expect(await sandbox.run(['run', 'own', '--', 'echo here'])).toMatchObject({ code: 0 });
});

afterAll(async () => {
  await sandbox.run(['host', 'stop', '--yes'], far);
  await sandbox.close();
});

const lines = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

test.each([[['ls', '--all', '--json']], [['history', '--on', 'all', '--json']]])(
  'cotty %s answers for those who do, and names the others',
  async (args) => {
    const begun = performance.now();
    const { code, stdout, stderr } = await sandbox.run(args);
    expect(performance.now() - begun).toBeLessThan(60_000);
    expect(code).toBe(0);
    const rows = stdout.startsWith('[') ? JSON.parse(stdout) : lines(stdout);
    const terminals: string[] = rows.map((row: Record<string, string>) => row['name'] ?? row['terminal']);
    expect(terminals.toSorted()).toEqual(['box:build', 'own']);
    for (const name of names) expect(stderr).toContain(`cotty: ${name} did not answer: ${HOSTILE[name][1]}`);
  },
);

test('cotty machine ls shows which of them need somebody', async () => {
  const rows: { name: string; reachable: boolean; needsPerson?: true }[] = JSON.parse(
    (await sandbox.run(['machine', 'ls', '--json'])).stdout,
  );
  expect(rows.filter(({ needsPerson }) => needsPerson).map(({ name }) => name)).toEqual(['refuses']);
  expect(rows.filter(({ reachable }) => reachable).map(({ name }) => name)).toEqual(['box']);
});

test('a machine whose host counts from one again is heard, and each of its commands once', async () => {
  const child = spawn(programNode, [bin, 'watch', '--on', '.,box', '--json'], {
    env: sandbox.env,
    cwd: sandbox.home,
  });
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  const events = () => lines(out.slice(0, out.lastIndexOf('\n') + 1));
  const heard = () => events().map(({ cmd }) => cmd);
  try {
    // It may take a moment until it watches.
    await expect
      .poll(
        async () => {
          await sandbox.run(['run', 'build', '--', 'echo first'], far);
          return heard().length;
        },
        { timeout: 60_000 },
      )
      .toBeGreaterThan(0);
    await sandbox.run(['host', 'stop', '--yes'], far);
    // What watches may have started the next host already.
    expect(await sandbox.run(['new', 'build', '--detached'], far)).toMatchObject({ code: 0, stderr: '' });
    await expect
      .poll(
        async () => {
          await sandbox.run(['run', 'build', '--', 'echo again'], far);
          return heard().filter((cmd) => cmd === 'echo again').length;
        },
        { timeout: 60_000 },
      )
      .toBeGreaterThan(0);
    await sandbox.run(['run', 'build', '--', 'echo last'], far);
    await expect.poll(() => heard().filter((cmd) => cmd === 'echo last').length, { timeout: 30_000 }).toBe(1);
    await sandbox.run(['run', 'own', '--', 'echo own-end']);
    await expect.poll(heard, { timeout: 30_000 }).toContain('echo own-end');
    expect(heard().filter((cmd) => cmd === 'echo last')).toHaveLength(1);
    const again = events().flatMap(({ cmd, seq }) => (cmd === 'echo again' ? [seq] : []));
    expect(again).toEqual([...new Set(again)]);
    expect(again.every((seq) => typeof seq === 'number')).toBe(true);
  } finally {
    child.kill('SIGINT');
  }
});
