import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MemoryHost, marks, type RawClient, type Seen, settled } from '../../support/memory-host.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const T = 'ahp-terminal:/1';
const ROOT = 'ahp-root://';

/** A shell at its prompt, as bash is once its line editor reads. */
const ready = `${marks.prompt}$ \x1b[?2004h\x1b]633;B;n0nce\x07`;
const session = (handle: string) => ({
  kind: 'session',
  session: `ahp-session:/${handle}`,
  chat: `ahp-chat:/${handle}`,
});

type Scene = {
  readonly host: MemoryHost;
  readonly mara: RawClient;
  readonly alice: RawClient;
  readonly bob: RawClient;
};

/** A terminal that agent alice holds in the background, at its prompt. */
async function scene(claim: object = session('alice')): Promise<Scene> {
  const host = await MemoryHost.start();
  const mara = await host.connect('m', { writer: 'user:mara', subscribe: [ROOT] });
  const alice = await host.connect('a', { writer: 'agent:alice' });
  const bob = await host.connect('b', { writer: 'agent:bob' });
  await mara.createTerminal(T, { claim });
  host.pty.print(ready);
  await mara.subscribe(T);
  return { host, mara, alice, bob };
}

/** The answer, or why there is none. */
function run(client: RawClient, commandLine: string, params: Seen = {}): Promise<Seen & { record?: Seen }> {
  return client
    .request('x-cotty/run', { channel: T, commandLine, ...params })
    .catch((error: unknown) => ({ refused: error instanceof Error ? error.message : String(error) }));
}

async function claimOf(client: RawClient): Promise<unknown> {
  return (await client.subscribe(T)).state['claim'];
}

async function meta({ host, mara }: Scene): Promise<Seen> {
  host.clock.pass(200);
  await settled();
  const { state } = await mara.subscribe(ROOT);
  const [line] = state['terminals'] as { _meta: { 'x-cotty': Seen } }[];
  return line?._meta['x-cotty'] ?? {};
}

