import { describe, expect, it } from 'vitest';
import { READS_KEYS } from '../../support/fake-pty.ts';
import {
  type ConnectOptions,
  MemoryHost,
  marks,
  type RawClient,
  settled,
} from '../../support/memory-host.ts';

const T = 'ahp-terminal:/1';
const ROOT = 'ahp-root://';

type Scene = { readonly host: MemoryHost; readonly client: RawClient };

async function scene(params: object = {}, options: ConnectOptions = {}): Promise<Scene> {
  const host = await MemoryHost.start();
  const client = await host.connect('m', {
    writer: 'user:mara',
    screens: true,
    subscribe: [ROOT],
    ...options,
  });
  await client.createTerminal(T, { ...params });
  await client.subscribe(T);
  client.envelopes.length = 0;
  return { host, client };
}

/** The last line that the root list had of the terminal. */
async function info({ host, client }: Scene): Promise<{ title: unknown; meta: Record<string, unknown> }> {
  host.clock.pass(200);
  await settled();
  const { state } = await client.subscribe(ROOT);
  const [line] = state['terminals'] as { title: string; _meta: { 'x-cotty': Record<string, unknown> } }[];
  return { title: line?.title, meta: line?._meta['x-cotty'] ?? {} };
}

describe('output', () => {
  it('keeps data and marks in the order of the pty, and leaves no mark in the data', async () => {
    const { host, client } = await scene();
    host.pty.print(`${marks.prompt}$ `);
    host.pty.print(`ls\r\n${marks.start('ls')}a\r\n`);
    host.pty.print('b\r\n');
    host.pty.print(`c\r\n${marks.end(2)}${marks.prompt}$ `);
    await settled();
    expect(
      client
        .actions(T)
        .map(({ type, data, commandLine, exitCode }) => data ?? commandLine ?? exitCode ?? type),
    ).toEqual(['terminal/commandDetectionAvailable', '$ ', 'ls\r\n', 'ls', 'a\r\n', 'b\r\nc\r\n', 2, '$ ']);
    expect((await client.subscribe(T)).state['content']).toMatchObject([
      { type: 'unclassified', value: '$ ls\r\n' },
      { type: 'command', commandLine: 'ls', output: 'a\r\nb\r\nc\r\n', isComplete: true, exitCode: 2 },
      { type: 'unclassified', value: '$ ' },
    ]);
  });

  it('joins what comes within milliseconds, but nothing across another action', async () => {
    const { host, client } = await scene();
    for (const text of ['1', '2', '3']) host.pty.print(text);
    await client.dispatch(T, { type: 'terminal/input', data: 'x' });
    host.pty.print('4');
    host.pty.print('5');
    host.clock.pass(4);
    await settled();
    expect(client.actions(T).map(({ data }) => data)).toEqual(['1', '23', 'x', '4', '5']);
  });

  it('is not held back for a viewer that asks for no delay', async () => {
    const { host, client } = await scene();
    await client.subscribe(T, { delivery: { maxLatencyMs: 0 } });
    for (const text of ['1', '2', '3']) host.pty.print(text);
    await settled();
    expect(client.actions(T).map(({ data }) => data)).toEqual(['1', '2', '3']);
    await client.subscribe(T);
    host.pty.print('4');
    host.pty.print('5');
    await settled();
    expect(client.actions(T).map(({ data }) => data)).toEqual(['1', '2', '3', '4']);
  });

  it('that waits when the terminal is cleared goes before it, so that no switch of the screen is lost', async () => {
    const { host, client } = await scene();
    host.pty.print('1');
    host.pty.print('2');
    await client.dispatch(T, { type: 'terminal/cleared' });
    host.pty.print('3');
    host.clock.pass(10);
    await settled();
    expect(client.actions(T).map(({ type, data }) => data ?? type)).toEqual([
      '1',
      '2',
      'terminal/cleared',
      '3',
    ]);
    expect((await client.subscribe(T)).state).toMatchObject({
      content: [{ type: 'unclassified', value: '3' }],
    });
  });

  it('gives a lone ESC away when nothing follows it', async () => {
    const { host, client } = await scene();
    host.pty.print('a\x1b');
    host.clock.pass(19);
    await settled();
    expect(client.text(T)).toBe('a');
    host.clock.pass(10);
    await settled();
    expect(client.text(T)).toBe('a\x1b');
  });

  it('is trimmed in the state, without a word', async () => {
    const { host, client } = await scene();
    const line = `${'x'.repeat(98)}\r\n`;
    for (let count = 0; count < 4000; count += 1) {
      host.pty.print(line);
      if (count % 1000 === 999) await settled();
    }
    host.clock.pass(10);
    await settled();
    expect(client.text(T)).toHaveLength(400_000);
    expect(new Set(client.actions(T).map(({ type }) => type))).toEqual(new Set(['terminal/data']));
    const { state } = await client.subscribe(T);
    const [part] = state['content'] as { value: string }[];
    expect(part?.value.length).toBeLessThanOrEqual(256 * 1024 + 16 * 1024);
    expect(part?.value.length).toBeGreaterThan(150 * 1024);
    expect(part?.value.startsWith(line)).toBe(true);
  });
});

