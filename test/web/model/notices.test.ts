import { describe, expect, it } from 'vitest';
import type { TerminalMeta } from '../../../src/protocol/cotty/cotty-meta.ts';
import type { TerminalInfo } from '../../../src/protocol/terminal/state.ts';
import { endNotices, needNotice } from '../../../src/web/model/notices.ts';
import { rowOf } from '../../../src/web/model/terminal-rows.ts';

const URI = 'ahp-terminal:/1';
const BEGAN = 5_000_000;
const me = { clientId: 'page', writer: 'user:ada' };

function terminal(meta: TerminalMeta, clientId = 'page'): TerminalInfo {
  return {
    resource: URI,
    title: 'build',
    claim: { kind: 'client', clientId },
    lifecycle: { status: 'running' },
    _meta: { 'x-cotty': meta },
  } as unknown as TerminalInfo;
}

function ended(seconds: number, exitCode: number, { commandLine = 'make test', clientId = 'page' } = {}) {
  const holder = { holder: { name: 'tom', connected: true } };
  const before = terminal(
    { ...holder, running: { commandLine, timestamp: BEGAN } } as TerminalMeta,
    clientId,
  );
  const last = { commandLine, exitCode, finishedAt: BEGAN + seconds * 1000 };
  const after = terminal({ ...holder, last } as TerminalMeta, clientId);
  return endNotices([before], [after], { me, titleOf: () => 'build' });
}

describe('a notice about a command that ended', () => {
  it('names terminal, command, exit code and time, and leads to the terminal', () => {
    expect(ended(12, 2)).toEqual([
      { title: 'build', body: '`make test` failed with 2 after 12 s', tag: URI, hash: '#/term/1' },
    ]);
    expect(ended(12, 0)[0]?.body).toBe('`make test` succeeded after 12 s');
    expect(ended(12, 137)[0]?.body).toBe('`make test` was ended by SIGKILL after 12 s');
  });

  it('is given for each failure, and for a good end after ten seconds', () => {
    expect(ended(1, 1)).toHaveLength(1);
    expect(ended(9.9, 0)).toEqual([]);
    expect(ended(10, 0)).toHaveLength(1);
  });

  it('is not given for what was interrupted, nor where another window holds the terminal', () => {
    expect(ended(60, 130)).toEqual([]);
    expect(ended(60, 1, { clientId: 'window' })).toEqual([]);
  });

  it('cuts a long command line, not its end', () => {
    expect(ended(60, 1, { commandLine: 'x'.repeat(200) })[0]?.body).toBe(
      `\`${'x'.repeat(79)}…\` failed with 1 after 1 min 0 s`,
    );
  });
});

it('a notice of a program has its own words', () => {
  const info = terminal({ notice: { n: 1, title: 'ninja', body: 'linked' } } as TerminalMeta);
  const seen = () => ({ bells: 0, notice: 0, finishedAt: 0 });
  const row = rowOf(info, { me, home: undefined, seen });
  expect(needNotice(row, info)).toMatchObject({ title: 'build', body: 'ninja: linked' });
  expect(needNotice({ ...row, need: 'failed' }, info)).toBeUndefined();
});

it('a notice about a program that waits says for what, not its question', () => {
  const program = {
    state: 'blocked',
    kind: 'question',
    id: '',
    since: 1,
    by: 'report',
    msg: 'Which?',
  } as const;
  const info = terminal({ program } as TerminalMeta);
  const row = rowOf(info, { me, home: undefined, seen: () => undefined });
  expect(needNotice(row, info)).toMatchObject({ title: 'build', body: 'waits for you: question' });
});
