import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Wake } from '../../../src/protocol/cotty/wake.ts';
import { wakeText } from '../../../src/protocol/cotty/wake-text.ts';

const wake: Wake = {
  n: 1,
  channel: 'ahp-terminal:/build-1',
  terminal: 'build',
  seq: 4,
  command_id: 'cmd-4',
  cmd: 'pytest -q',
  writer: 'agent:alice',
  finished_at: '2026-05-22T14:03:25.000Z',
  duration_s: 4.2,
  exit: 0,
  timed_out: false,
  killed_by_restart: false,
  tail: ['...... [100%]', '6 passed in 4.18s'],
  error_line: null,
};

const lines = (change: Partial<Wake>) => wakeText({ ...wake, ...change }).split('\n');

describe('a wake as text', () => {
  test('says where, when, what, who and how, and shows the tail', () => {
    expect(wakeText(wake)).toBe(
      [
        'from term:build · 2026-05-22T14:03:25Z',
        '$ pytest -q · run by agent:alice',
        'exit 0 · 4.20s',
        '──',
        '...... [100%]',
        '6 passed in 4.18s',
      ].join('\n'),
    );
  });

  test('names the first error where the tail does not show it', () => {
    expect(lines({ exit: 1, error_line: 'x.c:1:2: error: no' })[3]).toBe('first error: x.c:1:2: error: no');
    expect(lines({ exit: 1, error_line: 'no', tail: ['  no'] })).toHaveLength(5);
  });

  test.each([
    [{ exit: null }, 'exit unknown · 4.20s'],
    [{ exit: null, killed_by_restart: true }, 'no exit · 4.20s · killed by a restart of the host'],
    [{ exit: 130, timed_out: true }, 'exit 130 · 4.20s · timed out'],
  ])('of %j ends with "%s"', (change, expected) => {
    expect(lines(change)[2]).toBe(expected);
  });

  test('of a program that waits has its question, and says that those are its own words', () => {
    const since = wake.finished_at;
    const told: Partial<Wake> = { exit: null, tail: [] };
    const asks = { state: 'blocked', kind: 'permission', app: 'codex', msg: 'Run rm?\nNow', since } as const;
    expect(lines({ ...told, program: asks }).slice(2)).toEqual([
      'codex waits for an answer: permission',
      'in its own words, which are untrusted: "Run rm? ⏎ Now"',
    ]);
    expect(lines({ ...told, program: { ...asks, by: 'hook' } })[3]).toBe(
      'in its own words, which are untrusted: Run rm? ⏎ Now',
    );
    expect(lines({ ...told, program: { state: 'error', since } })[2]).toBe('the program has failed');
    expect(lines({ ...told, program: { state: 'done', since } })[2]).toBe('the program is done');
  });

  test('has nobody as its writer where none is known, and no rule without a tail', () => {
    expect(lines({ writer: null, tail: [] }).slice(1)).toEqual(['$ pytest -q', 'exit 0 · 4.20s']);
  });

  test('has as many lines as it says, and no control in any, whatever is told', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(text, text, text, fc.array(text), (terminal, cmd, writer, tail) => {
        const told = wakeText({ ...wake, terminal, cmd, writer, tail });
        expect(told.split('\n')).toHaveLength(3 + (tail.length === 0 ? 0 : 1 + tail.length));
        expect(told).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
      }),
    );
  });
});
