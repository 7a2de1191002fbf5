import { expect, it } from 'vitest';
import { lineInput } from '../../../src/protocol/terminal/shell-line.ts';
import { MemoryHost, marks, NONCE, settled } from '../../support/memory-host.ts';

const T = 'ahp-terminal:/1';
const says = (text: string) => `\x1b]633;P;${text};${NONCE}\x07`;
const ready = `${marks.prompt}\x1b[?2004h$ \x1b]633;B;${NONCE}\x07`;

/** A person at a terminal. */
async function place() {
  const host = await MemoryHost.start();
  const client = await host.connect('s', { writer: 'user:mara' });
  const claim = { kind: 'client', clientId: 's' };
  await client.createTerminal(T, { claim, _meta: { 'x-cotty': { shell: '/bin/bash' } } });
  const print = async (text: string) => {
    host.pty.print(text);
    await settled();
  };
  const type = (data: string) => client.dispatch(T, { type: 'terminal/input', data });
  const pass = async (ms: number) => {
    host.clock.pass(ms);
    await settled();
  };
  await print(ready);
  return { host, client, print, type, pass };
}

/** A shell at its prompt to which a text is being delivered, from a file (`keys`) or over its terminal (`tty`). */
async function scene(editor: 'keys' | 'tty') {
  const at = await place();
  const { client, print } = at;
  await print(`${says(`Editor=${editor}`)}${ready}`);
  const run = client.request('x-cotty/run', { channel: T, commandLine: 'true' });
  // Not every test lets the command end.
  run.catch(() => {});
  await settled();
  await print(says('Ready=1'));
  return { ...at, run };
}

it('keys that are pressed while a text goes over the terminal come when the shell reads keys again, however long that takes', async () => {
  const { host, print, type, pass, run } = await scene('tty');
  await print(says('Reads=7'));
  await type('ls');
  await pass(5000);
  await type('\r');
  expect(host.pty.input).not.toContain('ls');
  await print(`${says('Got=14')}${says('Fetched=1')}`);
  expect(host.pty.input).toMatch(/\}ls\r$/);
  await print(`${says('Taken=1')}${marks.start('true')}${marks.end(0)}${ready}`);
  expect(await run).toMatchObject({ record: { exit: 0 } });
  await type('x');
  expect(host.pty.input).toMatch(/\}ls\rx$/);
});

it('keys that are pressed while a shell fetches its text come when it has it', async () => {
  const { host, print, type } = await scene('keys');
  await type('ls\r');
  expect(host.pty.input).not.toContain('ls');
  await print(`${says('Fetched=1')}${says('Taken=1')}${marks.start('true')}`);
  expect(host.pty.input).toMatch(/@ls\r$/);
});

it('keys that are pressed behind a line, while a command is delivered, stay behind it where the line is typed', async () => {
  const { host, print, type, pass } = await scene('keys');
  await type(`${lineInput('echo one')}two`);
  await type('three');
  await pass(400);
  expect(host.pty.input).toMatch(/echo one\r$/);
  await print(`${says('Fetched=1')}${says('Taken=1')}${marks.start('true')}`);
  expect(host.pty.input).toMatch(/echo one\rtwothree$/);
});

it('keys that are pressed while a shell on another machine gets its marks wait for them, and Ctrl+C ends that', async () => {
  const { host, client, print, type, pass } = await place();
  host.pty.modes = { echo: false, lineEditing: false, foreground: undefined };
  await print(`${marks.start('ssh box')}motd\r\n\x1b[?2004h$ `);
  await pass(1000);
  const answer = client.request('x-cotty/blocks', { channel: T, answer: 'yes' }).catch(String);
  await settled();
  expect(host.pty.last).toContain('Probe');
  await type('ls\r');
  expect(host.pty.input).not.toContain('ls\r');
  await type('\x03');
  expect(host.pty.input).toMatch(/ls\r\x03$/);
  expect(await answer).toContain('has answered in ssh box');
  await type('x');
  expect(host.pty.input).toMatch(/\x03x$/);
});