describe('the end of a program', () => {
  it('comes after its last output, and after the command that was running', async () => {
    const { host, client } = await scene();
    host.pty.print(`${marks.prompt}$ ${marks.start('exit 3')}bye`);
    host.pty.print(' now\x1b]633;D');
    host.pty.exit({ code: 3 });
    await settled();
    expect(client.actions(T).slice(-4)).toMatchObject([
      { type: 'terminal/data', data: 'bye' },
      { type: 'terminal/data', data: ' now\x1b]633;D' },
      { type: 'terminal/commandFinished', commandId: 'cmd-1', exitCode: 3 },
      { type: 'terminal/exited', exitCode: 3 },
    ]);
    expect(client.actions(ROOT).at(-1)).toMatchObject({
      terminals: [{ resource: T, lifecycle: { status: 'exited', exitCode: 3 } }],
    });
    // The list in both its forms, the screen, the time after which an exited terminal leaves the list, and the rules of agents, which
    // are read after the first prompt.
    expect(host.clock.waiting).toBeLessThanOrEqual(5);
  });

  it('by a signal reads as a shell reports it', async () => {
    const { host, client } = await scene();
    host.pty.exit({ signal: 9 });
    await settled();
    expect(client.actions(T)).toEqual([{ type: 'terminal/exited', exitCode: 137 }]);
  });
});

describe('queries', () => {
  it('are not even made while the program takes none', async () => {
    const { host } = await scene();
    host.pty.takesReplies = false;
    host.pty.print('\x1b[6n\x1b[c');
    expect(host.pty.input).toBe('');
  });

  it('of a program that has ended are not answered to the shell', async () => {
    const { host } = await scene();
    host.pty.print(`${marks.prompt}${marks.start('vim')}\x1b[6n`);
    expect(host.pty.forgotten).toBe(0);
    host.pty.print(marks.end(0));
    expect(host.pty.forgotten).toBe(1);
  });

  it('are answered once each, in their order, and are no part of the data', async () => {
    const { host, client } = await scene();
    await host.connect('second', { writer: 'user:ben', screens: true, subscribe: [T] });
    await host.connect('third', { subscribe: [T] });
    host.pty.print('ab\x1b[6n');
    host.pty.print('c\r\n\x1b[6n\x1b[>q\x1b[c\x1b]11;?\x07\x1b[18t');
    await settled();
    expect(host.pty.input).toBe(
      '\x1b[1;3R\x1b[2;1R\x1bP>|cotty(1.2.3)\x1b\\\x1b[?1;2c\x1b]11;rgb:0000/0000/0000\x07\x1b[8;24;80t',
    );
    host.clock.pass(10);
    await settled();
    expect(client.text(T)).toBe('abc\r\n');
  });

  it('for colours are answered with those of the holder’s outer terminal', async () => {
    const { host, client } = await scene();
    const other = await host.connect('second', { writer: 'user:ben', subscribe: [T] });
    const colors = (background: string) => ({ channel: ROOT, background });
    client.connection.notify('x-cotty/colors', colors('rgb:1111/2222/3333'));
    other.connection.notify('x-cotty/colors', colors('rgb:ffff/ffff/ffff'));
    other.connection.notify('x-cotty/colors', colors('not\x07a colour'));
    await settled();
    host.pty.print('\x1b]11;?\x1b\\');
    expect(host.pty.input).toBe('\x1b]11;rgb:1111/2222/3333\x1b\\');
  });

  it('are answered for the window that is there when the holder’s has gone, and as the last one when none is', async () => {
    const { host, client } = await scene();
    const check = (width: number) => ({ channel: ROOT, cell: { width, height: 20 }, pictures: true });
    client.connection.notify('x-cotty/colors', check(8));
    const other = await host.connect('second', { writer: 'user:mara', screens: true, subscribe: [T] });
    other.connection.notify('x-cotty/colors', check(9));
    await settled();
    host.pty.print('\x1b[16t');
    client.connection.close();
    await settled();
    host.pty.print('\x1b[16t\x1b[c');
    other.connection.close();
    await settled();
    host.pty.print('\x1b[16t\x1b[c');
    await settled();
    const answers = ['\x1b[6;20;8t', '\x1b[6;20;9t', '\x1b[?62;4;22c', '\x1b[6;20;9t', '\x1b[?62;4;22c'];
    expect(host.pty.input).toBe(answers.join(''));
  });

  it('are answered for an agent as in the window that shows its terminal, but without images', async () => {
    const { host, client } = await scene();
    const check = { channel: ROOT, cell: { width: 9, height: 20 }, clusters: false, pictures: true };
    client.connection.notify('x-cotty/colors', check);
    const agent = await host.connect('agent', { writer: 'agent:bob' });
    await agent.createTerminal('ahp-terminal:/2', {
      claim: { kind: 'session', session: 'ahp-session:/bob' },
    });
    await settled();
    host.pty.print('\x1b[16t\x1b[c');
    expect(host.pty.input).toBe('\x1b[6;20;9t\x1b[?1;2c');
  });

  it('are not answered again when somebody subscribes', async () => {
    const { host, client } = await scene();
    host.pty.print('\x1b[6n');
    await client.subscribe(T);
    await host.connect('late', { subscribe: [T] });
    expect(host.pty.input).toBe('\x1b[1;1R');
  });
});

