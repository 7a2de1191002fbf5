import { describe, expect, it } from 'vitest';
import { MemoryHost, marks, type RawClient, type Seen, settled } from '../../support/memory-host.ts';

const T = 'ahp-terminal:/1';
const LATER = 1000;

const SCREEN = 'Run rm?\r\n❯ 1. Yes\r\n  2. No\r\nEsc to cancel';

/** A report of the program, with a message in base64. */
function report(fields: string, msg?: string): string {
  const said = msg === undefined ? '' : `:msg=${Buffer.from(msg).toString('base64')}`;
  return `\x1b]7501;${fields}:app=ada${said}\x1b\\`;
}

type Scene = { readonly host: MemoryHost; readonly mara: RawClient; readonly bob: RawClient };

/** A terminal of mara, in which a program asks that reads each key itself. */
async function asking(claim?: object, screen = SCREEN, kind = 'permission'): Promise<Scene> {
  const host = await MemoryHost.start();
  const mara = await host.connect('m', { writer: 'user:mara' });
  const bob = await host.connect('b', { writer: 'agent:bob' });
  await mara.createTerminal(T, claim === undefined ? {} : { claim });
  host.pty.modes = { echo: false, lineEditing: false, foreground: undefined };
  host.pty.print(`${marks.prompt}$ ${marks.start('agent')}\x1b[2J\x1b[H${screen}`);
  host.pty.print(report(`state=blocked:kind=${kind}`, 'Run rm?'));
  host.clock.pass(LATER);
  await settled();
  return { host, mara, bob };
}

async function question(client: RawClient): Promise<Seen | null> {
  return (await client.request('x-cotty/question', { channel: T }))['question'] as Seen | null;
}

