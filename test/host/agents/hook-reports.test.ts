import { describe, expect, it } from 'vitest';
import { ProgramStatus } from '../../../src/host/agents/program-status.ts';
import type { StatusReport } from '../../../src/protocol/terminal/program-status.ts';
import { HandClock } from '../../support/hand-clock.ts';

function hooked() {
  const clock = new HandClock();
  const world = { printedAt: 0, kept: 0 };
  const status = new ProgramStatus({
    clock,
    onInfo: () => {},
    onUnprinted: () => {
      world.kept += 1;
    },
    printedAt: () => world.printedAt,
  });
  const hook = (state: StatusReport['state'], session?: string, more: Partial<StatusReport> = {}) =>
    status.hooked({ state, id: '', ...more }, 'a hook', session);
  const print = () => {
    world.printedAt = clock.now();
  };
  const find = (state: StatusReport['state']) => status.found({ cause: 'a rule', report: { state, id: '' } });
  const states = () => status.decided.records.map(({ id, state }) => (id === '' ? state : `${id} ${state}`));
  return { clock, world, status, hook, print, find, states };
}

describe('what a hook has reported', () => {
  it('decides, unless the program itself reports', () => {
    const { status, hook, find, states } = hooked();
    find('idle');
    hook('working');
    expect(states()).toEqual(['working']);
    expect(status.decided).toMatchObject({ by: 'hook', cause: 'a hook' });
    status.reported({ state: 'done', id: '' });
    expect(status.decided.by).toBe('report');
  });

  it('is work only as long as the terminal prints', () => {
    const { clock, world, hook, print, states } = hooked();
    hook('working');
    clock.pass(14_000);
    print();
    clock.pass(14_000);
    expect(states()).toEqual(['working']);
    clock.pass(1000);
    expect(states()).toEqual([]);
    expect(world.kept).toBe(2);
    expect(clock.waiting).toBe(0);
  });

  it('is work for longer with each further report', () => {
    const { clock, hook, states } = hooked();
    hook('working');
    clock.pass(14_000);
    hook('working');
    clock.pass(14_000);
    expect(states()).toEqual(['working']);
  });

  it('is a question until some seconds after somebody has typed', () => {
    const { clock, status, hook, states } = hooked();
    hook('blocked');
    clock.pass(3_600_000);
    expect(states()).toEqual(['blocked']);
    status.typed();
    clock.pass(4000);
    status.typed();
    clock.pass(4000);
    expect(states()).toEqual(['blocked']);
    clock.pass(1000);
    expect(states()).toEqual([]);
  });

  it('is a question again with the next report', () => {
    const { clock, status, hook, states } = hooked();
    hook('blocked');
    status.typed();
    hook('blocked');
    clock.pass(10_000);
    expect(states()).toEqual(['blocked']);
  });

  it('gives way to a title that says idle, but not at once', () => {
    const { clock, status, hook, find, states } = hooked();
    hook('working');
    find('idle');
    expect(states()).toEqual(['working']);
    clock.pass(1000);
    find('working');
    expect(status.decided.by).toBe('hook');
    find('idle');
    expect(states()).toEqual(['idle']);
    expect(status.decided.by).toBe('rules');
  });

  it('gives way, as a question, to a title that says otherwise once somebody has typed', () => {
    const { clock, status, hook, find, states } = hooked();
    hook('blocked');
    clock.pass(2000);
    find('idle');
    expect(states()).toEqual(['blocked']);
    status.typed();
    find('blocked');
    expect(status.decided.by).toBe('hook');
    find('working');
    expect(states()).toEqual(['working']);
    expect(status.decided.by).toBe('rules');
  });

  it('stays when it is done, whatever title and screen show', () => {
    const { clock, status, hook, find, states } = hooked();
    hook('working');
    hook('done');
    clock.pass(60_000);
    status.typed();
    find('idle');
    expect(states()).toEqual(['done']);
  });
});

describe('two agents in one terminal', () => {
  it('are one with a part while the first one works', () => {
    const { hook, states } = hooked();
    hook('working', 'first');
    hook('blocked', 'second', { msg: 'Run rm?' });
    expect(states()).toEqual(['working', 'second blocked']);
    hook('done', 'second');
    expect(states()).toEqual(['working']);
    hook('working', 'second', { id: 'sub' });
    expect(states()).toEqual(['working', 'second/sub working']);
    hook('clear', 'second');
    hook('done', 'first');
    expect(states()).toEqual(['done']);
  });

  it('follow each other where the first one is at rest', () => {
    const { hook, states } = hooked();
    hook('done', 'first');
    hook('clear', 'second');
    expect(states()).toEqual(['done']);
    hook('idle', 'second');
    expect(states()).toEqual(['idle']);
    hook('clear', 'first');
    expect(states()).toEqual(['idle']);
    hook('working', 'first');
    expect(states()).toEqual(['working']);
  });

  it('are known under the next host', () => {
    const { status, hook } = hooked();
    hook('working', 'first');
    const next = new ProgramStatus({ clock: new HandClock(), onInfo: () => {} }, status.kept);
    next.hooked({ state: 'working', id: '' }, 'a hook', 'second');
    expect(next.decided.records.map(({ id }) => id)).toEqual(['', 'second']);
  });
});