describe('what a program says of itself (OSC 7501)', () => {
  const told = (fields: string) => `\x1b]7501;${fields}\x07`;
  const running = async () => {
    const it = await scene();
    it.host.pty.modes = READS_KEYS;
    it.host.pty.print(`${marks.prompt}${marks.start('agent')}`);
    return { ...it, program: async () => (await info(it)).meta['program'] };
  };

  it('is asked for in both forms, and answered before DA1', async () => {
    const { host } = await running();
    host.pty.print('\x1b]7501;?\x1b\\\x1b]7501;?\x07\x1b]7501;?:state=idle\x07\x1b[c');
    expect(host.pty.input).toBe('\x1b]7501;?\x1b\\\x1b]7501;?\x07\x1b[?1;2c');
  });

  it('is neither asked for nor taken at the prompt, where only background jobs print', async () => {
    const { host, program } = await running();
    host.pty.print(
      `${marks.end(0)}${marks.prompt}$ \x1b]7501;?\x07\x1b]99;i=1:p=?;\x07${told('state=done')}`,
    );
    expect(host.pty.input).toBe('');
    expect(await program()).toBeUndefined();
  });

  it('ends with RIS, wherever that is cut, and neither with DECSTR nor with the other screen', async () => {
    const { host, program } = await running();
    for (const reset of [['a\x1bcb'], ['a\x1b', 'cb'], ['a\x1b', undefined, 'cb']]) {
      host.pty.print(told('state=done'));
      for (const text of ['\x1b[!p', '\x1b[?1049h', '\x1b[?1049l', 'x\x1b', `${told('state=done')}c`])
        host.pty.print(text);
      expect(await program()).toMatchObject({ state: 'done' });
      for (const text of reset) {
        if (text === undefined) host.clock.pass(25);
        else host.pty.print(text);
      }
      expect(await program()).toBeUndefined();
    }
  });

  it('stands at redrawn, right, continuation and secondary prompts, and ends at the next one', async () => {
    const { host, program } = await running();
    // A shell with marks of its own, as on another machine.
    host.pty.print(`${marks.end(0)}${marks.prompt}${marks.start('ssh box')}\x1b]133;A\x07$ \x1b]133;C\x07`);
    host.pty.print(`${told('state=working')}${told('state=done:id=a')}`);
    for (const kind of ['s', 'r', 'c'])
      host.pty.print(`\x1b]133;A;k=${kind}\x07\x1b]133;P;k=${kind}\x07> \x1b]133;B\x07`);
    expect(await program()).toMatchObject({ state: 'working' });
    host.pty.print('\x1b]133;A;k=i;redraw=1\x07$ \x1b]133;B\x07');
    expect(await program()).toMatchObject({ state: 'done' });
    host.pty.print('\r\x1b]133;A;redraw=1\x07$ \x1b]133;B\x07');
    expect(await program()).toMatchObject({ state: 'done' });
  });

  it('makes its progress by OSC 9;4 void, until RIS', async () => {
    const { host, client } = await running();
    const progress = async () => (await info({ host, client })).meta['progress'];
    host.pty.print('\x1b]9;4;1;40\x07');
    expect(await progress()).toMatchObject({ percent: 40 });
    host.pty.print(told('state=working'));
    host.pty.print('\x1b]9;4;1;50\x07');
    expect(await progress()).toBeUndefined();
    host.pty.print(`${told('state=clear')}\x1b]9;4;1;60\x07`);
    expect(await progress()).toBeUndefined();
    host.pty.print('\x1bc\x1b]9;4;1;70\x07');
    expect(await progress()).toMatchObject({ percent: 70 });
  });
});