async function answer(client: RawClient, params: Seen): Promise<string> {
  const print = params['print'] ?? (await question(client))?.['print'];
  return client.request('x-cotty/answer', { channel: T, ...params, print }).then(
    () => 'answered',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

async function waits(client: RawClient, params: Seen = {}): Promise<readonly Seen[]> {
  return (await client.request('x-cotty/waits', params))['waits'] as Seen[];
}

describe('a question', () => {
  it('is told with its words, rows, choices and print, and is null before and after', async () => {
    const { host, mara } = await asking();
    expect(await question(mara)).toMatchObject({
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
    host.pty.print(report('state=working'));
    expect(await question(mara)).toBeNull();
  });

  it('is told to an agent that holds the terminal, not to others and not to who only watches', async () => {
    const { host, bob } = await asking();
    await expect(question(bob)).rejects.toThrow('mara holds this terminal');
    const watcher = await host.connect('w', {
      writer: 'user:eve',
      access: { credential: 'token', watchOnly: true } as never,
    });
    await expect(question(watcher)).rejects.toThrow();
    const own = await asking({ kind: 'session', session: 'ahp-session:/bob', chat: 'ahp-chat:/bob' });
    expect(await question(own.bob)).toMatchObject({ msg: 'Run rm?' });
    expect(await answer(own.bob, { keys: '1' })).toBe('answered');
    expect(own.host.pty.input).toBe('1');
  });
});

describe('an answer', () => {
  it('is typed where the question still stands', async () => {
    const { host, mara } = await asking();
    expect(await answer(mara, { keys: '2' })).toBe('answered');
    expect(host.pty.input).toBe('2');
  });

  it('is refused when the screen, the words or the question have changed, or nobody waits', async () => {
    const { host, mara } = await asking();
    const print = (await question(mara))?.['print'];
    host.pty.print('\x1b[HRun rm -r?');
    expect(await answer(mara, { print, keys: '1' })).toBe('the question has changed');
    host.pty.print('\x1b[HRun rm?   ');
    expect(await answer(mara, { print, keys: '' })).toContain('keys');
    host.pty.print(report('state=blocked:kind=permission', 'Run dd?'));
    expect(await answer(mara, { print, keys: '1' })).toBe('the question has changed');
    host.pty.print(report('state=done'));
    expect(await answer(mara, { print, keys: '1' })).toBe('the program does not wait any more');
    expect(host.pty.input).toBe('');
  });

  it('is given once: a second one is refused until the program prints, and answers no later question in the same words', async () => {
    const { host, mara } = await asking();
    const print = (await question(mara))?.['print'];
    const tom = await host.connect('m2', { writer: 'user:mara' });
    expect(await answer(mara, { print, keys: '1' })).toBe('answered');
    for (const from of [mara, tom])
      expect(await answer(from, { print, keys: '1' })).toBe(
        'it was answered just now, and the program has not gone on yet',
      );
    // It asks the same once more, without a report.
    host.pty.print(`\x1b[2J\x1b[H${SCREEN}`);
    expect(await answer(tom, { print, keys: '1' })).toBe('the question has changed');
    expect(host.pty.input).toBe('1');
    expect(await answer(tom, { keys: '2' })).toBe('answered');
    expect(host.pty.input).toBe('12');
    // A program that takes no notice of an answer can be answered again.
    host.clock.pass(5000);
    expect(await answer(tom, { keys: '1' })).toBe('answered');
  });

  it('is refused when somebody has typed since the question was read', async () => {
    const { host, mara } = await asking();
    const print = (await question(mara))?.['print'];
    await mara.dispatch(T, { type: 'terminal/input', data: '\x1b[I' });
    expect((await question(mara))?.['print']).toBe(print);
    await mara.dispatch(T, { type: 'terminal/input', data: 'x' });
    expect(await answer(mara, { print, keys: '1' })).toBe('the question has changed');
    expect(host.pty.input).not.toContain('1');
  });

  it('is refused from who does not hold the terminal, by the name of the holder', async () => {
    const { host, mara, bob } = await asking();
    const print = (await question(mara))?.['print'];
    expect(await answer(bob, { print, keys: '1' })).toBe('mara holds this terminal');
    const tom = await host.connect('t', { writer: 'user:tom' });
    expect(await question(tom)).toMatchObject({ print });
    expect(await answer(tom, { print, keys: '1' })).toBe('mara holds this terminal');
    expect(host.pty.input).toBe('');
  });

  it("of an agent that is not the holder is refused where only the program's own words say that it waits", async () => {
    const { host, mara, bob } = await asking({
      kind: 'session',
      session: 'ahp-session:/ann',
      chat: 'ahp-chat:/ann',
    });
    expect(await question(bob)).toMatchObject({ by: 'report' });
    expect(await answer(bob, { keys: '1' })).toContain('claim the terminal first');
    expect(host.pty.input).toBe('');
    expect(await question(mara)).toMatchObject({ by: 'report' });
    await bob.dispatch(T, {
      type: 'terminal/claimed',
      claim: { kind: 'session', session: 'ahp-session:/bob', chat: 'ahp-chat:/bob', toolCallId: 'claim-1' },
    });
    expect(await answer(bob, { keys: '1' })).toBe('answered');
  });

  it('is keys or a text, which is pasted and sent by Enter', async () => {
    const { host, mara } = await asking();
    expect(await answer(mara, {})).toContain('either keys or text');
    expect(await answer(mara, { keys: '1', text: 'x' })).toContain('either keys or text');
    expect(await answer(mara, { text: 'two\nlines' })).toBe('the program takes one line, without tabs');
    host.pty.print('\x1b[?2004h');
    expect(await answer(mara, { text: 'two\nlines' })).toBe('answered');
    expect(host.pty.input).toBe('\x1b[200~two\nlines\x1b[201~\r');
  });

  it('to a question for a secret is no text, and its keys are not recorded', async () => {
    const { host, mara } = await asking(undefined, 'Sign in\r\nEnter to open · Esc to cancel', 'auth');
    expect(await answer(mara, { text: 'hunter2' })).toContain('asks for a secret');
    expect(await answer(mara, { keys: 'h' })).toContain('asks for a secret');
    expect(await answer(mara, { keys: '\r' })).toBe('answered');
    host.pty.print(report('state=working'));
    const [wait] = await waits(mara);
    expect(wait).toMatchObject({ kind: 'auth', how: 'answer', by: 'user:mara' });
    expect(wait).not.toHaveProperty('words');
  });

  it('of keys that begin a line for the shell is refused', async () => {
    const { mara } = await asking();
    expect(await answer(mara, { keys: '\x1b[713850@rm\r' })).toContain('begin a line for the shell');
  });
});

describe('the record of waiting', () => {
  it('tells who asked what, and the answer with its writer, then the exit code of the command', async () => {
    const { host, mara } = await asking();
    const open = {
      terminal: T,
      msg: 'Run rm?',
      kind: 'permission',
      app: 'ada',
      seq: 1,
      commandLine: 'agent',
    };
    expect(await waits(mara)).toMatchObject([{ ...open, answeredAt: null }]);
    await answer(mara, { keys: '1' });
    host.clock.pass(500);
    host.pty.print(report('state=working'));
    host.pty.print(marks.end(3));
    expect(await waits(mara, { channel: T })).toMatchObject([
      { ...open, how: 'answer', by: 'user:mara', words: 'Yes', exitCode: 3 },
    ]);
    const [wait] = await waits(mara);
    expect(Number(wait?.['answeredAt']) - Number(wait?.['askedAt'])).toBe(LATER + 500);
  });

  it.each<[string, readonly string[], Seen]>([
    ['what somebody typed', ['y'], { how: 'typed', by: 'user:mara' }],
    ['the program itself', [], { how: 'went-on' }],
    // The window has got the focus: nobody has typed that.
    ['the program after a change of the focus', ['\x1b[O', '\x1b[I\x1b[O'], { how: 'went-on' }],
  ])('tells that it ended by %s', async (_who, typed, seen) => {
    const { host, mara } = await asking();
    for (const data of typed) await mara.dispatch(T, { type: 'terminal/input', data });
    host.pty.print(report('state=working'));
    expect(await waits(mara)).toMatchObject([seen]);
  });

  it('tells that it ended with its command', async () => {
    const { host, mara } = await asking();
    host.pty.print(`${marks.end(130)}${marks.prompt}`);
    expect(await waits(mara)).toMatchObject([{ how: 'ended', exitCode: 130 }]);
  });

  it('has another question in other words as one of its own', async () => {
    const { host, mara } = await asking();
    await mara.dispatch(T, { type: 'terminal/input', data: '1' });
    host.pty.print(report('state=blocked:kind=permission', 'Run dd?'));
    expect(await waits(mara)).toMatchObject([
      { msg: 'Run dd?', answeredAt: null },
      { msg: 'Run rm?', how: 'typed' },
    ]);
    expect(await waits(mara, { text: 'DD' })).toHaveLength(1);
    expect(await waits(mara, { limit: 1 })).toHaveLength(1);
    expect(await waits(mara, { since: host.clock.now() + 1 })).toEqual([]);
  });

  it('is for people who may type, of one terminal for agents too', async () => {
    const { bob } = await asking();
    await expect(waits(bob)).rejects.toThrow('only a user who may type');
    expect(await waits(bob, { channel: T })).toHaveLength(1);
  });

  it('forgets with its command', async () => {
    const { host, mara } = await asking();
    host.pty.print(`${report('state=done')}${marks.end(0)}${marks.prompt}`);
    expect(await waits(mara)).toHaveLength(1);
    await mara.request('x-cotty/forget', { channel: T, seq: 1 });
    expect(await waits(mara)).toEqual([]);
  });
});
