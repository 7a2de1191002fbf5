import { describe, expect, it } from 'vitest';
import { ProgramStatus } from '../../../src/host/agents/program-status.ts';
import { ReportSource } from '../../../src/host/agents/report-source.ts';
import type { GroupFacts } from '../../../src/host/processes/group-facts.ts';
import type { StatusReport } from '../../../src/protocol/terminal/program-status.ts';
import { HandClock } from '../../support/hand-clock.ts';

const SHELL = 100;
const [AGENT, CAT, SLEEP] = [200, 300, 400];

type Group = {
  state: ReturnType<GroupFacts['state']>;
  printer: ReturnType<GroupFacts['printer']>;
};

function watched({ replaying = false } = {}) {
  const clock = new HandClock();
  const groups = new Map<number, Group>([
    [SHELL, { state: 'running', printer: 'program' }],
    [AGENT, { state: 'running', printer: 'program' }],
    [CAT, { state: 'running', printer: 'copier' }],
    [SLEEP, { state: 'running', printer: 'none' }],
  ]);
  const facts: GroupFacts = {
    state: (group) => groups.get(group)?.state ?? 'gone',
    printer: (group) => groups.get(group)?.printer ?? 'gone',
  };
  const world = { front: AGENT as number | undefined, kept: 0, replaying, asked: 0 };
  const late: (() => void)[] = [];
  let isLate = false;
  const status: ProgramStatus = new ProgramStatus({
    clock,
    onInfo: () => source.changed(),
    onUnprinted: () => source.unprinted(),
  });
  const source: ReportSource = new ReportSource(
    {
      clock,
      status,
      askFront: (answer) => {
        world.asked += 1;
        const { front } = world;
        if (isLate) late.push(() => answer(front));
        else answer(front);
      },
      shell: () => SHELL,
      isShell: (group) => group === SHELL,
      isReplaying: () => world.replaying,
      keep: () => {
        world.kept += 1;
      },
    },
    facts,
  );
  const report = (state: StatusReport['state'], id = '') => source.reported({ state, id });
  const states = () => status.decided.records.map(({ state }) => state);
  const change = (group: number, now: Partial<Group>) => {
    const before = groups.get(group);
    if (before !== undefined) groups.set(group, { ...before, ...now });
  };
  const answerLate = () => {
    isLate = true;
    return () => {
      for (const answer of late.splice(0)) answer();
    };
  };
  return {
    clock,
    world,
    status,
    source,
    report,
    states,
    change,
    end: (g: number) => groups.delete(g),
    answerLate,
  };
}

describe('a report', () => {
  it('counts from the program in front, and what it does is over when that has ended', () => {
    const { clock, report, states, end, world } = watched();
    report('working');
    report('done', 'part');
    clock.pass(60_000);
    expect(states()).toEqual(['working', 'done']);
    end(AGENT);
    world.front = SHELL;
    clock.pass(2000);
    expect(states()).toEqual(['done']);
    // Nothing is looked at any more.
    expect(clock.waiting).toBe(0);
  });

  it.each(['working', 'blocked', 'done', 'error', 'idle'] as const)('%s does not count from cat', (state) => {
    const { clock, report, states, world } = watched();
    world.front = CAT;
    report(state);
    expect(states()).toEqual([]);
    clock.pass(1000);
    expect(states()).toEqual([]);
  });

  it('does not count when its program has ended before it was read, whoever is in front by then', () => {
    const { clock, report, states, world } = watched();
    for (const front of [SHELL, 999, SLEEP]) {
      world.front = front;
      report('done');
      report('blocked');
      expect(states()).toEqual([]);
      clock.pass(5000);
      expect(states()).toEqual([]);
    }
  });

  it('counts from a program whose writing the kernel counts a little later, in order', () => {
    const { clock, report, states, change, world } = watched();
    world.front = SLEEP;
    report('working');
    report('blocked');
    report('working', 'part');
    expect(states()).toEqual([]);
    change(SLEEP, { printer: 'program' });
    clock.pass(20);
    expect(states()).toEqual(['blocked', 'working']);
  });

  it('counts where the system does not tell who is in front', () => {
    const { report, states, world } = watched();
    world.front = undefined;
    report('working');
    expect(states()).toEqual(['working']);
  });

  it('keeps its order when the system answers late', () => {
    const { report, states, answerLate } = watched();
    const answer = answerLate();
    report('working');
    report('done');
    expect(states()).toEqual([]);
    answer();
    expect(states()).toEqual(['done']);
  });

  it('stands while its program is stopped, and not while that runs in the background', () => {
    const { clock, report, states, change, world } = watched();
    report('blocked');
    change(AGENT, { state: 'stopped' });
    world.front = SHELL;
    clock.pass(5000);
    expect(states()).toEqual(['blocked']);
    change(AGENT, { state: 'running' });
    clock.pass(1000);
    expect(states()).toEqual([]);
  });

  it('of another program removes what one that has ended has left', () => {
    const { report, states, change, end, world } = watched();
    report('done', 'part');
    end(AGENT);
    world.front = SLEEP;
    change(SLEEP, { printer: 'program' });
    report('working');
    expect(states()).toEqual(['working']);
  });

  it('counts in a replay without a question, and its program is looked for afterwards', () => {
    const { clock, report, states, world } = watched({ replaying: true });
    world.front = CAT;
    report('blocked');
    report('done', 'part');
    expect(states()).toEqual(['blocked', 'done']);
    expect(world).toMatchObject({ asked: 0, kept: 0 });
    // The program has ended while no host was there.
    world.front = SHELL;
    world.replaying = false;
    clock.pass(2000);
    expect(states()).toEqual(['done']);
  });

  it('of a hook ends with the program in front, too', () => {
    const { clock, status, states, end, world } = watched();
    status.hooked({ state: 'working', id: '' }, 'Stop');
    clock.pass(3000);
    expect(states()).toEqual(['working']);
    end(AGENT);
    world.front = SHELL;
    clock.pass(1000);
    expect(states()).toEqual([]);
  });

  it('that does not count is kept for a replay, and a file full of them takes one row and one look', () => {
    const { clock, report, world } = watched();
    world.front = CAT;
    for (let count = 0; count < 10_000; count += 1) report('blocked');
    clock.pass(1000);
    expect(world.kept).toBe(1);
    expect(clock.waiting).toBe(0);
  });
});
