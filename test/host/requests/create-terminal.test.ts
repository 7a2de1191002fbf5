import { describe, expect, it } from 'vitest';
import { MemoryHost, settled } from '../../support/memory-host.ts';

const T = 'ahp-terminal:/1';

describe('createTerminal', () => {
  it('starts the shell of the session in the home folder, 80×24, with integration', async () => {
    const host = await MemoryHost.start();
    const client = await host.connect('a', { writer: 'user:mara', subscribe: ['ahp-root://'] });
    await client.createTerminal(T);
    expect(host.pty.options).toMatchObject({ file: '/bin/bash', cwd: '/', cols: 80, rows: 24 });
    expect(host.pty.options.args[0]).toBe('--init-file');
    expect(host.pty.options.env).toMatchObject({
      TERM: 'xterm-256color',
      COLORTERM: 'truecolor',
      TERM_PROGRAM: 'cotty',
      COTTY_TERMINAL: T,
      COTTY_NONCE: 'n0nce',
    });
    expect(client.actions('ahp-root://')).toEqual([
      {
        type: 'root/terminalsChanged',
        terminals: [
          {
            resource: T,
            title: 'home',
            claim: { kind: 'client', clientId: 'a' },
            lifecycle: { status: 'running' },
            _meta: {
              'x-cotty': {
                pid: 1000,
                shell: 'bash',
                createdBy: 'user:mara',
                created: 1_000_000,
                cwd: 'file:///',
                bells: 0,
                holder: { name: 'mara', connected: true, via: 'local' },
                integration: 'pending',
              },
            },
          },
        ],
      },
    ]);
    expect(client.actions(T)).toEqual([]);
  });

  it('takes name, place and size', async () => {
    const host = await MemoryHost.start();
    const client = await host.connect('a');
    await client.createTerminal(T, { name: ' bu\n\x1bild ', cwd: 'file:///usr/bin', cols: 132, rows: 43 });
    expect(host.pty.options).toMatchObject({ cwd: '/usr/bin', cols: 132, rows: 43 });
    expect((await client.subscribe(T)).state).toMatchObject({
      title: 'bu ild',
      cwd: 'file:///usr/bin',
      cols: 132,
      rows: 43,
      isPty: true,
    });
    await client.createTerminal('my-scheme:x/y', { cwd: '/usr' });
    expect(host.pty.options.cwd).toBe('/usr');
  });

  it('runs a program as it stands, without a shell', async () => {
    const host = await MemoryHost.start();
    const client = await host.connect('a');
    const meta = { 'x-cotty': { command: ['/usr/bin/top', '-b', 'a b'], env: { FOO: 'bar' } } };
    await client.createTerminal(T, { _meta: meta });
    expect(host.pty.options).toMatchObject({ file: '/usr/bin/top', args: ['-b', 'a b'] });
    expect(host.pty.options.env).toMatchObject({ FOO: 'bar', TERM: 'xterm-256color' });
    expect(host.pty.options.env['COTTY_NONCE']).toBeUndefined();
    expect((await client.subscribe(T)).state).toMatchObject({
      title: 'home',
      _meta: {
        'x-cotty': {
          shell: 'top',
          integration: { off: 'Commands are not detected: this terminal runs a program, not a shell' },
        },
      },
    });
  });

  it('runs another shell when asked, and says when that one has no integration', async () => {
    const host = await MemoryHost.start();
    const client = await host.connect('a');
    await client.createTerminal(T, { _meta: { 'x-cotty': { shell: '/bin/sh' } } });
    expect(host.pty.options).toMatchObject({ file: '/bin/sh', args: [] });
    const { state } = await client.subscribe(T);
    expect(state['_meta']).toMatchObject({
      'x-cotty': { integration: { off: expect.stringContaining('no integration for sh') } },
    });
  });

  it.each([
    [{ cwd: 'file:///no/such/place' }, -32008, 'cwd: /no/such/place: does not exist'],
    [{ cwd: 'file:///etc/passwd' }, -32008, 'cwd: /etc/passwd: not a directory'],
    [{ cwd: 'https://example.org/' }, -32008, 'cwd: not a directory on this machine: https://example.org/'],
    [{ cwd: 'relative' }, -32008, 'cwd: not a directory on this machine: relative'],
    [{ cols: 0 }, -32602, 'cols'],
    [{ cols: 5000 }, -32602, 'no terminal is larger than 1000×500'],
    [
      { claim: { kind: 'client', clientId: 'b' } },
      -32009,
      'a client can claim a terminal only for its own clientId',
    ],
    [{ claim: {} }, -32602, 'claim'],
    [{ channel: 'ahp-root://' }, -32602, 'another kind of channel'],
    [{ channel: 'ahp-session:/1' }, -32602, 'another kind of channel'],
    [{ channel: 'x' }, -32602, 'not a URI'],
    [
      { _meta: { 'x-cotty': { command: ['/no/such/program'] } } },
      -32008,
      'cannot start /no/such/program: does not exist',
    ],
    [{ _meta: { 'x-cotty': { command: [] } } }, -32602, '_meta: command'],
    [{ _meta: { 'x-cotty': { env: { 'A=B': 'c' } } } }, -32602, '_meta: env'],
    [{ _meta: { 'x-cotty': { command: ['a\0b'] } } }, -32602, 'a zero byte'],
  ])('refuses %j', async (params, code, message) => {
    const host = await MemoryHost.start();
    const client = await host.connect('a', { subscribe: ['ahp-root://'] });
    await expect(client.createTerminal(T, params)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
    expect(host.ptys).toEqual([]);
    expect(client.actions('ahp-root://')).toEqual([]);
  });

  it('refuses a name that is taken, and takes it again afterwards', async () => {
    const host = await MemoryHost.start();
    const client = await host.connect('a');
    await client.createTerminal(T);
    await expect(client.createTerminal(T)).rejects.toMatchObject({ code: -32010 });
    await client.request('disposeTerminal', { channel: T });
    await client.createTerminal(T);
    expect(host.ptys).toHaveLength(2);
  });

  it('refuses the 257th', async () => {
    const host = await MemoryHost.start();
    const first = await host.connect('b');
    for (let count = 0; count < 128; count += 1) await first.createTerminal(`ahp-terminal:/b${count}`);
    await expect(first.createTerminal(T)).rejects.toMatchObject({
      code: -32603,
      message:
        'this client holds 128 terminals already, which is the limit: close one first, or start the host with --limits clientTerminals=N',
    });
    const client = await host.connect('a');
    for (let count = 0; count < 128; count += 1) await client.createTerminal(`ahp-terminal:/a${count}`);
    await expect(client.createTerminal(T.replace('1', 'more'))).rejects.toMatchObject({
      code: -32603,
      message:
        'the host has 256 terminals already, which is the limit: close one first, or start the host with --limits terminals=N',
    });
    expect(host.ptys).toHaveLength(256);
  });

  it('lets a foreign client act for the session it made a terminal for, one of ours hands it over', async () => {
    const host = await MemoryHost.start();
    const claim = { kind: 'session', session: 'ahp-session:/s1' };
    const foreign = await host.connect('f');
    await foreign.createTerminal(T, { claim });
    await foreign.dispatch(T, { type: 'terminal/input', data: 'x' });
    expect(host.pty.input).toBe('x');
    const ours = await host.connect('o', { writer: 'user:mara', subscribe: [T] });
    await ours.createTerminal('ahp-terminal:/2', { claim: { ...claim, session: 'ahp-session:/build' } });
    await ours.subscribe('ahp-terminal:/2');
    const seq = await ours.dispatch('ahp-terminal:/2', { type: 'terminal/input', data: 'x' });
    await settled();
    expect(ours.refusal(seq)).toBe('agent build holds this terminal');
  });
});

describe('disposeTerminal', () => {
  it('flushes, says that it has exited, and takes it off the list, in that order', async () => {
    const host = await MemoryHost.start();
    const client = await host.connect('a', { subscribe: ['ahp-root://'] });
    await client.createTerminal(T);
    await client.subscribe(T);
    host.pty.print('one');
    host.pty.print('two');
    await client.request('disposeTerminal', { channel: T });
    expect(client.envelopes.slice(-4).map(({ action }) => action)).toMatchObject([
      { type: 'terminal/data', data: 'two' },
      { type: 'terminal/exited' },
      { type: 'root/terminalsChanged', terminals: [{ lifecycle: { status: 'exited' } }] },
      { type: 'root/terminalsChanged', terminals: [] },
    ]);
    expect(host.pty.ended).toBe(true);
    host.pty.print('late');
    host.pty.exit();
    await settled();
    expect(client.text(T)).toBe('onetwo');
    await expect(client.subscribe(T)).rejects.toMatchObject({ code: -32008 });
  });

  it('succeeds for one that is gone', async () => {
    const host = await MemoryHost.start();
    const client = await host.connect('a');
    expect(await client.request('disposeTerminal', { channel: T })).toBeNull();
  });

  it('is not for agents to do to a terminal that a person made, there or not', async () => {
    const host = await MemoryHost.start();
    const person = await host.connect('a', { writer: 'user:mara' });
    const agent = await host.connect('b', { writer: 'agent:build' });
    await person.createTerminal(T);
    for (const method of ['disposeTerminal', 'x-cotty/parkTerminal', 'x-cotty/restoreTerminal']) {
      await expect(agent.request(method, { channel: T })).rejects.toMatchObject({
        code: -32009,
        message: 'user:mara made this terminal: agents can only close terminals that agents made',
      });
    }
    person.connection.close();
    await settled();
    await expect(agent.request('disposeTerminal', { channel: T })).rejects.toMatchObject({ code: -32009 });
    expect(host.pty.ended).toBe(false);
  });
});

describe('parking', () => {
  it('takes a terminal off the list and brings it back as it was', async () => {
    const host = await MemoryHost.start();
    const client = await host.connect('a', { subscribe: ['ahp-root://'] });
    await client.createTerminal(T);
    await client.request('x-cotty/parkTerminal', { channel: T });
    expect(client.actions('ahp-root://').at(-1)).toMatchObject({ terminals: [] });
    host.pty.print('meanwhile');
    expect((await client.subscribe(T)).state).toMatchObject({
      content: [{ type: 'unclassified', value: 'meanwhile' }],
      _meta: { 'x-cotty': { parkedUntil: host.clock.now() + 300_000 } },
    });
    host.clock.pass(299_999);
    await client.request('x-cotty/restoreTerminal', { channel: T });
    expect(client.actions('ahp-root://').at(-1)).toMatchObject({ terminals: [{ resource: T }] });
    host.clock.pass(1_000_000);
    expect(host.pty.ended).toBe(false);
  });

  it('ends in its disposal after five minutes', async () => {
    const host = await MemoryHost.start();
    const client = await host.connect('a');
    await client.createTerminal(T);
    await client.request('x-cotty/parkTerminal', { channel: T });
    host.clock.pass(299_999);
    expect(host.pty.ended).toBe(false);
    host.clock.pass(1);
    expect(host.pty.ended).toBe(true);
    await expect(client.request('x-cotty/restoreTerminal', { channel: T })).rejects.toMatchObject({
      code: -32008,
    });
    await expect(client.request('x-cotty/parkTerminal', { channel: T })).rejects.toMatchObject({
      code: -32008,
    });
  });
});
