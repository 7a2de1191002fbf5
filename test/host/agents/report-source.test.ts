import { describe, expect, it } from 'vitest';
import { ProgramStatus } from '../../../src/host/agents/program-status.ts';
import { ReportSource } from '../../../src/host/agents/report-source.ts';
import type { GroupFacts } from '../../../src/host/processes/group-facts.ts';
import type { StatusReport } from '../../../src/protocol/terminal/program-status.ts';
import { HandClock } from '../../support/hand-clock.ts';

const SHELL = 100;
const [AGENT, CAT, SCRIPT] = [200, 300, 400];

type Modes = { readonly lineEditing: boolean; readonly foreground: number | undefined } | undefined;
type Group = { state: ReturnType<GroupFacts['state']>; keys: boolean; line: boolean };

function watched({ replaying = false, elsewhere = false } = {}) {
  const clock = new HandClock();
  const running = { state: 'running', keys: false, line: false } as const;
  const groups = new Map<number, Group>([
    [SHELL, { ...running, keys: true }],
    [AGENT, { ...running, keys: true }],
    [CAT, { ...running }],
    [SCRIPT, { ...running }],
  ]);
  const facts: GroupFacts = {
    state: (group) => groups.get(group)?.state ?? 'gone',
    reads: (group, _shell, lineEditing) => groups.get(group)?.[lineEditing ? 'line' : 'keys'] === true,
  };
  const world = {
    front: AGENT as number | undefined,
    kept: 0,
    replaying,
    asked: 0,
    atPrompt: false,
    modes: undefined as Modes,
  };
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
      isElsewhere: elsewhere,
      askModes: (answer) => {
        world.asked += 1;
        const { front } = world;
        const lineEditing = front === undefined || groups.get(front)?.keys !== true;
        const modes = front === undefined ? world.modes : { foreground: front, lineEditing };
        if (isLate) late.push(() => answer(modes));
        else answer(modes);
      },
      shell: () => SHELL,
      isShell: (group) => group === SHELL,
      isAtPrompt: () => world.atPrompt,
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
  /** The shell tells that its command has ended, or that the next one begins. */
  const prompt = () => {
    world.atPrompt = true;
    world.front = SHELL;
    source.ended();
    status.ended();
  };
  const command = (front: number) => {
    world.atPrompt = false;
    world.front = front;
    status.began();
    source.began();
  };
  const end = (group: number) => groups.delete(group);
  return { clock, world, status, source, report, states, change, end, answerLate, prompt, command };
}