describe('a run', () => {
  it('types the command at the prompt, and answers with its record when it has ended', async () => {
    const { host, alice } = await scene();
    const answer = run(alice, 'ls -l');
    await settled();
    expect(host.pty.input).toBe('\x1b[200~ls -l\x1b[201~\r');
    host.clock.pass(500);
    host.pty.print(`${marks.start('ls -l')}total 0\r\n`);
    host.clock.pass(1500);
    host.pty.print(`${marks.end(2)}${ready}`);
    expect(await answer).toEqual({
      record: {
        counts: { lines: 1, bytes: 9, chars: 9 },
        seq: 1,
        cmd: 'ls -l',
        writer: 'agent:alice',
        started_at: new Date(1_000_500).toISOString(),
        finished_at: new Date(1_002_000).toISOString(),
        duration_s: 1.5,
        exit: 2,
        stdout: 'total 0\r\n',
        stderr: '',
        killed_by_restart: false,
        timed_out: false,
        cwd: null,
        command_id: 'cmd-1',
        omitted: 0,
        cmd_cut: 0,
        redacted: [],
      },
    });
  });

  it('of several lines is one command for bash, recorded as it was asked for', async () => {
    const { host, alice } = await scene();
    const answer = run(alice, 'a\r\nb\n\n');
    await settled();
    expect(host.pty.input).toBe('\x1b[200~{\na\nb\n}\x1b[201~\r');
    host.pty.print(`${marks.start('{ a; b; }')}${marks.end(0)}${ready}`);
    expect((await answer).record).toMatchObject({ cmd: 'a\r\nb', exit: 0 });
  });

  it('waits for the first prompt, but not for ever', async () => {
    const host = await MemoryHost.start();
    const alice = await host.connect('a', { writer: 'agent:alice' });
    await alice.createTerminal(T, { claim: session('alice') });
    const early = run(alice, 'one');
    await settled();
    expect(host.pty.input).toBe('');
    host.pty.print(ready);
    await settled();
    expect(host.pty.input).toContain('one');
    host.pty.print(`${marks.start('one')}${marks.end(0)}`);
    expect((await early).record).toMatchObject({ cmd: 'one' });
    const late = run(alice, 'two');
    await settled();
    host.clock.pass(10_000);
    expect(await late).toEqual({
      refused:
        'the shell has not come to a prompt in 10 s: its start files may still run, or ask something, which is shown on the screen. Nothing was typed',
    });
  });

  it('kills what stands half-typed in the line of the shell', async () => {
    const { host, mara } = await scene({ kind: 'client', clientId: 'm' });
    await mara.dispatch(T, { type: 'terminal/input', data: 'rm -r' });
    void run(mara, 'ls');
    await settled();
    expect(host.pty.input).toBe('rm -r\x05\x15\x1b[200~ls\x1b[201~\r');
  });

  it('waits for the line that was just sent, and is refused when that runs', async () => {
    const { host, mara } = await scene({ kind: 'client', clientId: 'm' });
    await mara.dispatch(T, { type: 'terminal/input', data: 'sleep 9\r' });
    const answer = run(mara, 'ls');
    await settled();
    host.pty.print(marks.start('sleep 9'));
    expect(await answer).toEqual({ refused: 'busy: `sleep 9` by user:mara has been running for 0 s' });
    expect(host.pty.input).toBe('sleep 9\r');
  });

  it('lets the shell have a line that was typed ahead, and is refused when that runs', async () => {
    const { host, mara } = await scene({ kind: 'client', clientId: 'm' });
    host.pty.print(marks.start('sleep 9'));
    await mara.dispatch(T, { type: 'terminal/input', data: 'make\r' });
    host.pty.print(`${marks.end(0)}${ready}`);
    const answer = run(mara, 'ls');
    await settled();
    host.pty.print(marks.start('make'));
    expect(await answer).toEqual({ refused: 'busy: `make` by user:mara has been running for 0 s' });
    expect(host.pty.input).toBe('make\r');
  });

  it('takes the prompt after Ctrl+C for no answer to the line that followed it', async () => {
    const { host, mara } = await scene({ kind: 'client', clientId: 'm' });
    await mara.dispatch(T, { type: 'terminal/input', data: '\x03' });
    await mara.dispatch(T, { type: 'terminal/input', data: 'make\r' });
    host.pty.print(`^C\r\n${ready}`);
    const answer = run(mara, 'ls');
    await settled();
    host.pty.print(marks.start('make'));
    expect(await answer).toEqual({ refused: 'busy: `make` by user:mara has been running for 0 s' });
    expect(host.pty.input).toBe('\x03make\r');
  });

  it('waits again where a line is sent while it waits', async () => {
    const { host, mara } = await scene({ kind: 'client', clientId: 'm' });
    host.pty.print(marks.start('read x'));
    await mara.dispatch(T, { type: 'terminal/input', data: 'y\r' });
    host.pty.print(`${marks.end(0)}${ready}`);
    const answer = run(mara, 'ls');
    await settled();
    host.clock.pass(60);
    await mara.dispatch(T, { type: 'terminal/input', data: 'make\r' });
    host.clock.pass(60);
    await settled();
    host.pty.print(marks.start('make'));
    expect(await answer).toEqual({ refused: 'busy: `make` by user:mara has been running for 0 s' });
  });

  it('begins where the program before it has read the line that was sent', async () => {
    const { host, mara } = await scene({ kind: 'client', clientId: 'm' });
    host.pty.print(marks.start('read x'));
    await mara.dispatch(T, { type: 'terminal/input', data: 'y\r' });
    host.pty.print(`${marks.end(0)}${ready}`);
    void run(mara, 'ls');
    await settled();
    expect(host.pty.input).toBe('y\r');
    host.clock.pass(100);
    await settled();
    expect(host.pty.input).toBe('y\r\x1b[200~ls\x1b[201~\r');
  });

  it('waits for each of several lines that were sent at once', async () => {
    const { host, mara } = await scene({ kind: 'client', clientId: 'm' });
    await mara.dispatch(T, { type: 'terminal/input', data: 'true\rsleep 9\r' });
    host.pty.print(`${marks.start('true')}${marks.end(0)}${ready}`);
    const answer = run(mara, 'ls');
    await settled();
    host.pty.print(marks.start('sleep 9'));
    expect(await answer).toEqual({ refused: 'busy: `sleep 9` by user:mara has been running for 0 s' });
  });

  it('has not begun where the shell begins the line of somebody who pressed Ctrl+C and typed', async () => {
    const { host, mara } = await scene({ kind: 'client', clientId: 'm' });
    const script = await host.connect('s', { writer: 'user:mara' });
    const answer = run(script, 'ls');
    await settled();
    await mara.dispatch(T, { type: 'terminal/input', data: '\x03' });
    host.pty.print(`^C\r\n${ready}`);
    await settled();
    await mara.dispatch(T, { type: 'terminal/input', data: 'make\r' });
    host.pty.print(marks.start('make'));
    await settled();
    host.clock.pass(100);
    expect(await answer).toMatchObject({ refused: expect.stringContaining('ran no command') });
    host.pty.print(`done\r\n${marks.end(0)}`);
    expect(await mara.request('x-cotty/records', { channel: T, last: 9 })).toMatchObject({
      records: [{ cmd: 'make', stdout: 'done\r\n' }],
    });
  });

  it('that begins after a prompt which answered something else is still that run', async () => {
    const { host, alice } = await scene();
    const answer = run(alice, 'make');
    await settled();
    host.pty.print(`^C\r\n${ready}`);
    await settled();
    host.pty.print(`${marks.start('make')}${marks.end(0)}`);
    expect((await answer).record).toMatchObject({ cmd: 'make', exit: 0 });
  });

  it('throws away an unfinished line that the shell asks the rest of', async () => {
    const { host, mara } = await scene({ kind: 'client', clientId: 'm' });
    await mara.dispatch(T, { type: 'terminal/input', data: "echo 'x\r" });
    const answer = run(mara, 'ls');
    await settled();
    host.pty.print('> ');
    host.clock.pass(1500);
    await settled();
    expect(host.pty.input).toBe("echo 'x\r\x03");
    host.pty.print(ready);
    await settled();
    host.pty.print(`${marks.start('ls')}${marks.end(0)}`);
    expect((await answer).record).toMatchObject({ cmd: 'ls', exit: 0 });
  });

  it('is refused in a terminal that is closed but not gone yet', async () => {
    const { host, mara } = await scene({ kind: 'client', clientId: 'm' });
    await mara.request('x-cotty/parkTerminal', { channel: T });
    expect(await run(mara, 'ls')).toEqual({
      refused: 'the terminal is closed, and ends within minutes: restore it first',
    });
    expect(host.pty.input).toBe('');
  });

  it.each([
    ['only blanks', ' \n ', 'the command is empty'],
    [
      'a key',
      'ls\x03',
      'commands are typed into this shell, so they cannot contain control characters (\\x03)',
    ],
  ])('of %s is refused', async (_what, line, refused) => {
    const { host, alice } = await scene();
    expect(await run(alice, line)).toEqual({ refused });
    expect(host.pty.input).toBe('');
  });

  it('that the shell takes for no command fails when the next prompt comes', async () => {
    const { host, alice } = await scene();
    const answer = run(alice, '# nothing');
    await settled();
    host.pty.print(ready);
    await settled();
    host.clock.pass(100);
    expect(await answer).toMatchObject({ refused: expect.stringContaining('ran no command') });
    void run(alice, 'ls');
    await settled();
    expect(host.pty.input).toContain('ls');
  });

  it('that does not begin is interrupted, and fails', async () => {
    const { host, alice } = await scene();
    const answer = run(alice, "echo 'x");
    await settled();
    host.clock.pass(6000);
    await settled();
    expect(host.pty.input.endsWith('\r\x03')).toBe(true);
    host.pty.print(ready);
    expect(await answer).toMatchObject({ refused: expect.stringContaining('did not begin') });
    const next = run(alice, 'ls');
    await settled();
    host.pty.print(`${marks.start('ls')}${marks.end(0)}`);
    expect((await next).record).toMatchObject({ seq: 1, cmd: 'ls' });
  });

  it('is answered at its timeout; the terminal stays busy, and the record says so to its end', async () => {
    const { host, alice } = await scene();
    const answer = run(alice, 'sleep 30', { timeoutMs: 2000 });
    await settled();
    host.pty.print(`${marks.start('sleep 30')}z`);
    await settled();
    host.clock.pass(2000);
    expect((await answer).record).toMatchObject({ seq: 1, stdout: 'z', finished_at: null, timed_out: true });
    expect(await run(alice, 'ls')).toEqual({
      refused: 'busy: `sleep 30` by agent:alice has been running for 2 s',
    });
    const now = await alice.request('x-cotty/records', { channel: T });
    expect(now).toMatchObject({ records: [{ seq: 1, finished_at: null, timed_out: true }], more: false });
    host.pty.print(`\r\n${marks.end(130)}${ready}`);
    const then = await alice.request('x-cotty/records', { channel: T });
    expect(then).toMatchObject({ records: [{ seq: 1, exit: 130, stdout: 'z\r\n', timed_out: true }] });
    const { state } = await alice.subscribe(T);
    expect((state['content'] as Seen[]).find(({ type }) => type === 'command')).toMatchObject({
      _meta: { 'x-cotty': { timedOut: true, writer: 'agent:alice' } },
    });
  });

  it('without a wait is answered when it has begun', async () => {
    const { host, alice } = await scene();
    const answer = run(alice, 'make', { wait: false });
    await settled();
    host.pty.print(marks.start('make'));
    expect((await answer).record).toMatchObject({ cmd: 'make', finished_at: null, timed_out: false });
  });

  it('ends with the shell, whose code is that of the command', async () => {
    const { host, alice } = await scene();
    const answer = run(alice, 'exit 3');
    await settled();
    host.pty.print(`${marks.start('exit 3')}exit\r\n`);
    host.pty.exit({ code: 3 });
    expect((await answer).record).toMatchObject({ exit: 3, stdout: 'exit\r\n' });
    expect(await run(alice, 'ls')).toEqual({ refused: 'the terminal has exited' });
  });

  it('has an unknown exit where a signal ended the shell', async () => {
    const { host, alice } = await scene();
    const answer = run(alice, 'kill -9 $$');
    await settled();
    host.pty.print(marks.start('kill -9 $$'));
    host.pty.exit({ signal: 9 });
    expect((await answer).record).toMatchObject({ exit: null });
  });

  it.each(['typed', 'begun'])('that is %s ends with its terminal', async (when) => {
    const { host, mara, alice } = await scene();
    const answer = run(alice, 'make');
    await settled();
    if (when === 'begun') host.pty.print(marks.start('make'));
    await mara.request('disposeTerminal', { channel: T });
    if (when === 'begun')
      expect((await answer).record).toMatchObject({ exit: null, killed_by_restart: false });
    else expect(await answer).toEqual({ refused: 'the terminal has exited' });
  });

  it('ends without an answer where the host stops: the connection says why', async () => {
    const { host, alice } = await scene();
    const answer = run(alice, 'make');
    await settled();
    host.pty.print(marks.start('make'));
    const closing = host.host.close();
    expect(await answer).toMatchObject({ refused: expect.stringContaining('stopping') });
    await closing;
  });

  it('is its writer’s, whoever touches a key before it begins', async () => {
    const { host, mara, alice } = await scene();
    const answer = run(alice, 'make');
    await settled();
    const claim = { kind: 'client', clientId: 'm' };
    const takeOver = { takeOverFrom: 'ahp-session:/alice' };
    await mara.dispatch(T, { type: 'terminal/claimed', claim, _meta: { 'x-cotty': takeOver } });
    await mara.dispatch(T, { type: 'terminal/input', data: 'q' });
    host.pty.print(`${marks.start('make')}${marks.end(0)}`);
    expect((await answer).record).toMatchObject({ cmd: 'make', writer: 'agent:alice' });
    expect(await claimOf(mara)).toMatchObject({ kind: 'client', clientId: 'm' });
  });

  it('is refused where a program runs instead of a shell, and at a pty that is elsewhere', async () => {
    const { host, mara, alice } = await scene();
    await mara.createTerminal('ahp-terminal:/2', {
      claim: session('alice'),
      _meta: { 'x-cotty': { command: ['top'] } },
    });
    expect(await run(alice, 'ls', { channel: 'ahp-terminal:/2' })).toEqual({
      refused: 'this terminal runs a program, not a shell: it takes input, not commands',
    });
    await mara.createTerminal('ahp-terminal:/3', { executionTarget: 'client' });
    expect(await run(alice, 'ls', { channel: 'ahp-terminal:/3' })).toEqual({
      refused: 'mara runs this terminal: others only watch',
    });
    expect(await run(alice, 'ls', { channel: 'ahp-terminal:/4' })).toEqual({
      refused: 'there is no ahp-terminal:/4',
    });
    expect(host.pty.input).toBe('');
  });
});

