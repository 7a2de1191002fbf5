import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { McpAgent } from '../support/mcp-agent.ts';
import { Sandbox } from '../support/sandbox.ts';

describe('cotty mcp', () => {
  let sandbox: Sandbox;
  beforeAll(() => {
    sandbox = new Sandbox();
  });
  afterEach(() => sandbox.clear());
  afterAll(() => sandbox.close());

  const open = (name: string, args: readonly string[] = []) => McpAgent.open(sandbox, name, args);

  test('cuts long output in the middle, and gives the rest page by page', async () => {
    const ada = await open('ada');
    await ada.ok('term_spawn', { name: 'flood' });
    const { data, text } = await ada.ok('term_run', { name: 'flood', cmd: 'seq 1 15000' });
    expect(text.length).toBeLessThan(20_000);
    expect(data.record.lines_left_out).toBeGreaterThan(1_000);
    const from = Number(/from_line=(\d+)/.exec(text)?.[1]);
    const next = await ada.ok('term_read', { name: 'flood', seq: 1, from_line: from });
    expect(next.text.split('\n').slice(0, 2)).toEqual([String(from), String(from + 1)]);
    expect(next.text).toMatch(/\(more: from_line=\d+, of 15000 lines\)/);
  });

  test('answers at the timeout, refuses a second command, and tells of the end of the first', async () => {
    const ada = await open('ada');
    await ada.ok('term_spawn', { name: 'slow' });
    // Until the program runs, Ctrl+C goes to the shell.
    const cmd = "sh -c 'echo $(echo up); exec sleep 600'";
    const run = await ada.ok('term_run', { name: 'slow', cmd, timeout: 0.5 });
    await expect.poll(async () => (await ada.ok('term_screen', { name: 'slow' })).text).toMatch(/^up$/m);
    expect(run.data.record).toMatchObject({ timed_out: true, finished_at: null, exit: null });
    expect(await ada.call('term_run', { name: 'slow', cmd: 'echo no' })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/slow: busy: `sh -c .*` by agent:ada/),
    });
    expect((await ada.ok('term_list')).data.terminals[0]).toMatchObject({ status: 'busy' });
    const ended = ada.ok('term_wait', { name: 'slow', seq: 1 });
    expect((await ada.ok('term_interrupt', { name: 'slow' })).data).toEqual({ ok: true, ended: true });
    expect((await ended).data.record).toMatchObject({ exit: 130, timed_out: true });
  });

  test('types keys into programs, arrows as the program wants them, and shows the screen', async () => {
    const ada = await open('ada');
    await ada.ok('term_spawn', { name: 'keys' });
    await ada.ok('term_run', { name: 'keys', cmd: 'read -p "name? " who; echo "hello $who"', wait: false });
    await expect
      .poll(async () => (await ada.ok('term_screen', { name: 'keys' })).data.waiting_for_input)
      .toBe('prompt');
    await ada.ok('term_keys', { name: 'keys', keys: 'maraX<BS><Enter>' });
    expect((await ada.ok('term_wait', { name: 'keys', seq: 1 })).data.record.stdout).toContain('hello mara');

    // The program switches application cursor keys on, then shows the bytes that come.
    const cmd =
      "printf '\\033[?1h'; stty -icanon -echo; echo ready; head -c 3 | od -An -c; stty sane; printf '\\033[?1l'";
    await ada.ok('term_run', { name: 'keys', cmd, wait: false });
    await expect
      .poll(async () => (await ada.ok('term_screen', { name: 'keys' })).data.lines.join())
      .toMatch(/ready,/);
    await ada.ok('term_keys', { name: 'keys', keys: '<Up>' });
    expect((await ada.ok('term_wait', { name: 'keys', seq: 2 })).data.record.stdout).toMatch(/033\s+O\s+A/);
    expect(await ada.call('term_keys', { name: 'keys', keys: '<Entr>' })).toMatchObject({
      isError: true,
      text: 'there is no key "<Entr>"; a literal < is written <lt>',
    });
  });

  test('streams what a command prints as progress, and a cancelled call leaves the command running', async () => {
    const ada = await open('ada');
    await ada.ok('term_spawn', { name: 'stream' });
    const messages: string[] = [];
    const counts: number[] = [];
    // Each step waits until the one before was told of.
    const cmd = 'for i in 1 2 3 4; do echo step $i; until [ -e told-$i ]; do sleep 0.1; done; done';
    await ada.ok(
      'term_run',
      { name: 'stream', cmd },
      {
        onProgress: ({ message, progress }) => {
          messages.push(message ?? '');
          counts.push(progress);
          const [, step] = /step (\d)$/.exec(message ?? '') ?? [];
          if (step !== undefined) sandbox.write(`told-${step}`, '');
        },
      },
    );
    expect(messages).toEqual(['step 1', 'step 2', 'step 3', 'step 4']);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(new Set(counts).size).toBe(counts.length);

    const stop = new AbortController();
    const cancelled = ada.call('term_run', { name: 'stream', cmd: 'sleep 600' }, { signal: stop.signal });
    await expect.poll(async () => (await ada.ok('term_list')).data.terminals[0].status).toBe('busy');
    stop.abort('enough');
    await expect(cancelled).rejects.toThrow('enough');
    expect((await ada.ok('term_list')).data.terminals[0].running.cmd).toBe('sleep 600');
    await ada.ok('term_interrupt', { name: 'stream' });
  });

  test('wakes whoever subscribed, once, also after both it and the host were away', async () => {
    const pm = await open('pm');
    const builder = await open('builder');
    await builder.ok('term_spawn', { name: 'build' });
    const watch = await pm.ok('term_subscribe', { name: 'build', failed: true });
    expect(watch.data).toMatchObject({ ok: true, subscribers: ['agent:pm'] });
    const waiting = pm.ok('term_wait', { timeout: 90 });
    await builder.ok('term_run', { name: 'build', cmd: 'true' });
    await builder.ok('term_run', { name: 'build', cmd: 'echo "error: no such file"; (exit 2)' });
    const woken = await waiting;
    expect(woken.data).toMatchObject({ timed_out: false, waiting: 0 });
    expect(woken.data.wakes).toMatchObject([{ terminal: 'build', seq: 2, exit: 2, writer: 'agent:builder' }]);
    await expect.poll(() => pm.logged).toMatchObject([{ to: 'pm', terminal: 'build', seq: 2 }]);
    expect((await pm.ok('term_wait', { timeout: 0.2 })).data).toMatchObject({ wakes: [], timed_out: true });

    // Away: what happens meanwhile waits, over the end of the host, too.
    await pm.close();
    await builder.ok('term_run', { name: 'build', cmd: '(exit 3)' });
    await builder.close();
    await sandbox.run(['host', 'stop', '--yes']);
    const again = await open('pm');
    const mentioned = await again.ok('term_list');
    expect(mentioned.text).toContain('✉ 1 wake-up waits, newest from term:build: $ (exit 3) · exit 3');
    expect((await again.ok('term_wait', { timeout: 90 })).data.wakes).toMatchObject([{ seq: 3, exit: 3 }]);
    expect((await again.ok('term_list')).text).not.toContain('✉');
    expect((await again.ok('term_unsubscribe', { name: 'build' })).data).toEqual({
      ok: true,
      subscribers: [],
    });
  });

  test('comes back by itself when the host was restarted, with its watches', async () => {
    const pm = await open('watcher');
    const builder = await open('builder');
    await builder.ok('term_spawn', { name: 'build' });
    await pm.ok('term_subscribe', { all: true });
    await sandbox.run(['host', 'stop', '--yes']);
    // The next call starts a host; the terminal is back on it.
    expect((await builder.ok('term_list')).data.terminals).toMatchObject([{ name: 'build' }]);
    const waiting = pm.ok('term_wait', { timeout: 90 });
    await expect
      .poll(async () => (await builder.call('term_run', { name: 'build', cmd: 'echo back' })).isError)
      .toBe(false);
    expect((await waiting).data.wakes).toMatchObject([{ terminal: 'build', cmd: 'echo back' }]);
    await pm.ok('term_unsubscribe', { all: true });
  });

  test('holds a terminal against other agents, renames it, and closes it', async () => {
    const ada = await open('ada');
    const bob = await open('bob');
    await ada.ok('term_spawn', { name: 'mine' });
    // In the background: another agent may run something while nothing runs.
    expect((await bob.ok('term_run', { name: 'mine', cmd: 'echo bob' })).data.record.writer).toBe(
      'agent:bob',
    );
    expect((await ada.ok('term_claim', { name: 'mine' })).data).toEqual({ held: true });
    const refused = await bob.call('term_run', { name: 'mine', cmd: 'echo no' });
    expect(refused).toMatchObject({
      isError: true,
      text: expect.stringMatching(/mine: agent ada holds this terminal/),
    });
    expect(refused.text).toContain('term_claim with ask: true');
    await ada.ok('term_run', { name: 'mine', cmd: 'true' });
    expect(await bob.call('term_run', { name: 'mine', cmd: 'echo no' })).toMatchObject({ isError: true });
    await ada.ok('term_release', { name: 'mine' });
    await bob.ok('term_run', { name: 'mine', cmd: 'true' });
    await bob.ok('term_rename', { name: 'mine', new_name: 'ours' });
    // The list of terminals reaches each agent by its own connection.
    await expect
      .poll(async () => (await ada.ok('term_list')).data.terminals)
      .toMatchObject([{ name: 'ours', created_by: 'agent:ada' }]);
    await ada.ok('term_close', { name: 'ours', purge: true });
    await expect.poll(async () => (await bob.ok('term_list')).data.terminals).toEqual([]);
  });

  test('starts terminals in the folder it was given, and nowhere else', async () => {
    const root = join(sandbox.home, 'project');
    mkdirSync(join(root, 'sub'), { recursive: true });
    const ada = await open('ada', ['--root', 'project']);
    expect((await ada.ok('term_spawn', { name: 'in' })).data.terminal.cwd).toBe(root);
    expect((await ada.ok('term_spawn', { name: 'sub', cwd: 'sub' })).data.terminal.cwd).toBe(
      join(root, 'sub'),
    );
    expect(await ada.call('term_spawn', { name: 'out', cwd: '..' })).toMatchObject({ isError: true });
    expect((await ada.ok('term_list')).data.terminals).toHaveLength(2);
  });

  test('shows terminals as resources, with news, and their summary as a prompt', async () => {
    const ada = await open('ada');
    expect((await ada.client.getPrompt({ name: 'terminals' })).messages).toEqual([]);
    await ada.ok('term_spawn', { name: 'my build', purpose: 'tests', command: 'echo hello' });
    await expect.poll(() => ada.listChanges).toBeGreaterThan(0);
    const { resources } = await ada.client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['terminal://', 'terminal://my%20build']);
    await ada.ok('term_wait', { name: 'my build', seq: 1 });
    const { contents } = await ada.client.readResource({ uri: 'terminal://my%20build' });
    expect(contents).toMatchObject([
      { mimeType: 'text/plain', text: expect.stringContaining('hello') },
      { mimeType: 'application/json', text: expect.stringContaining('"created_by":"agent:ada"') },
    ]);
    const { messages } = await ada.client.getPrompt({ name: 'terminals' });
    const [message] = messages;
    expect(message?.content).toMatchObject({
      text: expect.stringMatching(
        /^## Active Terminals \(1\):\n- \[my-build-\w+\] my build: tests \(running, created by agent, pid: \d+\).*\n\nYou can read from any terminal/,
      ),
    });
    await ada.client.subscribeResource({ uri: 'terminal://my%20build' });
    await ada.ok('term_run', { name: 'my build', cmd: 'for i in $(seq 200); do echo $i; done' });
    await expect.poll(() => ada.updated.length).toBeGreaterThan(0);
    // A flood is a few messages, not hundreds.
    expect(ada.updated.length).toBeLessThan(10);
    expect(new Set(ada.updated)).toEqual(new Set(['terminal://my%20build']));
    await ada.client.unsubscribeResource({ uri: 'terminal://my%20build' });
  });

  test('asking for what another agent uses waits until that one is done', async () => {
    const ada = await open('ada');
    const bob = await open('bob');
    await ada.ok('term_spawn', { name: 'build' });
    await ada.ok('term_claim', { name: 'build' });
    const refused = await bob.call('term_run', { name: 'build', cmd: 'true' });
    expect(refused.text).toMatch(
      /^build: agent ada holds this terminal\. That agent runs a command there or has claimed/,
    );
    expect((await bob.call('term_rename', { name: 'build', new_name: 'mine' })).text).toBe(refused.text);
    const asking = bob.ok('term_claim', { name: 'build', ask: true, timeout: 90 });
    await expect.poll(async () => (await ada.ok('term_list')).data.terminals[0].asked_by).toBe('agent:bob');
    await ada.ok('term_release', { name: 'build' });
    expect((await asking).data).toEqual({ held: true });
    expect((await ada.call('term_run', { name: 'build', cmd: 'true' })).text).toMatch(/agent bob holds/);
  });

  test('what looks dangerous is asked about, and run when that is confirmed', async () => {
    const ada = await open('ada');
    await ada.ok('term_spawn', { name: 'build' });
    const cmd = 'rm() { echo "not really: $*"; }; rm -rf /etc';
    const refused = await ada.call('term_run', { name: 'build', cmd });
    expect(refused).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^build: not run yet: .* deletes everything in \/etc\. .*confirm: true/),
    });
    const ran = await ada.ok('term_run', { name: 'build', cmd, confirm: true });
    expect(ran.data.record).toMatchObject({ seq: 1, stdout: 'not really: -rf /etc' });
  });

  test('with --compat one tool does what the terminal plan names', async () => {
    const llm = await open('llm', ['--compat']);
    const started = await llm.ok('terminal', {
      operation: 'start',
      command: 'echo up; cat',
      purpose: 'dev server',
    });
    expect(started.data).toMatchObject({
      purpose: 'dev server',
      message: 'Started: echo up; cat',
      pid: expect.any(Number),
    });
    const { terminalId } = started.data;
    expect((await llm.ok('terminal', { operation: 'list' })).data.terminals).toMatchObject([
      {
        id: terminalId,
        purpose: 'dev server',
        command: 'echo up; cat',
        status: 'running',
        createdBy: 'llm',
        uptime: expect.any(Number),
      },
    ]);
    expect((await llm.ok('terminal', { operation: 'write', terminalId, input: 'ping\n' })).data).toEqual({
      success: true,
    });
    const read = async (lines?: number) =>
      (await llm.ok('terminal', { operation: 'read', terminalId, ...(lines === undefined ? {} : { lines }) }))
        .data;
    await expect
      .poll(async () => (await read()).output.filter((line: string) => line === 'ping').length)
      .toBe(2);
    expect(await read(1)).toEqual({ output: ['ping'], status: 'running' });
    expect((await llm.ok('terminal', { operation: 'interrupt', terminalId })).data).toEqual({
      success: true,
    });
    expect(await read()).toMatchObject({ status: 'exited', exitCode: 130 });
    // A shell that was not made for one command lives on after it.
    await llm.ok('term_spawn', { name: 'shell' });
    await llm.ok('term_run', { name: 'shell', cmd: 'true' });
    expect((await llm.ok('terminal', { operation: 'list' })).data.terminals).toMatchObject([
      { id: terminalId, status: 'exited', exitCode: 130 },
      { title: 'shell', status: 'running' },
    ]);
    const doubted = await llm.call('terminal', { operation: 'start', command: 'rm -rf /' });
    expect(JSON.parse(doubted.text).error).toMatch(/^not run yet: .* deletes everything in \//);
    expect((await llm.ok('terminal', { operation: 'kill', terminalId })).data).toEqual({ success: true });
    // What a killed terminal has printed can be read for some minutes.
    expect((await read()).output).toContain('ping');
    const gone = await llm.call('terminal', { operation: 'read', terminalId: 'never' });
    expect(JSON.parse(gone.text)).toMatchObject({ error: 'Terminal not found' });
    expect(gone.isError).toBe(true);
  });

  test('with --compat a call may name another handle, but never that of a connected agent', async () => {
    const both = await open('server', ['--compat']);
    const spawned = await both.ok('aegis_term_spawn', { name: 'build', from_handle: 'lead' });
    expect(JSON.parse(spawned.text)).toMatchObject({
      name: 'build',
      pid: expect.any(Number),
      shell: 'bash',
      cwd: sandbox.home,
      started_at: expect.any(String),
      last_exit: null,
    });
    expect(
      (await both.ok('aegis_term_subscribe', { name: 'build', from_handle: 'agent:lead' })).data,
    ).toEqual({
      ok: true,
      subscribers: ['agent:lead'],
    });
    const record = JSON.parse(
      (await both.ok('aegis_term_run', { name: 'build', cmd: 'echo hi', from_handle: 'builder' })).text,
    );
    expect(record).toMatchObject({
      seq: 1,
      cmd: 'echo hi',
      writer: 'agent:builder',
      exit: 0,
      stdout: 'hi',
      stderr: '',
    });
    expect((await both.ok('term_wait', { from_handle: 'lead', timeout: 90 })).data.wakes).toMatchObject([
      { seq: 1 },
    ]);
    expect(JSON.parse((await both.ok('aegis_term_list', {})).text)).toMatchObject([
      { name: 'build', last_exit: 0 },
    ]);
    expect(JSON.parse((await both.ok('aegis_term_read', { name: 'build', last_n: 1 })).text)).toMatchObject([
      { seq: 1 },
    ]);

    await open('mallory', ['--handle', 'mallory']).then((other) => other.ok('term_list'));
    expect(
      await both.call('aegis_term_run', { name: 'build', cmd: 'id', from_handle: 'mallory' }),
    ).toMatchObject({
      isError: true,
      text: expect.stringContaining('agent mallory is connected already'),
    });
    expect((await both.ok('aegis_term_unsubscribe', { name: 'build', from_handle: 'lead' })).data).toEqual({
      ok: true,
    });
    expect((await both.ok('aegis_term_close', { name: 'build', from_handle: 'builder' })).data).toEqual({
      ok: true,
    });
  });

  test('writes nothing but MCP to stdout, ends with its client, and refuses wrong arguments in words', async () => {
    const ada = await open('ada');
    await ada.ok('term_list');
    const empty = await ada.call('term_run', { name: 'build', cmd: '' });
    expect(empty.text).toContain('cmd is empty: say which command to run');
    await expect.poll(() => ada.stderr).toContain('connected to the host as agent:ada');
    await ada.close();
    await expect
      .poll(async () => JSON.parse((await sandbox.run(['host', 'status', '--json'])).stdout).agents ?? [])
      .toEqual([]);
    const ended = await sandbox.run(['mcp', '--handle', 'a b']);
    expect(ended).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('--handle "a b" is not a handle'),
    });
    // Without a client at the other end it ends by itself.
    expect(await sandbox.run(['mcp'])).toMatchObject({ code: 0, stdout: '' });
  });
});