describe('a report on the screen', () => {
  it('counts from a program that reads keys, and what it does is over when that has ended', () => {
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

  it.each(['working', 'blocked', 'done', 'error', 'idle'] as const)(
    '%s does not count from a program that reads nothing, however long it runs',
    (state) => {
      const { clock, report, states, world } = watched();
      world.front = CAT;
      report(state);
      for (let step = 0; step < 100; step += 1) {
        expect(states()).toEqual([]);
        clock.pass(100);
      }
      expect(clock.waiting).toBe(0);
    },
  );

  it('does not count when its program has ended before it was read, whoever is in front by then', () => {
    const { clock, report, states, world } = watched();
    for (const front of [SHELL, 999, CAT]) {
      world.front = front;
      report('done');
      report('blocked');
      expect(states()).toEqual([]);
      clock.pass(5000);
      expect(states()).toEqual([]);
    }
  });

  it('counts, in order, when its program begins to read within a second, and not when it does later', () => {
    const { clock, report, states, change, world } = watched();
    world.front = SCRIPT;
    report('working');
    report('blocked');
    report('working', 'part');
    clock.pass(500);
    expect(states()).toEqual([]);
    change(SCRIPT, { line: true });
    clock.pass(500);
    expect(states()).toEqual(['blocked', 'working']);
    const other = watched();
    other.world.front = SCRIPT;
    other.report('blocked');
    other.clock.pass(2000);
    other.change(SCRIPT, { keys: true });
    other.clock.pass(5000);
    expect(other.states()).toEqual([]);
  });

  it('that it waits for a line is over when the program does not read any more', () => {
    const { clock, report, states, change, world } = watched();
    world.front = SCRIPT;
    change(SCRIPT, { line: true });
    report('blocked');
    clock.pass(30_000);
    expect(states()).toEqual(['blocked']);
    change(SCRIPT, { line: false });
    clock.pass(1000);
    expect(states()).toEqual([]);
  });

  it('of how the work has ended counts although its program is gone, if that has reported before', () => {
    const { report, states, end, world } = watched();
    report('working');
    end(AGENT);
    world.front = SHELL;
    report('done');
    expect(states()).toEqual(['done']);
  });

  it('counts where the system does not tell who is in front only if that reads keys, and always on another machine', () => {
    const { clock, report, states, world } = watched();
    world.front = undefined;
    world.modes = { lineEditing: true, foreground: undefined };
    report('working');
    world.modes = undefined;
    report('working');
    clock.pass(5000);
    expect(states()).toEqual([]);
    world.modes = { lineEditing: false, foreground: undefined };
    report('working');
    expect(states()).toEqual(['working']);
    const shared = watched({ elsewhere: true });
    shared.world.front = undefined;
    shared.report('working');
    expect(shared.states()).toEqual(['working']);
  });

  it('that waits is dropped when another program comes to the foreground, whether that reads or not', () => {
    const { clock, report, states, end, world } = watched();
    world.front = CAT;
    report('blocked');
    report('done', 'part');
    end(CAT);
    clock.pass(15);
    world.front = AGENT;
    clock.pass(5000);
    expect(states()).toEqual([]);
    expect(clock.waiting).toBe(0);
    report('working');
    expect(states()).toEqual(['working']);
  });

  it('that waits is dropped at the end of its command, and does not count for the next one', () => {
    for (const finish of ['prompt', 'command'] as const) {
      const it = watched();
      it.world.front = CAT;
      it.report('blocked');
      it.report('done', 'part');
      if (finish === 'prompt') it.prompt();
      it.command(CAT);
      it.change(CAT, { line: true });
      it.clock.pass(5000);
      expect(it.states()).toEqual([]);
      expect(it.clock.waiting).toBe(0);
    }
  });

  it('is not decided by the modes that were asked for before it was read', () => {
    const { clock, report, states, answerLate, prompt, command, world } = watched();
    const answer = answerLate();
    report('blocked');
    prompt();
    command(CAT);
    report('done');
    // The answer tells of the first command.
    answer();
    expect(states()).toEqual([]);
    world.front = CAT;
    clock.pass(20);
    answer();
    clock.pass(5000);
    expect(states()).toEqual([]);
  });

  it('does not count from a program that has only been reported for by hooks', () => {
    const { clock, report, states, status, end, world } = watched();
    world.front = CAT;
    status.hooked({ state: 'working', id: '' }, 'status');
    clock.pass(500);
    report('blocked');
    clock.pass(5000);
    report('error');
    end(CAT);
    world.front = SHELL;
    clock.pass(5000);
    expect(states()).toEqual([]);
    expect(status.kept).toBeUndefined();
  });

  it('of how the work has ended counts also when the end of the program was seen before it was read', () => {
    const { clock, report, states, end, world } = watched();
    report('working');
    end(AGENT);
    world.front = SHELL;
    clock.pass(2000);
    expect(states()).toEqual([]);
    report('done');
    expect(states()).toEqual(['done']);
  });

  it('keeps its order when the system answers late', () => {
    const { report, states, answerLate, clock } = watched();
    const answer = answerLate();
    report('working');
    report('done');
    expect(states()).toEqual([]);
    answer();
    clock.pass(20);
    answer();
    expect(states()).toEqual(['done']);
  });

  it('of another program removes what one that has ended has left', () => {
    const { report, states, change, end, world } = watched();
    report('done', 'part');
    end(AGENT);
    world.front = SCRIPT;
    change(SCRIPT, { keys: true });
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

  it('that does not count is kept for a replay, and a file full of them takes one row and a few looks', () => {
    const { clock, report, world } = watched();
    world.front = CAT;
    for (let count = 0; count < 10_000; count += 1) report('blocked');
    clock.pass(2000);
    expect(world.kept).toBe(1);
    expect(world.asked).toBeLessThan(12);
    expect(clock.waiting).toBe(0);
  });
});

describe('a stopped program', () => {
  it('asks again within a second when a command of the shell brings it back, and not at the prompt', () => {
    const { clock, report, states, change, prompt, command } = watched();
    report('blocked');
    clock.pass(500);
    change(AGENT, { state: 'stopped' });
    prompt();
    clock.pass(60_000);
    expect(states()).toEqual([]);
    expect(clock.waiting).toBe(0);
    command(CAT);
    clock.pass(5000);
    expect(states()).toEqual([]);
    prompt();
    change(AGENT, { state: 'running' });
    command(AGENT);
    clock.pass(1000);
    expect(states()).toEqual(['blocked']);
  });

  it('asks again where nothing tells when a command begins, as often as it is stopped', () => {
    const { clock, report, states, change, world } = watched();
    report('blocked');
    for (let time = 0; time < 3; time += 1) {
      change(AGENT, { state: 'stopped' });
      world.front = SHELL;
      clock.pass(1000);
      expect(states()).toEqual([]);
      change(AGENT, { state: 'running' });
      clock.pass(3000);
      // In the background it asks nobody.
      expect(states()).toEqual([]);
      world.front = AGENT;
      clock.pass(1000);
      expect(states()).toEqual(['blocked']);
    }
  });

  it('asks on where no shell takes the terminal from it', () => {
    const { clock, report, states, change } = watched();
    report('blocked');
    change(AGENT, { state: 'stopped' });
    clock.pass(5000);
    change(AGENT, { state: 'running' });
    clock.pass(5000);
    expect(states()).toEqual(['blocked']);
  });

  it('asks again what its hooks have told, and what it reports itself by then counts more', () => {
    const { clock, status, states, change, prompt, command, report } = watched();
    status.hooked({ state: 'blocked', id: '', kind: 'permission' }, 'PermissionRequest');
    clock.pass(500);
    change(AGENT, { state: 'stopped' });
    prompt();
    change(AGENT, { state: 'running' });
    command(AGENT);
    clock.pass(1000);
    expect(status.decided).toMatchObject({ by: 'hook', records: [{ kind: 'permission' }] });
    report('working');
    expect(states()).toEqual(['working']);
  });

  it('that has ended is forgotten', () => {
    const { clock, report, states, change, end, prompt, command } = watched();
    report('blocked');
    clock.pass(500);
    change(AGENT, { state: 'stopped' });
    prompt();
    end(AGENT);
    command(CAT);
    clock.pass(5000);
    expect(states()).toEqual([]);
    expect(clock.waiting).toBe(0);
  });
});

describe('a report of a hook', () => {
  it('ends with the program in front, too', () => {
    const { clock, status, states, end, world } = watched();
    status.hooked({ state: 'working', id: '' }, 'Stop');
    clock.pass(3000);
    expect(states()).toEqual(['working']);
    end(AGENT);
    world.front = SHELL;
    clock.pass(1000);
    expect(states()).toEqual([]);
  });
});