describe('an agent', () => {
  it('takes a terminal for its run, and keeps it in the background after', async () => {
    const { host, mara, bob } = await scene();
    const answer = run(bob, 'make');
    await settled();
    expect(await claimOf(mara)).toEqual({ ...session('bob'), toolCallId: 'run-1' });
    host.pty.print(`${marks.start('make')}${marks.end(0)}${ready}`);
    await answer;
    expect(await claimOf(mara)).toEqual(session('bob'));
  });

  it('that is gone before its run has ended still leaves the terminal in the background', async () => {
    const { host, mara, bob } = await scene();
    void run(bob, 'make');
    await settled();
    host.pty.print(marks.start('make'));
    bob.connection.close();
    await settled();
    expect(await claimOf(mara)).toMatchObject({ toolCallId: 'run-1' });
    host.pty.print(`done\r\n${marks.end(0)}${ready}`);
    expect(await claimOf(mara)).toEqual(session('bob'));
    expect(await mara.request('x-cotty/records', { channel: T })).toMatchObject({
      records: [{ cmd: 'make', writer: 'agent:bob', exit: 0, stdout: 'done\r\n' }],
    });
  });

  it('keeps what it has claimed explicitly as it claimed it', async () => {
    const explicit = { ...session('alice'), toolCallId: 'claim-7' };
    const { host, mara, alice, bob } = await scene(explicit);
    const answer = run(alice, 'make');
    await settled();
    expect(await claimOf(mara)).toEqual(explicit);
    host.pty.print(`${marks.start('make')}${marks.end(0)}${ready}`);
    await answer;
    expect(await claimOf(mara)).toEqual(explicit);
    expect(await run(bob, 'ls')).toEqual({ refused: 'agent alice holds this terminal' });
  });

  it('gets nothing back at the end of a run that another one has by now, under whatever id', async () => {
    const { host, mara, alice } = await scene();
    void run(alice, 'make');
    await settled();
    host.pty.print(marks.start('make'));
    const handOff = (claim: object, from: string) =>
      mara.dispatch(T, { type: 'terminal/claimed', claim, _meta: { 'x-cotty': { takeOverFrom: from } } });
    await handOff({ kind: 'client', clientId: 'm' }, 'ahp-session:/alice');
    await handOff({ ...session('bob'), toolCallId: 'run-1' }, 'm');
    host.pty.print(`${marks.end(0)}${ready}`);
    expect(await claimOf(mara)).toEqual({ ...session('bob'), toolCallId: 'run-1' });
  });

  it('loses the race against another one that was first', async () => {
    const { host, alice, bob } = await scene();
    const first = run(bob, 'one');
    const second = run(alice, 'two');
    await settled();
    expect(await second).toEqual({ refused: 'agent bob holds this terminal' });
    host.pty.print(`${marks.start('one')}${marks.end(0)}${ready}`);
    expect((await first).record).toMatchObject({ cmd: 'one', writer: 'agent:bob' });
  });

  it('gets nothing that a person holds, until nobody is there', async () => {
    const { host, mara, bob } = await scene({ kind: 'client', clientId: 'm' });
    expect(await run(bob, 'ls')).toEqual({ refused: 'mara holds this terminal' });
    mara.connection.close();
    await settled();
    void run(bob, 'ls');
    await settled();
    expect(host.pty.input).toContain('ls');
  });
});

