import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { ErrorCode } from '../../src/protocol/common/error-codes.ts';
import { ROOT_URI } from '../../src/protocol/common/uri.ts';
import { terminalReducer } from '../../src/protocol/terminal/reducer.ts';
import type { TerminalState } from '../../src/protocol/terminal/state.ts';
import { parseEnvelope } from '../../src/protocol/validate/read-envelope.ts';
import { parseTerminalState } from '../../src/protocol/validate/read-terminal.ts';
import { MemoryHost, type RawClient, type Seen, settled } from '../support/memory-host.ts';

const T = 'ahp-terminal:/shared';
const NONCE = '0123456789abcdef';
const GRACE_MS = 30_000;

const mark = (text: string) => `\x1b]633;${text};${NONCE}\x07`;
const output = (data: string) => ({ type: 'terminal/output', data });

let host: MemoryHost;
let owner: RawClient;

beforeEach(async () => {
  host = await MemoryHost.start();
  owner = await host.connect('mara-1', { writer: 'user:mara' });
});

function share(client: RawClient, params: Seen = {}): Promise<void> {
  return client.createTerminal(T, {
    executionTarget: 'client',
    _meta: { 'x-cotty': { shell: '/bin/bash', nonce: NONCE } },
    ...params,
  });
}

async function watcher(clientId = 'ben', writer = `user:${clientId}`): Promise<RawClient> {
  const client = await host.connect(clientId, { writer, subscribe: ['ahp-root://'] });
  await client.subscribe(T);
  return client;
}

/** The code a request is refused with. */
const codeOf = (request: Promise<unknown>) =>
  request.then(
    () => 'done',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );

const listed = async (client: RawClient) => {
  const { state } = await client.subscribe('ahp-root://');
  return (state['terminals'] as Seen[]).map(({ resource }) => resource);
};

describe('createTerminal with a client as the target', () => {
  it('is offered in the result of initialize', async () => {
    const result = await host.dial().initialize('x');
    expect(result['_meta']).toMatchObject({ 'x-cotty': { clientTerminals: true } });
  });

  it('starts nothing, and says in list and state where the pty is', async () => {
    await share(owner, { name: 'mine', cols: 90, rows: 20, cwd: 'file:///far/away' });
    expect(host.ptys).toEqual([]);
    const { state } = await owner.subscribe(T);
    expect(state).toMatchObject({
      executionTarget: 'client',
      title: 'mine',
      cols: 90,
      rows: 20,
      isPty: true,
    });
    expect(state).toMatchObject({ cwd: 'file:///far/away', claim: { kind: 'client', clientId: 'mara-1' } });
    const root = await owner.subscribe('ahp-root://');
    expect(root.state['terminals']).toMatchObject([{ resource: T, executionTarget: 'client' }]);
  });

  it('says nothing of a target where the host runs the pty', async () => {
    await owner.createTerminal(T, { executionTarget: 'server' });
    expect(host.ptys).toHaveLength(1);
    expect((await owner.subscribe(T)).state).not.toHaveProperty('executionTarget');
  });

  it.each([
    [
      'a session claim',
      { claim: { kind: 'session', session: 'ahp-session:/build' } },
      ErrorCode.InvalidParams,
    ],
    ['a claim of another client', { claim: { kind: 'client', clientId: 'ben' } }, ErrorCode.PermissionDenied],
    ['a target nobody knows', { executionTarget: 'moon' }, ErrorCode.InvalidParams],
    ['a screen that is too large', { cols: 1001 }, ErrorCode.InvalidParams],
    ['a nonce that is easy to guess', { _meta: { 'x-cotty': { nonce: '1' } } }, ErrorCode.InvalidParams],
  ])('refuses %s', async (_what, params, code) => {
    expect(await codeOf(share(owner, params))).toBe(code);
    expect(await listed(owner)).toEqual([]);
  });
});

