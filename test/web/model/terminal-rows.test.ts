import { describe, expect, it } from 'vitest';
import type { TerminalMeta } from '../../../src/protocol/cotty/cotty-meta.ts';
import type { TerminalInfo } from '../../../src/protocol/terminal/state.ts';
import { inOrder, matches, rowOf, seenNow } from '../../../src/web/model/terminal-rows.ts';

const me = { clientId: 'web-1', writer: 'user:mara', via: 'local' };
const mine = { kind: 'client', clientId: 'web-1' } as const;

function info(title: string, meta: TerminalMeta, rest: Partial<TerminalInfo> = {}): TerminalInfo {
  const resource = `ahp-terminal:/${title}`;
  return {
    resource,
    title,
    claim: mine,
    lifecycle: { status: 'running' },
    _meta: { 'x-cotty': meta },
    ...rest,
  };
}

const row = (terminal: TerminalInfo, before: TerminalInfo = terminal) =>
  rowOf(terminal, {
    me,
    home: '/home/mara',
    seen: () => seenNow(before),
  });

describe('a row of the list', () => {
  it('has the name that the host has given, with its machine', () => {
    const running = { commandLine: 'sudo npm run dev', timestamp: 90_000 };
    expect(row(info('app-2', { cwd: 'file:///home/mara/src/app', running })).title).toBe('app-2');
    expect(row(info('app', { machine: 'box' })).title).toBe('box:app');
  });

  it('names the agent that holds a terminal, and who has made it', () => {
    const claim = { kind: 'session', session: 'ahp-session:/ada' } as const;
    const held = info(
      'a',
      { createdBy: 'agent:ada', holder: { name: 'agent ada', connected: true } },
      { claim },
    );
    expect(row(held)).toMatchObject({
      holder: '@ada',
      maker: '@ada',
      isHeldByAgent: true,
      madeBy: 'agent',
    });
    const own = { holder: undefined, maker: undefined, isHeldByAgent: false, madeBy: 'person' };
    expect(row(info('b', { createdBy: 'user:mara' }))).toMatchObject(own);
  });

  it('needs the person for questions, passwords, news and failures that were not seen', () => {
    const before = info('a', { last: { commandLine: 'x', exitCode: 0, finishedAt: 1 }, bells: 1 });
    const now = (meta: TerminalMeta) => row(info('a', meta), before).need;
    expect(now({ askedBy: 'agent:ada' })).toBe('asks');
    expect(now({ echoOff: true, running: { commandLine: 'sudo ls', timestamp: 1 } })).toBe('secret');
    expect(now({ notice: { n: 1, title: '', body: 'done' }, bells: 1 })).toBe('notice');
    expect(now({ last: { commandLine: 'x', exitCode: 2, finishedAt: 5 } })).toBe('failed');
    // Interrupted, and suspended by Ctrl+Z.
    expect(now({ last: { commandLine: 'x', exitCode: 130, finishedAt: 5 } })).toBeUndefined();
    expect(now({ last: { commandLine: 'x', exitCode: 148, finishedAt: 5 } })).toBeUndefined();
    expect(now({ bells: 2 })).toBe('bell');
    expect(row(info('a', { last: { commandLine: 'x', exitCode: 2, finishedAt: 5 } })).need).toBeUndefined();
  });

  it('tells what its program does, since when, and its own words when it waits', () => {
    const running = { commandLine: 'codex', timestamp: 1_000 };
    const program = {
      state: 'blocked',
      kind: 'permission',
      id: '',
      since: 90_000,
      by: 'report',
      msg: 'Run rm?',
    } as const;
    expect(row(info('a', { running, program }))).toMatchObject({
      need: 'waits',
      program: { state: 'blocked', words: 'waits for you: permission' },
      detail: '"Run rm?"',
      isQuoted: true,
      since: 90_000,
    });
    const told = row(info('a', { running, program: { ...program, by: 'hook' } }));
    expect(told).toMatchObject({ detail: 'Run rm?', isQuoted: false });
    expect(row(info('a', { running, program: { ...program, state: 'working' } }))).toMatchObject({
      need: undefined,
      program: { state: 'working' },
      detail: 'codex',
      since: 90_000,
    });
    const done = { ...program, state: 'done' } as const;
    expect(row(info('a', { running, program: done }))).toMatchObject({ need: 'done', since: undefined });
    expect(row(info('a', { running, program: { ...done, state: 'error' } })).need).toBe('error');
    const seen = row(info('a', { running, program: { ...done, seen: true } }));
    expect(seen).toMatchObject({ need: undefined, program: { state: 'idle', words: 'idle' } });
  });

  it('has news of a command that has ended, well or not, until it is seen', () => {
    const before = info('a', { last: { commandLine: 'x', exitCode: 0, finishedAt: 1 } });
    const after = info('a', { last: { commandLine: 'y', exitCode: 0, finishedAt: 2 } });
    expect(row(after, before)).toMatchObject({ hasEnded: true, need: undefined });
    expect(row(after, after).hasEnded).toBe(false);
    expect(row(after).hasEnded).toBe(false);
  });

  it('tells how a shell has ended', () => {
    const ended = { lifecycle: { status: 'exited', exitCode: 3 } } as const;
    expect(row(info('a', {}, ended))).toMatchObject({ state: 'exited', detail: 'exited 3' });
  });
});

describe('the list', () => {
  it('has on top what needs the person, and else the order of the host', () => {
    const rows = [info('a', {}), info('b', {}), info('c', { askedBy: 'agent:ada' })].map((each) => row(each));
    expect(inOrder(rows).map(({ title }) => title)).toEqual(['c', 'a', 'b']);
  });

  it('is filtered by words of any kind, in any order', () => {
    const terminal = row(
      info('api', { running: { commandLine: 'npm run dev', timestamp: 1 }, purpose: 'the server' }),
    );
    expect(['dev api', 'SERVER', 'running'].map((filter) => matches(terminal, filter))).toEqual([
      true,
      true,
      true,
    ]);
    expect(matches(terminal, 'api vim')).toBe(false);
  });
});
