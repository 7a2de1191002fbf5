/** Questions of programs, answered by clients while they still stand, and the record of who waited. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { agentAt, connectTo, terminalOf } from '../support/host-client.ts';
import { Sandbox } from '../support/sandbox.ts';

/** Asks for a permission, then for a colour, and ends with what it was told. */
const AGENT = `
const message = (text) => Buffer.from(text).toString('base64')
const ask = (kind, msg, rows) => process.stdout.write(
  '\\x1b[2J\\x1b[H' + rows.join('\\r\\n') + '\\x1b]7501;state=blocked:app=ada:kind=' + kind + ':msg=' + message(msg) + '\\x1b\\\\')
const colour = () => ask('question', 'Which colour?', ['Which colour?', '❯ 1. Red', '  2. Green', 'Enter to select · Esc to cancel'])
process.stdin.setRawMode(true)
let asked = 0
process.stdin.on('data', (bytes) => {
  asked += 1
  if (asked === 1) return colour()
  process.stdout.write('\\r\\ngot ' + JSON.stringify(String(bytes)) + '\\r\\n\\x1b]7501;state=done:app=ada\\x1b\\\\')
  process.exit(3)
})
ask('permission', 'Run rm?', ['Run rm?', '❯ 1. Yes', '  2. No', 'Esc to cancel'])
`;

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => {
  sandbox = new Sandbox();
  sandbox.write('agent.mjs', AGENT);
  expect(await sandbox.run(['new', 'work', '--detached'])).toMatchObject({ code: 0 });
  client = await connectTo(sandbox);
});

afterAll(async () => {
  client?.close();
  await sandbox?.close();
});

it('goes to the question that stands, from who may use the terminal, and is recorded', async () => {
  expect(await sandbox.run(['send', 'work', `'${process.execPath}' agent.mjs`, 'Enter'])).toMatchObject({
    code: 0,
  });
  const { resource } = terminalOf(client, 'work');
  const { cotty } = client;
  const asked = () => cotty.question(resource);
  await expect.poll(asked).toMatchObject({
    state: 'blocked',
    kind: 'permission',
    app: 'ada',
    by: 'report',
    msg: 'Run rm?',
    rows: ['Run rm?', '❯ 1. Yes', '  2. No', 'Esc to cancel'],
    choices: [
      { keys: '1', label: 'Yes' },
      { keys: '2', label: 'No' },
      { keys: '\x1b', label: 'cancel' },
    ],
  });
  const first = await asked();
  const print = first?.print ?? '';
  const bob = await agentAt(sandbox, 'bob');
  await cotty.answer(resource, { print, keys: '1' });
  await expect.poll(asked).toMatchObject({ msg: 'Which colour?' });
  await expect(cotty.answer(resource, { print, keys: '1' })).rejects.toThrow('the question has changed');
  bob.close();
});
