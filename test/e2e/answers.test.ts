/** Questions of programs, answered by clients while they still stand, and the record of who waited. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { ROOT_URI } from '../../src/protocol/common/uri.ts';
import { agentAt, connectTo, terminalOf } from '../support/host-client.ts';
import { exchangeHost } from '../support/kill-host.ts';
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

afterAll(() => {
  client?.close();
  return sandbox?.close();
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
  const print = (await asked())?.print ?? '';
  const waits = () => cotty.waits(ROOT_URI);
  expect(await waits()).toMatchObject([{ name: 'work', answeredAt: null, msg: 'Run rm?' }]);

  // An agent that does not hold the terminal may neither look nor answer.
  const bob = await agentAt(sandbox, 'bob');
  await expect(bob.cotty.question(resource)).rejects.toThrow('holds this terminal');
  await expect(bob.cotty.answer(resource, { print, keys: '1' })).rejects.toThrow('holds this terminal');
  bob.close();

  // The wait goes on under the next host, and with it the question.
  client.close();
  await exchangeHost(sandbox);
  client = await connectTo(sandbox);
  const { cotty: now } = client;
  const askedNow = () => now.question(resource);
  await expect.poll(askedNow).toMatchObject({ msg: 'Run rm?' });
  const printNow = (await askedNow())?.print ?? '';
  expect(await now.waits(ROOT_URI)).toMatchObject([{ answeredAt: null, msg: 'Run rm?' }]);

  await now.answer(resource, { print: printNow, keys: '1' });
  await expect.poll(askedNow).toMatchObject({ msg: 'Which colour?' });
  await expect(now.answer(resource, { print: printNow, keys: '1' })).rejects.toThrow(
    'the question has changed',
  );
  await now.type(resource, 'x');
  await expect.poll(askedNow).toBeNull();
  await expect
    .poll(() => now.waits(resource, { text: 'COLOUR' }))
    .toMatchObject([{ kind: 'question', how: 'typed', by: 'user:test', app: 'ada', exitCode: 3 }]);
  const all = await now.waits(ROOT_URI);
  expect(all).toMatchObject([
    { msg: 'Which colour?' },
    {
      msg: 'Run rm?',
      how: 'answer',
      by: 'user:test',
      words: 'Yes',
      exitCode: 3,
      commandId: all[0]?.commandId,
    },
  ]);
  const { stdout } = await sandbox.run(['history', '--waited', '--since', '1h']);
  expect(stdout).toMatch(/work +ada +[\d.]+s +test +3 +"Run rm\?"\n.*work +ada .* 3 +"Which colour\?"\n$/);
  expect(await sandbox.run(['forget', 'work', '1'])).toMatchObject({ code: 0 });
  expect(await sandbox.run(['history', '--waited'])).toMatchObject({ stdout: 'Nobody has waited.\n' });
  await expect(now.answer(resource, { print: printNow, keys: '1' })).rejects.toThrow(
    'does not wait any more',
  );
});