describe('a shell that is entered', () => {
  it('shows what was held back in its order when it has no marks, the ESC at its end too', async () => {
    const { host, client } = await scene();
    host.pty.print(`${marks.prompt}$ bash\r\n${marks.start('bash')}`);
    host.pty.print('\x1b[?2004h# waits\x1b');
    host.clock.pass(100);
    host.clock.pass(4000);
    await settled();
    const printed = client.actions(T).map(({ data }) => data ?? '');
    expect(printed.join('')).toBe('$ bash\r\n\x1b[?2004h# waits\x1b');
  });
});

describe('titles and bells', () => {
  it('of a program show up soon', async () => {
    const one = await scene();
    const { host, client } = one;
    host.pty.print('\x1b]2;vim notes\x07\x07\x07');
    expect(client.actions(ROOT)).toEqual([]);
    host.clock.pass(100);
    await settled();
    expect(client.actions(T).map(({ type }) => type)).toEqual(['terminal/data']);
    expect(await info(one)).toMatchObject({ title: 'home', meta: { programTitle: 'vim notes', bells: 2 } });
  });

  it('of a command are told apart from those of a prompt', async () => {
    const one = await scene({ name: 'work' });
    const { host } = one;
    const meta = async () => (await info(one)).meta;
    host.pty.print(`${marks.prompt}\x1b]0;me@home\x07$ `);
    await meta();
    host.pty.print(`sleep 9\r\n${marks.start('sleep 9')}`);
    expect(await meta()).toMatchObject({ programTitle: 'me@home' });
    expect(await meta()).not.toHaveProperty('titledByCommand');
    host.pty.print('\x1b]0;asleep\x07');
    expect(await meta()).toMatchObject({ programTitle: 'asleep', titledByCommand: true });
    host.pty.print(`${marks.end(0)}${marks.prompt}$ `);
    expect(await meta()).not.toHaveProperty('titledByCommand');
  });

  it('are seen once a rest when they come in a flood', async () => {
    const { host, client } = await scene();
    for (let count = 0; count < 500; count += 1) {
      host.pty.print(`\x1b]2;title ${count}\x07`);
      host.clock.pass(1);
    }
    await settled();
    expect(client.actions(ROOT).length).toBeLessThanOrEqual(1 + 500 / 30);
  });
});