describe('output of the owner', () => {
  it('reaches everybody as one data envelope with its origin', async () => {
    await share(owner);
    await owner.subscribe(T);
    const ben = await watcher();
    const clientSeq = await owner.dispatch(T, output('hello\r\n'));
    const said = { channel: T, action: { type: 'terminal/data', data: 'hello\r\n' } };
    const origin = { clientId: 'mara-1', clientSeq };
    expect(owner.envelopes.filter(({ channel }) => channel === T)).toMatchObject([{ ...said, origin }]);
    expect(ben.envelopes.filter(({ channel }) => channel === T)).toMatchObject([{ ...said, origin }]);
  });

  it('is not overtaken by what else the owner says while somebody types elsewhere', async () => {
    await share(owner);
    await owner.subscribe(T);
    await owner.createTerminal('ahp-terminal:/here', {});
    await owner.dispatch(T, output('busy'));
    await owner.dispatch('ahp-terminal:/here', { type: 'terminal/input', data: 'k' });
    await owner.dispatch(T, output('old'));
    await owner.dispatch(T, { type: 'terminal/cleared' });
    host.clock.pass(8);
    await settled();
    expect(owner.actions(T).map(({ type, data }) => data ?? type)).toEqual([
      'busy',
      'old',
      'terminal/cleared',
    ]);
  });

  it('becomes commands: the host reads the marks, takes them out, and signs with the owner', async () => {
    await share(owner);
    const ben = await watcher();
    await owner.dispatch(T, output(`${mark('A')}$ ${mark('E;make')}${mark('C')}built\r\n`));
    await owner.dispatch(T, output(`${mark('D;2')}$ `));
    const { state } = await ben.subscribe(T);
    expect(state['content']).toMatchObject([
      { type: 'unclassified', value: '$ ' },
      { type: 'command', commandLine: 'make', output: 'built\r\n', isComplete: true, exitCode: 2 },
      { type: 'unclassified', value: '$ ' },
    ]);
    expect((state['content'] as Seen[])[1]).toMatchObject({ _meta: { 'x-cotty': { writer: 'user:mara' } } });
    expect(JSON.stringify(ben.envelopes)).not.toContain(NONCE);
  });

  it('is acknowledged also when nothing of it is left to show, without its marks', async () => {
    await share(owner);
    await owner.subscribe(T);
    await owner.dispatch(T, output('\x1b]633;'));
    const clientSeq = await owner.dispatch(T, output(`A;${NONCE}\x07`));
    const origins = owner.envelopes
      .filter(({ channel }) => channel === T)
      .map(({ origin }) => origin?.clientSeq);
    expect(origins).toEqual([clientSeq - 1, clientSeq]);
    expect(owner.text(T)).toBe('');
    expect(JSON.stringify(owner.envelopes)).not.toContain(NONCE);
  });

  it('asks its own terminal, not the host: queries are neither shown nor answered', async () => {
    await share(owner);
    const ben = await watcher();
    await owner.dispatch(T, output('a\x1b[6nb\x1b[c'));
    expect(ben.text(T)).toBe('ab');
    expect(owner.actions(T)).toEqual([]);
  });

  it('has a limit, and half characters are replaced', async () => {
    await share(owner);
    await owner.subscribe(T);
    const tooLong = await owner.dispatch(T, output('x'.repeat(1024 * 1024 + 1)));
    expect(owner.refusal(tooLong)).toMatch(/1048576/);
    await owner.dispatch(T, output('a\ud83d'));
    expect(owner.text(T)).toBe('a\ufffd');
  });

  it('reduces at every viewer to the text of the owner without its marks, however it is cut', async () => {
    const piece = fc.constantFrom(
      'text\r\n',
      'ä€😀',
      '\x1b[31mred\x1b[0m',
      '\x1b]2;title\x07',
      mark('A'),
      mark('E;ls'),
      mark('C'),
      mark('D;0'),
      '\x1b[6n',
      'x'.repeat(3000),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 25 }), fc.array(fc.nat(200)), async (pieces, cuts) => {
        host = await MemoryHost.start();
        owner = await host.connect('mara-1', { writer: 'user:mara' });
        await share(owner);
        await owner.subscribe(T);
        const old = await host.connect('old', { version: '0.5.0' });
        let mirror = parseTerminalState((await old.subscribe(T)).state) as TerminalState;
        const stream = pieces.join('');
        const sent: number[] = [];
        for (let at = 0, index = 0; at < stream.length; index += 1) {
          // Cut between characters, as the owner's decoder does.
          const chunk = Array.from(stream.slice(at))
            .slice(0, 1 + (cuts[index] ?? 5000))
            .join('');
          sent.push(await owner.dispatch(T, output(chunk)));
          at += chunk.length;
        }
        host.clock.pass(100);
        await settled();
        for (const envelope of old.envelopes) {
          const parsed = parseEnvelope(envelope);
          if (parsed.ok) mirror = terminalReducer(mirror, parsed.envelope.action);
        }
        const text = mirror.content
          .map((part) => (part.type === 'command' ? part.output : part.value))
          .join('');
        const shown = pieces.filter((one) => !one.includes('633;') && one !== '\x1b[6n').join('');
        expect(text).toBe(shown);
        const acknowledged = new Set(owner.envelopes.map(({ origin }) => origin?.clientSeq));
        expect(sent.filter((seq) => !acknowledged.has(seq))).toEqual([]);
        expect(host.logged).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('who may do what', () => {
  const claim = (clientId: string) => ({ type: 'terminal/claimed', claim: { kind: 'client', clientId } });
  const watched = 'mara runs this terminal: others only watch';
  const fixed = 'mara runs the pty of this terminal: nobody else can hold it';
  const table: [string, Seen, string | undefined, string][] = [
    ['output', output('x'), undefined, watched],
    ['exited', { type: 'terminal/exited', exitCode: 0 }, undefined, watched],
    ['resized', { type: 'terminal/resized', cols: 70, rows: 20 }, undefined, watched],
    ['cleared', { type: 'terminal/cleared' }, undefined, watched],
    ['titleChanged', { type: 'terminal/titleChanged', title: 'new' }, undefined, watched],
    [
      'input',
      { type: 'terminal/input', data: 'ls\r' },
      'type into your own pty: its input does not go through the host',
      watched,
    ],
    ['claimed for oneself', claim('mara-1'), fixed, fixed],
    ['claimed for another', claim('ben'), fixed, fixed],
    ['taken over', { ...claim('ben'), _meta: { 'x-cotty': { takeOverFrom: 'mara-1' } } }, fixed, fixed],
    [
      'handed over',
      { type: 'terminal/claimed', claim: { kind: 'session', session: 'ahp-session:/build' } },
      fixed,
      fixed,
    ],
    ['data', { type: 'terminal/data', data: 'x' }, expect.any(String), expect.any(String)],
    [
      'commandExecuted',
      { type: 'terminal/commandExecuted', commandId: 'c', commandLine: 'x', timestamp: 1 },
      expect.any(String),
      expect.any(String),
    ],
  ];

  it.each(table)('%s', async (_name, action, byOwner, byOthers) => {
    await share(owner);
    await owner.subscribe(T);
    for (const other of [await watcher('ben'), await watcher('agent-1', 'agent:build')]) {
      const before = (await other.subscribe(T)).state;
      expect(other.refusal(await other.dispatch(T, action))).toEqual(byOthers);
      expect((await other.subscribe(T)).state).toEqual(before);
    }
    expect(owner.refusal(await owner.dispatch(T, action))).toEqual(byOwner);
  });

  it('refuses what another of the same name sends: the clientId counts', async () => {
    await share(owner);
    const again = await watcher('mara-2', 'user:mara');
    expect(again.refusal(await again.dispatch(T, output('forged')))).toBe(watched);
  });

  it('lets nobody say of a pty of the host that it has exited, or print into it', async () => {
    await owner.createTerminal(T);
    await owner.subscribe(T);
    for (const action of [output('x'), { type: 'terminal/exited', exitCode: 0 }]) {
      expect(owner.refusal(await owner.dispatch(T, action))).toMatch(/not for clients/);
    }
  });

  it('takes nothing more after the exit', async () => {
    await share(owner);
    await owner.subscribe(T);
    await owner.dispatch(T, { type: 'terminal/exited', exitCode: 3 });
    for (const action of [
      output('x'),
      { type: 'terminal/exited' },
      { type: 'terminal/resized', cols: 9, rows: 9 },
    ]) {
      expect(owner.refusal(await owner.dispatch(T, action))).toBe('the terminal has exited');
    }
  });

  it('keeps a shared terminal from being closed by the way while it runs; anybody may end it', async () => {
    await share(owner);
    const ben = await watcher();
    expect(await codeOf(ben.request('x-cotty/parkTerminal', { channel: T }))).toBe(
      ErrorCode.PermissionDenied,
    );
    expect(await codeOf(owner.request('x-cotty/parkTerminal', { channel: T }))).toBe('done');
    expect(await codeOf(ben.request('disposeTerminal', { channel: T }))).toBe('done');
  });
});

describe('the end', () => {
  it('is told by the owner: the code, the origin, and the command that was open', async () => {
    await share(owner);
    await owner.subscribe(T);
    const ben = await watcher();
    await owner.dispatch(T, output(`${mark('E;top')}${mark('C')}x`));
    const clientSeq = await owner.dispatch(T, { type: 'terminal/exited', exitCode: 7 });
    expect(ben.actions(T).slice(-2)).toMatchObject([
      { type: 'terminal/commandFinished' },
      { type: 'terminal/exited', exitCode: 7 },
    ]);
    expect(owner.envelopes.findLast(({ channel }) => channel === T)?.origin).toEqual({
      clientId: 'mara-1',
      clientSeq,
    });
  });

  it('reaches the owner when somebody disposes the terminal', async () => {
    await share(owner);
    await owner.subscribe(T);
    const ben = await watcher();
    await ben.request('disposeTerminal', { channel: T });
    await settled();
    const last = owner.envelopes.findLast(({ channel }) => channel === T);
    expect(last?.action).toEqual({ type: 'terminal/exited' });
    expect(last?.origin).toBeUndefined();
    expect(await listed(owner)).toEqual([]);
  });

  it('is not told when only the host ends: the shell of the owner goes on', async () => {
    await share(owner);
    await owner.subscribe(T);
    await host.host.close();
    await settled();
    expect(owner.actions(T)).toEqual([]);
    expect(owner.actions(ROOT_URI)).toEqual([]);
    expect(owner.closed?.code).toBe(1001);
    expect(host.clock.waiting).toBe(0);
  });

  it('comes by itself, with -1, when the owner stays away for the time of grace', async () => {
    await share(owner);
    const ben = await watcher();
    owner.connection.close(1006);
    await settled();
    host.clock.pass(GRACE_MS - 1);
    expect(ben.actions(T)).toEqual([]);
    host.clock.pass(1);
    await settled();
    expect(ben.actions(T)).toEqual([{ type: 'terminal/exited', exitCode: -1 }]);
    expect(await listed(ben)).toEqual([]);
  });

  it('does not come when the owner is back in time, nor from an earlier absence', async () => {
    await share(owner);
    const ben = await watcher();
    for (let round = 0; round < 3; round += 1) {
      owner.connection.close(1006);
      await settled();
      host.clock.pass(GRACE_MS - 1);
      owner = host.dial();
      owner.clientId = 'mara-1';
      await owner.request('reconnect', { clientId: 'mara-1', lastSeenServerSeq: 1, subscriptions: [T] });
    }
    host.clock.pass(2 * GRACE_MS);
    await owner.dispatch(T, output('still here'));
    expect(ben.text(T)).toBe('still here');
  });

  it('takes an exited terminal off the list some time after its owner has left', async () => {
    await share(owner);
    const ben = await watcher();
    await owner.dispatch(T, { type: 'terminal/exited', exitCode: 0 });
    owner.connection.close();
    await settled();
    expect(await listed(ben)).toEqual([T]);
    host.clock.pass(GRACE_MS);
    expect(await listed(ben)).toEqual([]);
    expect(ben.actions(T)).toEqual([{ type: 'terminal/exited', exitCode: 0 }]);
  });
});

describe('an owner that comes back', () => {
  it('learns from the snapshot how far it got', async () => {
    await share(owner);
    const clientSeq = await owner.dispatch(T, output('one'));
    expect((await owner.subscribe(T)).state).toMatchObject({ _meta: { 'x-cotty': { received: clientSeq } } });
  });

  it('finds in the replay all its output that arrived, also what was held for slow viewers', async () => {
    await share(owner);
    const { fromSeq } = await owner.subscribe(T);
    const slow = await host.connect('slow', {
      wrap: (end) => ({
        ...end,
        get buffered() {
          return 300 * 1024;
        },
        send: (text) => end.send(text),
        onMessage: (listener) => end.onMessage(listener),
        onClose: (listener) => end.onClose(listener),
        onDrain: (listener) => end.onDrain(listener),
        close: (code, reason) => end.close(code, reason),
      }),
    });
    await slow.subscribe(T);
    // Only the slow one watches: from its first data on the terminal is held.
    owner.connection.notify('unsubscribe', { channel: T });
    await owner.dispatch(T, output('one '));
    const last = await owner.dispatch(T, output('two'));
    expect(slow.text(T)).toBe('one ');
    owner.connection.close(1006);
    await settled();
    owner = host.dial();
    const back = await owner.request('reconnect', {
      clientId: 'mara-1',
      lastSeenServerSeq: fromSeq,
      subscriptions: [T],
    });
    expect(back['actions']).toMatchObject([
      { action: { data: 'one ' }, origin: { clientSeq: last - 1 } },
      { action: { data: 'two' }, origin: { clientSeq: last } },
    ]);
  });
});
