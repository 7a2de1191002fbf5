import { expect, it } from 'vitest';
import { MemoryHost, marks, NONCE, type RawClient, settled } from '../../support/memory-host.ts';

const T = 'ahp-terminal:/1';
const says = (text: string) => `\x1b]633;P;${text};${NONCE}\x07`;
const PUT = '\x1b[713853@';

/** A shell at its prompt that fetches what is delivered to it. */
const ready = `${marks.prompt}\x1b[?2004h$ \x1b]633;B;${NONCE}\x07`;
const taken = (line: string) => `${says('Fetched=1')}${says('Taken=1')}${marks.start(line)}`;
const kept = says('Kept=1');
const ended = `${marks.end(0)}${kept}${ready}`;

async function scene(shell: string): Promise<{ host: MemoryHost; script: RawClient }> {
  const host = await MemoryHost.start();
  const script = await host.connect('s', { writer: 'user:mara' });
  const claim = { kind: 'client', clientId: 's' };
  await script.createTerminal(T, { claim, _meta: { 'x-cotty': { shell } } });
  host.pty.print(`${says('Editor=keys')}${ready}`);
  return { host, script };
}

const run = (script: RawClient, commandLine: string) =>
  script.request('x-cotty/run', { channel: T, commandLine });

it.each([
  ['in one read', [`${taken('true')}${ended}`]],
  ['piece by piece', [says('Fetched=1'), says('Taken=1'), marks.start('true'), marks.end(0), kept, ready]],
])('bash is asked to put a half-typed line back when the end of a command has come %s', async (_, pieces) => {
  const { host, script } = await scene('/bin/bash');
  const answer = run(script, 'true');
  await settled();
  expect(host.pty.last).toBe('\x1b[713851@');
  host.pty.print(says('Ready=1'));
  await settled();
  expect(host.pty.last).toBe('\x1b[713852@');
  for (const piece of pieces) {
    host.pty.print(piece);
    await settled();
  }
  expect(await answer).toMatchObject({ record: { cmd: 'true', exit: 0 } });
  expect(host.pty.last).toBe(PUT);
});

it('the next command, which has waited for its turn, is delivered when the one before has come to its end in one read', async () => {
  const { host, script } = await scene('/bin/bash');
  const first = run(script, 'true');
  await settled();
  const second = script.request('x-cotty/run', { channel: T, commandLine: 'false', ticket: 'second' });
  host.pty.print(says('Ready=1'));
  await settled();
  host.pty.print(`${taken('true')}${ended}`);
  expect(await first).toMatchObject({ record: { exit: 0 } });
  await settled();
  expect(host.pty.last).toBe('\x1b[713851@');
  host.pty.print(says('Ready=1'));
  await settled();
  host.pty.print(`${taken('false')}${marks.end(1)}${ready}`);
  expect(await second).toMatchObject({ record: { cmd: 'false', exit: 1 } });
});
