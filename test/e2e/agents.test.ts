/** Recorded agents under their process's name: what the list of terminals says of them, and under the next host as well. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordedSteps } from '../support/agent-recordings.ts';
import { connectTo } from '../support/host-client.ts';
import { killHost } from '../support/kill-host.ts';
import { Sandbox } from '../support/sandbox.ts';

/** Plays the next step with each key. What the terminal answers to recorded queries begins with Escape. */
const PLAYER = `
const steps = JSON.parse(require('node:fs').readFileSync(process.argv[2], 'utf8'))
if (process.argv[3]) process.title = process.argv[3]
process.stdin.setRawMode(true)
const next = () => (steps.length === 0 ? process.exit(0) : process.stdout.write(steps.shift()))
process.stdin.on('data', (data) => data[0] !== 0x1b && next())
next()
`;

type Listed = { readonly name: string; readonly program: unknown; readonly foreground?: string };

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = new Sandbox();
  expect(await sandbox.run(['new', 'first', '--detached'])).toMatchObject({ code: 0 });
  sandbox.write('lib/node_modules/@google/gemini-cli/bundle/gemini.js', PLAYER);
  sandbox.write('player.js', PLAYER);
  for (const agent of ['gemini', 'opencode'])
    sandbox.write(`${agent}.json`, JSON.stringify(recordedSteps(agent).map(({ bytes }) => bytes)));
});

afterAll(() => sandbox?.close());

/** In a terminal of the size in which they were recorded. */
async function open(name: string, line: string): Promise<void> {
  const client = await connectTo(sandbox, 'test');
  const claim = { kind: 'client', clientId: client.clientId } as const;
  const cwd = pathToFileURL(sandbox.home).href;
  await client.createTerminal({ channel: `ahp-terminal:/${name}`, name, cwd, claim, cols: 120, rows: 40 });
  client.close();
  expect(await sandbox.run(['send', name, `'${process.execPath}' ${line}`, 'Enter'])).toMatchObject({
    code: 0,
  });
}

async function listed(name: string): Promise<Listed | undefined> {
  const { stdout } = await sandbox.run(['ls', '--json']);
  return (JSON.parse(stdout) as Listed[]).find((each) => each.name === name);
}

/** Waits for the state; then presses a key. */
async function passes(name: string, expected: object): Promise<void> {
  await expect.poll(() => listed(name)).toMatchObject({ program: expected });
  expect(await sandbox.run(['send', name, 'x'])).toMatchObject({ code: 0 });
}

it('shows what agents do that do not tell it, by title and by screen, and after a kill of the host', async () => {
  await open('gem', 'lib/node_modules/@google/gemini-cli/bundle/gemini.js gemini.json');
  await open('oc', 'player.js opencode.json opencode');
  await passes('gem', { state: 'blocked', kind: 'permission', app: 'gemini', by: 'rules' });
  await passes('oc', { state: 'idle', app: 'opencode', by: 'rules' });
  await passes('gem', { state: 'idle', by: 'rules' });
  await passes('gem', { state: 'working' });
  await passes('gem', { state: 'done' });
  await passes('oc', { state: 'working' });
  await passes('oc', { state: 'done' });
  const asks = { state: 'blocked', kind: 'permission' };
  await expect.poll(() => listed('gem')).toMatchObject({ program: { ...asks, app: 'gemini' } });
  await expect.poll(() => listed('oc')).toMatchObject({ program: { ...asks, app: 'opencode' } });
  const { stdout } = await sandbox.run(['agent', 'explain', 'oc']);
  expect(stdout).toMatch(/^state +blocked, permission\nsource +what it shows: opencode\.toml, line \d+$/m);
  expect(stdout).toContain('△ Permission required');
  // Nothing is printed that the next host could learn it from.
  killHost(sandbox);
  await expect.poll(() => listed('oc')).toMatchObject({ program: asks });
  await expect.poll(() => listed('gem')).toMatchObject({ program: asks });
});

it('knows that a program waits for a line behind its question, and that one which only prints it does not', async () => {
  const type = (line: string) => sandbox.run(['send', 'first', line, 'Enter']);
  sandbox.write('ask.sh', 'read -p "Go on? [y/N] " answer\nprintf "Sure? [y/N] "\ntouch printed\nsleep 60\n');
  expect(await type('bash ask.sh')).toMatchObject({ code: 0 });
  await expect
    .poll(() => listed('first'))
    .toMatchObject({ program: { state: 'blocked', kind: 'question', by: 'rules', msg: 'Go on? [y/N]' } });
  expect(await type('y')).toMatchObject({ code: 0 });
  await expect.poll(() => existsSync(join(sandbox.home, 'printed'))).toBe(true);
  // It looks at the screen anew.
  expect((await sandbox.run(['agent', 'explain', 'first'])).stdout).toMatch(/^state +unknown/);
  expect(await listed('first')).toMatchObject({ state: 'running', program: null });
});