describe('the line of the root list', () => {
  it('tells of the running command and the last one', async () => {
    const one = await scene();
    const { host, client } = one;
    host.pty.print(`${marks.prompt}$ `);
    expect((await info(one)).meta).toMatchObject({ integration: 'active' });
    await client.dispatch(T, { type: 'terminal/input', data: 'make\r' });
    host.pty.print(marks.start('make'));
    const { meta } = await info(one);
    expect(meta['running']).toEqual({
      commandLine: 'make',
      timestamp: expect.any(Number),
      writer: 'user:mara',
    });
    expect(meta).not.toHaveProperty('last');
    host.pty.print(marks.end(2));
    const after = await info(one);
    expect(after.meta).toMatchObject({
      last: { commandLine: 'make', exitCode: 2, finishedAt: expect.any(Number) },
    });
    expect(after.meta).not.toHaveProperty('running');
  });

  it('is not announced for each of many fast commands', async () => {
    const { host, client } = await scene();
    for (let count = 0; count < 200; count += 1) {
      host.pty.print(`${marks.prompt}$ ${marks.start(`echo ${count}`)}${count}\r\n${marks.end(0)}`);
      host.clock.pass(5);
      // A client that reads what was printed: or the pty is paused.
      await settled();
    }
    host.clock.pass(300);
    await settled();
    expect(client.actions(T).filter(({ type }) => type === 'terminal/commandFinished')).toHaveLength(200);
    expect(client.actions(ROOT).length).toBeLessThanOrEqual(2 + 1300 / 250);
    expect(client.actions(ROOT).at(-1)).toMatchObject({
      terminals: [{ _meta: { 'x-cotty': { last: { commandLine: 'echo 199', exitCode: 0 } } } }],
    });
  });

  it('cuts a command line that would not fit a tab anyway', async () => {
    const one = await scene();
    one.host.pty.print(`${marks.prompt}$ ${marks.start('😀'.repeat(500))}`);
    const { meta } = await info(one);
    const { commandLine } = meta['running'] as { commandLine: string };
    expect(commandLine).toBe(`${'😀'.repeat(199)}…`);
  });

  it('says when a shell has not loaded the integration, and takes it back when it has after all', async () => {
    const one = await scene();
    expect((await info(one)).meta['integration']).toBe('pending');
    one.host.clock.pass(10_000);
    expect((await info(one)).meta['integration']).toEqual({
      off: 'Commands are not detected: this bash has not come to a prompt; its start files may ask something',
    });
    one.host.pty.print(marks.prompt);
    expect((await info(one)).meta['integration']).toBe('active');
  });

  it('tells that what is typed is a secret, and when it is no more', async () => {
    const one = await scene();
    const { host, client } = one;
    host.pty.print(`${marks.prompt}$ ${marks.start('sudo ls')}`);
    host.pty.modes = { echo: false, lineEditing: true, foreground: 7 };
    host.pty.print('Password: ');
    await settled();
    expect(client.actions(ROOT).at(-1)).toMatchObject({
      terminals: [{ _meta: { 'x-cotty': { echoOff: true } } }],
    });
    host.pty.modes = { echo: true, lineEditing: true, foreground: 7 };
    await client.dispatch(T, { type: 'terminal/input', data: 'abc\r' });
    host.clock.pass(50);
    expect((await info(one)).meta).not.toHaveProperty('echoOff');
  });

  it('tells that a program reads keys itself until its command ends, and never at the prompt', async () => {
    const one = await scene();
    const { pty } = one.host;
    pty.modes = { echo: false, lineEditing: false, foreground: 7 };
    pty.print(`${marks.prompt}$ `);
    one.host.clock.pass(50);
    expect((await info(one)).meta).not.toHaveProperty('lineEditing');
    pty.print(`${marks.start('node menu.mjs')}Pick one`);
    expect((await info(one)).meta).toMatchObject({ lineEditing: false });
    pty.print(marks.end(0));
    expect((await info(one)).meta).not.toHaveProperty('lineEditing');
  });
});

describe('the writer of a command', () => {
  it('is whose input was accepted before it, not who else typed', async () => {
    const { host, client } = await scene();
    const agent = await host.connect('x', { writer: 'agent:build', subscribe: [T] });
    await agent.dispatch(T, { type: 'terminal/input', data: 'rm -rf /\r' });
    host.pty.print(`${marks.prompt}$ ${marks.start('one')}${marks.end(0)}`);
    await client.dispatch(T, { type: 'terminal/input', data: 'two\r' });
    host.pty.print(`${marks.prompt}$ ${marks.start('two')}${marks.end(0)}`);
    const session = { kind: 'session', session: 'ahp-session:/build' };
    await client.dispatch(T, { type: 'terminal/claimed', claim: session });
    await agent.dispatch(T, { type: 'terminal/input', data: 'three\r' });
    host.pty.print(`${marks.prompt}$ ${marks.start('three')}${marks.end(0)}`);
    await settled();
    const executed = client.actions(T).filter(({ type }) => type === 'terminal/commandExecuted');
    const writers = executed.map(
      ({ _meta }) => (_meta as { 'x-cotty': { writer?: string } })['x-cotty'].writer,
    );
    expect(writers).toEqual([undefined, 'user:mara', 'agent:build']);
  });
});
