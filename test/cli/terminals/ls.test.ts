import { describe, expect, test } from 'vitest';
import { displayWidth } from '../../../src/cli/common/plain-text.ts';
import { formatTable, type ListedTerminal, listed } from '../../../src/cli/terminals/ls.ts';
import type { TerminalInfo, TerminalState } from '../../../src/protocol/terminal/state.ts';

const info: TerminalInfo = {
  resource: 'ahp-terminal:/build-1',
  title: 'build',
  claim: { kind: 'session', session: 'ahp-session:/ada' },
  lifecycle: { status: 'running' },
};

const state: TerminalState = {
  title: 'build',
  cwd: 'file:///home/mara/src/my%20app',
  cols: 120,
  rows: 40,
  content: [],
  lifecycle: { status: 'running' },
  claim: info.claim,
};

function row(changes: Partial<ListedTerminal>): ListedTerminal {
  return { ...listed(info, state), ...changes };
}

describe('listed', () => {
  test('joins what the list and the state of a terminal say', () => {
    const running = { commandLine: 'npm test', timestamp: 1 };
    const meta = {
      'x-cotty': {
        running,
        integration: 'active',
        shell: 'zsh',
        pid: 7,
        holder: { name: '@ada', connected: true },
      },
    };
    expect(listed({ ...info, _meta: meta }, state)).toEqual({
      uri: 'ahp-terminal:/build-1',
      id: 'build-1',
      name: 'build',
      state: 'running',
      exitCode: null,
      command: 'npm test',
      program: null,
      foreground: null,
      holder: '@ada',
      cols: 120,
      rows: 40,
      cwd: '/home/mara/src/my app',
      shell: 'zsh',
      pid: 7,
    });
  });

  test('has every key, as null, for a host that says little', () => {
    const told = listed(info, undefined);
    expect(Object.keys(told)).toEqual(Object.keys(listed(info, state)));
    expect(told).toMatchObject({
      state: 'open',
      command: null,
      holder: '@ada',
      cols: null,
      cwd: null,
      pid: null,
    });
  });

  test('is idle only where commands are detected', () => {
    const meta = { 'x-cotty': { integration: 'active' } };
    expect(listed({ ...info, _meta: meta }, state).state).toBe('idle');
    expect(listed(info, state).state).toBe('open');
  });

  test('tells how a terminal ended', () => {
    const lifecycle = { status: 'exited', exitCode: 3 } as const;
    expect(listed({ ...info, lifecycle }, state)).toMatchObject({ state: 'exited', exitCode: 3 });
  });
});

describe('formatTable', () => {
  test('lines up columns, also below wide characters', () => {
    const table = formatTable(
      [row({}), row({ name: '構築😀', state: 'exited', exitCode: 1, command: 'make' })],
      '/home/mara',
    );
    expect(table).toBe(
      [
        'NAME    STATE     COMMAND  HOLDER  SIZE    CWD',
        'build   open      -        @ada    120×40  ~/src/my app',
        '構築😀  exited 1  make     @ada    120×40  ~/src/my app',
        '',
      ].join('\n'),
    );
  });

  test('says how long a program has waited', () => {
    const program = { state: 'blocked', kind: 'permission', id: '', since: 1000, by: 'report' } as const;
    const table = formatTable([row({ program, state: 'running' })], '', undefined, 181_000);
    expect(table).toContain(' waits for you: permission 3m ');
    const done = { state: 'done', id: '', since: 1000, by: 'report' } as const;
    expect(formatTable([row({ program: done })], '', undefined, 181_000)).toMatch(/ done {2}/);
  });

  test('fits into the columns it is given', () => {
    const long = row({ command: 'x'.repeat(200), cwd: `/${'deep/'.repeat(30)}`, name: 'n'.repeat(60) });
    for (const line of formatTable([row({}), long], '', 80).split('\n')) {
      expect(displayWidth(line)).toBeLessThanOrEqual(80);
    }
  });

  test('prints nothing that could steer the outer terminal', () => {
    const table = formatTable([row({ name: '\x1b]52;c;aGk=\x07\x9b31mx', command: 'a\nb' })], '');
    expect(table).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
    expect(table.split('\n')).toHaveLength(3);
    expect(table).toContain('a ⏎ b');
  });
});