describe('an agent whose run waits for the prompt', () => {
  const takeOver = {
    type: 'terminal/claimed',
    claim: { kind: 'client', clientId: 'm' },
    _meta: { 'x-cotty': { takeOverFrom: 'ahp-session:/alice' } },
  };

  it('types nothing any more where a person takes over meanwhile', async () => {
    const { host, mara, alice } = await scene();
    host.pty.print(`${marks.start('x')}${marks.end(0)}`);
    const answer = run(alice, 'rm -rf /');
    await settled();
    await mara.dispatch(T, takeOver);
    host.pty.print(ready);
    expect(await answer).toEqual({ refused: 'mara holds this terminal now' });
    expect(host.pty.input).toBe('');
  });

  it('does not press Ctrl+C in the terminal of a person who took over', async () => {
    const { host, mara, alice } = await scene();
    const answer = run(alice, "echo 'x");
    await settled();
    await mara.dispatch(T, takeOver);
    host.clock.pass(6000);
    expect(await answer).toMatchObject({ refused: expect.stringContaining('mara holds this terminal now') });
    expect(host.pty.input).not.toContain('\x03');
  });
});

describe('a script beside a window', () => {
  it('runs and types as the same person, and changes no claim', async () => {
    const { host, mara } = await scene({ kind: 'client', clientId: 'm' });
    const script = await host.connect('s', { writer: 'user:mara' });
    const answer = run(script, 'make');
    await settled();
    host.pty.print(marks.start('make'));
    await script.request('x-cotty/type', { channel: T, data: 'y\r' });
    expect(host.pty.input.endsWith('y\r')).toBe(true);
    host.pty.print(`${marks.end(0)}${ready}`);
    expect((await answer).record).toMatchObject({ writer: 'user:mara' });
    expect(await claimOf(mara)).toMatchObject({ kind: 'client', clientId: 'm' });
  });

  it('of somebody else is refused', async () => {
    const { host } = await scene({ kind: 'client', clientId: 'm' });
    const tom = await host.connect('t', { writer: 'user:tom' });
    expect(await run(tom, 'ls')).toEqual({ refused: 'mara holds this terminal' });
    await expect(tom.request('x-cotty/type', { channel: T, data: 'x' })).rejects.toThrow(
      'mara holds this terminal',
    );
    expect(host.pty.input).toBe('');
  });
});

