import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryHost, marks, type RawClient, type Seen, settled } from '../../support/memory-host.ts';

const T = 'ahp-terminal:/1';
const ready = `${marks.prompt}$ \x1b[?2004h\x1b]633;B;n0nce\x07`;

let host: MemoryHost;
let mara: RawClient;
let script: RawClient;

beforeEach(async () => {
  host = await MemoryHost.start({ limits: { waitingRuns: 3 } });
  mara = await host.connect('m', { writer: 'user:mara' });
  script = await host.connect('s', { writer: 'user:mara' });
  await mara.createTerminal(T);
  host.pty.print(ready);
  await settled();
});

/** The command lines that were answered with a record, and why others were not. */
const answers: string[] = [];
beforeEach(() => {
  answers.length = 0;
});

async function queue(client: RawClient, line: string): Promise<void> {
  const params = { channel: T, commandLine: line, ticket: line, wait: false };
  void client.request('x-cotty/run', params).then(
    ({ record }) => answers.push((record as Seen)['cmd'] as string),
    (error: unknown) => answers.push(error instanceof Error ? error.message : String(error)),
  );
  await settled();
}

/** The shell reads the line that was typed last, and begins it. */
async function begins(line: string): Promise<void> {
  await settled();
  expect(host.pty.input).toContain(`\x1b[200~${line}\x1b[201~\r`);
  host.pty.print(marks.start(line));
  await settled();
}

async function ends(): Promise<void> {
  host.pty.print(`${marks.end(0)}${ready}`);
  await settled();
}

const places = (client: RawClient) =>
  (client.envelopes as unknown as Seen[]).flatMap(({ ticket, before }) =>
    ticket === undefined ? [] : [[ticket, before]],
  );

describe('a run with a ticket', () => {
  it('begins at once in a free terminal, and is told no place', async () => {
    await queue(script, 'one');
    await begins('one');
    expect(answers).toEqual(['one']);
    expect(places(script)).toEqual([]);
  });

  it('waits for what a person has typed, then for those before it, and is told its place', async () => {
    host.pty.print(marks.start('make'));
    await queue(script, 'one');
    await queue(mara, 'two');
    expect(host.pty.input).toBe('');
    expect(script.envelopes.at(-1)).toMatchObject({ before: 0, busy: expect.stringContaining('`make`') });
    await ends();
    await begins('one');
    expect(host.pty.input).not.toContain('two');
    await ends();
    await begins('two');
    expect(answers).toEqual(['one', 'two']);
    expect(places(mara)).toEqual([
      ['two', 1],
      ['two', 0],
    ]);
  });

  it('gives up its place when it asks for that, and when its connection ends', async () => {
    host.pty.print(marks.start('make'));
    const other = await host.connect('o', { writer: 'user:mara' });
    await queue(script, 'one');
    await queue(other, 'two');
    await queue(mara, 'three');
    script.connection.notify('x-cotty/giveUpTurn', { channel: T, ticket: 'one' });
    await settled();
    expect(answers).toEqual(['the request was cancelled while it waited: the command did not run']);
    other.connection.close();
    await settled();
    await ends();
    await begins('three');
    expect(host.pty.input).not.toContain('one');
    expect(host.pty.input).not.toContain('two');
    expect(places(mara)).toEqual([
      ['three', 2],
      ['three', 1],
      ['three', 0],
    ]);
  });

  it('cannot be given up once it is under way', async () => {
    await queue(script, 'one');
    await begins('one');
    script.connection.notify('x-cotty/giveUpTurn', { channel: T, ticket: 'one' });
    await ends();
    expect(answers).toEqual(['one']);
  });

  it('is refused where as many wait as may, and at once where somebody else holds the terminal', async () => {
    host.pty.print(marks.start('make'));
    for (const line of ['one', 'two', 'three', 'four']) await queue(script, line);
    expect(answers).toEqual(['3 commands are waiting in this terminal already, which is the limit']);
    const agent = await host.connect('a', { writer: 'agent:alice' });
    await queue(agent, 'five');
    expect(answers.at(-1)).toContain('holds this terminal');
  });

  it('waits also where an agent holds the terminal for no longer than its own run', async () => {
    const session = { kind: 'session', session: 'ahp-session:/alice' };
    const alice = await host.connect('a', { writer: 'agent:alice' });
    const bob = await host.connect('b', { writer: 'agent:bob' });
    await mara.dispatch(T, { type: 'terminal/claimed', claim: session });
    await queue(alice, 'one');
    await begins('one');
    await queue(bob, 'two');
    await ends();
    await begins('two');
    expect(answers).toEqual(['one', 'two']);
  });

  it('is refused when the terminal ends meanwhile', async () => {
    host.pty.print(marks.start('make'));
    await queue(script, 'one');
    host.pty.exit({ code: 0 });
    await settled();
    expect(answers).toEqual(['the terminal has exited']);
  });
});
