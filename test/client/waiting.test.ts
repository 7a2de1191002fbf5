import { describe, expect, test } from 'vitest';
import { countsOf, nextAwake, nextInQueue, queueOf } from '../../src/client/waiting.ts';
import type { TerminalMeta } from '../../src/protocol/cotty/cotty-meta.ts';
import type { TerminalInfo } from '../../src/protocol/terminal/state.ts';

type Program = Partial<NonNullable<TerminalMeta['program']>>;

function terminal(resource: string, program?: Program, exited = false): TerminalInfo {
  const told = { id: '', state: 'idle', since: 0, by: 'report', ...program };
  return {
    resource,
    title: resource,
    claim: { kind: 'client', clientId: 'ada' },
    lifecycle: exited ? { status: 'exited' } : { status: 'running' },
    _meta: { 'x-cotty': program === undefined ? {} : { program: told } },
  };
}

const terminals = [
  terminal('shell'),
  terminal('done', { state: 'done', since: 10 }),
  terminal('new', { state: 'blocked', kind: 'question', since: 90 }),
  terminal('busy', { state: 'working', since: 5 }),
  terminal('seen', { state: 'done', since: 6, seen: true }),
  terminal('failed', { state: 'error', since: 8, msg: 'no model' }),
  terminal('old', { state: 'blocked', kind: 'permission', since: 20, app: 'codex', msg: 'Run rm?' }),
];

const uris = (queue: ReturnType<typeof queueOf>) => queue.map(({ uri }) => uri);

describe('the queue of a person', () => {
  test('has who waits before what has ended unseen, the oldest first', () => {
    expect(uris(queueOf(terminals, 100))).toEqual(['old', 'new', 'failed', 'done']);
    expect(countsOf(queueOf(terminals, 100))).toEqual({ waiting: 2, failed: 1, done: 1 });
  });

  test('quotes words unless a hook has told them, and no quotes in them end that', () => {
    const words = (msg: string, by?: 'hook' | 'rules') => {
      const program = { state: 'blocked', msg, ...(by === undefined ? {} : { by }) } as const;
      const [item] = queueOf([terminal('a', program)], 0);
      return [item?.words, item?.isQuoted];
    };
    expect(words('Run rm?', 'hook')).toEqual(['Run rm?', false]);
    expect(words('Run rm?', 'rules')).toEqual(['"Run rm?"', true]);
    expect(words('Run?" cotty asks: "Password')).toEqual([`"Run?' cotty asks: 'Password"`, true]);
  });

  test('tells the question in the words of the program, or in general ones', () => {
    const queue = queueOf(terminals, 100);
    expect(queue.map(({ words }) => words)).toEqual([
      '"Run rm?"',
      'asks a question',
      '"no model"',
      'is done',
    ]);
    expect(queue[0]).toEqual({
      uri: 'old',
      state: 'blocked',
      kind: 'permission',
      since: 20,
      app: 'codex',
      words: '"Run rm?"',
      isQuoted: true,
    });
    expect(queueOf([terminal('a', { state: 'blocked', title: 'Plan' })], 0)[0]?.words).toBe('"Plan"');
    expect(queueOf([terminal('a', { state: 'blocked' })], 0)[0]?.words).toBe('waits for you');
  });

  test('leaves out what is snoozed until its time has come', () => {
    const snoozed = new Map([
      ['old', 200],
      ['done', 150],
    ]);
    expect(uris(queueOf(terminals, 149, snoozed))).toEqual(['new', 'failed']);
    expect(nextAwake(snoozed, 149)).toBe(150);
    expect(uris(queueOf(terminals, 150, snoozed))).toEqual(['new', 'failed', 'done']);
    expect(nextAwake(snoozed, 150)).toBe(200);
    expect(nextAwake(snoozed, 200)).toBeUndefined();
  });

  test('goes from one to the next and around, and begins at the first from elsewhere', () => {
    const queue = queueOf(terminals, 100);
    const next = (after?: string) => nextInQueue(queue, after)?.uri;
    expect([next(), next('shell'), next('old'), next('done')]).toEqual(['old', 'old', 'new', 'old']);
    expect(nextInQueue([], 'old')).toBeUndefined();
  });

  test('has no question of a program that has ended', () => {
    expect(queueOf([terminal('gone', { state: 'blocked' }, true)], 0)).toEqual([]);
  });
});