describe('records', () => {
  it('are answered oldest first, from a number on or the newest, with the running one', async () => {
    const { host, alice } = await scene();
    for (const n of [1, 2, 3]) host.pty.print(`${marks.start(`echo ${n}`)}${n}${marks.end(0)}${ready}`);
    host.pty.print(`${marks.start('top')}…`);
    const seqs = async (params: Seen) => {
      const { records } = await alice.request('x-cotty/records', { channel: T, ...params });
      return (records as Seen[]).map(({ seq }) => seq);
    };
    expect(await seqs({})).toEqual([4]);
    expect(await seqs({ last: 2 })).toEqual([3, 4]);
    expect(await seqs({ sinceSeq: 1 })).toEqual([2, 3, 4]);
    expect(await seqs({ seq: 2 })).toEqual([2]);
    expect(await seqs({ seq: 9 })).toEqual([]);
    expect(await alice.request('x-cotty/records', { channel: T })).toMatchObject({
      records: [{ cmd: 'top', stdout: '…', finished_at: null, exit: null }],
    });
  });

  it('of long outputs come whole while they fit into one answer', async () => {
    const { host, alice } = await scene();
    for (let n = 1; n <= 3; n += 1) {
      host.pty.print(marks.start(`echo ${n}`));
      for (let piece = 0; piece < 10; piece += 1) {
        host.pty.print('x'.repeat(8000));
        // A client that reads what was printed: or the pty is paused.
        await settled();
      }
      host.pty.print(`${marks.end(0)}${ready}`);
    }
    // Three of 80,000 are in memory, and fit.
    const all = await alice.request('x-cotty/records', { channel: T, sinceSeq: 0 });
    expect((all['records'] as Seen[]).map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(all['more']).toBe(false);
  });
});

describe('the screen', () => {
  it('is told as text and facts', async () => {
    const { host, alice } = await scene();
    host.pty.print(`ls\r\n${marks.start('make')}\x1b]2;make all\x07\x1b]9;4;1;40\x07building\r\n`);
    expect(await alice.request('x-cotty/screen', { channel: T })).toMatchObject({
      cols: 80,
      rows: 24,
      cursor: { x: 0, y: 2, visible: true },
      fullScreen: false,
      title: 'make all',
      running: { cmd: 'make', seq: 1, writer: null },
      waitingForInput: null,
      progress: { state: 'normal', percent: 40 },
    });
    const { lines } = await alice.request('x-cotty/screen', { channel: T, lines: 2 });
    expect(lines).toEqual(['$ ls', 'building']);
    host.pty.print(`Continue? [Y/n] `);
    host.clock.pass(1000);
    expect(await alice.request('x-cotty/screen', { channel: T })).toMatchObject({
      waitingForInput: 'prompt',
    });
    host.pty.print(`\r\n${marks.end(0)}${ready}`);
    host.clock.pass(1000);
    const after = await alice.request('x-cotty/screen', { channel: T });
    expect(after).toMatchObject({ running: null, waitingForInput: null, progress: null });
    expect((after['lines'] as string[]).length).toBe(24);
  });

  it('says that a secret is asked for', async () => {
    const { host, alice } = await scene();
    host.pty.modes = { echo: false, lineEditing: true, foreground: 7 };
    host.pty.print(`${marks.start('sudo ls')}Password: `);
    host.clock.pass(50);
    await settled();
    expect(await alice.request('x-cotty/screen', { channel: T })).toMatchObject({
      waitingForInput: 'echo-off',
    });
  });
});

describe('asking', () => {
  it('is shown until the claim changes', async () => {
    const at = await scene({ kind: 'client', clientId: 'm' });
    await at.bob.request('x-cotty/ask', { channel: T });
    await at.bob.request('x-cotty/ask', { channel: T });
    expect(await meta(at)).toMatchObject({ askedBy: 'agent:bob' });
    await expect(at.alice.request('x-cotty/ask', { channel: T })).rejects.toThrow('agent:bob has asked');
    await at.mara.dispatch(T, { type: 'terminal/claimed', claim: session('bob') });
    expect(await meta(at)).not.toHaveProperty('askedBy');
    await expect(at.bob.request('x-cotty/ask', { channel: T })).rejects.toThrow(
      'you hold this terminal already',
    );
  });

  it('is declined by whoever holds the terminal with a claim that changes nothing', async () => {
    const mine = { kind: 'client', clientId: 'm' } as const;
    const at = await scene(mine);
    await at.bob.request('x-cotty/ask', { channel: T });
    await at.mara.dispatch(T, { type: 'terminal/claimed', claim: mine });
    expect(await meta(at)).not.toHaveProperty('askedBy');
    await at.bob.request('x-cotty/ask', { channel: T });
    expect(await meta(at)).toMatchObject({ askedBy: 'agent:bob' });
  });

  it('ends with the connection of who asked', async () => {
    const at = await scene({ kind: 'client', clientId: 'm' });
    await at.bob.request('x-cotty/ask', { channel: T });
    at.bob.connection.close();
    await settled();
    expect(await meta(at)).not.toHaveProperty('askedBy');
    await expect(at.mara.request('x-cotty/ask', { channel: T })).rejects.toThrow('people take it over');
  });
});

describe('forgetting', () => {
  it('takes a record out of memory, mirror and replay', async () => {
    const { host, mara, alice } = await scene();
    host.pty.print(`export TOKEN=abc\r\n${marks.start('export TOKEN=abc')}abc\r\n${marks.end(3)}${ready}`);
    host.pty.print(`${marks.start('ls')}`);
    const from = (await mara.subscribe(T)).fromSeq;
    await mara.request('x-cotty/forget', { channel: T, seq: 1 });
    expect(await mara.request('x-cotty/records', { channel: T, seq: 1 })).toMatchObject({
      records: [
        { cmd: '[forgotten]', stdout: '', exit: 3, forgotten: true, finished_at: expect.any(String) },
      ],
    });
    const { state } = await mara.subscribe(T);
    expect(JSON.stringify(state['content'])).not.toContain('abc');
    expect((state['content'] as Seen[]).map(({ commandLine }) => commandLine)).toContain('ls');
    const again = host.dial();
    const resumed = await again.request('reconnect', {
      clientId: 'm',
      lastSeenServerSeq: from - 1,
      subscriptions: [T],
    });
    expect(resumed).toMatchObject({ type: 'snapshot' });
    await expect(alice.request('x-cotty/forget', { channel: T, seq: 2 })).rejects.toThrow('still runs');
    await expect(alice.request('x-cotty/forget', { channel: T, seq: 1 })).rejects.toThrow(
      'agents forget their own',
    );
    await expect(again.request('x-cotty/forget', { channel: T, seq: 7 })).rejects.toThrow(
      'there is no record 7',
    );
  });

  it('rewrites the rows on the disk, and no other byte', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cotty-forget-'));
    try {
      const host = await MemoryHost.start({ record: { folder } });
      const mara = await host.connect('m', { writer: 'user:mara' });
      await mara.createTerminal(T);
      host.pty.print(ready);
      for (const n of [1, 2, 3]) host.pty.print(`${marks.start(`echo ${n}`)}out ${n}${marks.end(0)}${ready}`);
      await mara.request('x-cotty/forget', { channel: T, seq: 99 }).catch(() => {});
      const terminals = join(folder, 'terminals');
      const path = () => join(terminals, readdirSync(terminals)[0] ?? '', 'ledger.jsonl');
      const lines = () => {
        const isThere = existsSync(terminals) && existsSync(path());
        return isThere ? readFileSync(path(), 'utf8').split('\n') : [];
      };
      await expect.poll(() => lines().length).toBe(8);
      const before = lines();
      await mara.request('x-cotty/forget', { channel: T, seq: 2 });
      const after = lines();
      expect(after.length).toBe(before.length);
      const changed = after.flatMap((line, at) => (line === before[at] ? [] : [JSON.parse(line)]));
      expect(changed).toMatchObject([
        { row: 'begin', seq: 2, cmd: '[forgotten]', forgotten: true },
        { row: 'end', seq: 2, cmd: '[forgotten]', head: '', forgotten: true, exitCode: 0 },
      ]);
      host.pty.print(`${marks.start('echo 4')}out 4${marks.end(0)}${ready}`);
      await host.host.close();
      expect(lines().length).toBe(before.length + 2);
      expect(lines().join('\n')).not.toContain('out 2');
    } finally {
      removeFolder(folder);
    }
  });
});
