import { describe, expect, it } from 'vitest';
import { ProgramLife } from '../../../src/host/agents/program-life.ts';
import { ProgramStatus } from '../../../src/host/agents/program-status.ts';
import type { groupState } from '../../../src/host/processes/foreground.ts';
import type { StatusReport } from '../../../src/protocol/terminal/program-status.ts';
import { HandClock } from '../../support/hand-clock.ts';

const SHELL = 100;
const [AGENT, CAT, SCRIPT] = [200, 300, 400];

type State = ReturnType<typeof groupState>;

function watched({ replaying = false } = {}) {
  const clock = new HandClock();
  const groups = new Map<number, State>([SHELL, AGENT, CAT, SCRIPT].map((group) => [group, 'running']));
  const world = { front: AGENT as number | undefined, kept: 0, replaying, asked: 0, atPrompt: false };
  const status: ProgramStatus = new ProgramStatus({
    clock,
    onInfo: () => life.changed(),
    onUnprinted: () => life.unprinted(),
  });
  const life: ProgramLife = new ProgramLife(
    {
      clock,
      status,
      askModes: (answer) => {
        world.asked += 1;
        answer(world.front === undefined ? undefined : { foreground: world.front });
      },
      shell: () => SHELL,
      isShell: (group) => group === SHELL,
      isAtPrompt: () => world.atPrompt,
      isReplaying: () => world.replaying,
      keep: () => {
        world.kept += 1;
      },
    },
    (group) => groups.get(group) ?? 'gone',
  );
  const report = (state: StatusReport['state'], id = '') => life.reported({ state, id });
  const states = () => status.decided.records.map(({ state }) => state);
  const change = (group: number, now: State) => groups.set(group, now);
  const end = (group: number) => groups.delete(group);
  /** The shell reports that its command has ended, or that the next one begins. */
  const prompt = () => {
    world.atPrompt = true;
    world.front = SHELL;
    life.ended();
    status.ended();
  };
  const command = (front: number) => {
    world.atPrompt = false;
    world.front = front;
    status.began();
    life.began();
  };
  return { clock, world, status, life, report, states, change, end, prompt, command };
}

describe('a report on the screen', () => {
  it('counts at once, and what its program does is over when that has ended', () => {
    const { clock, report, states, end, world } = watched();
    report('working');
    report('done', 'part');
    expect(states()).toEqual(['working', 'done']);
    clock.pass(60_000);
    expect(states()).toEqual(['working', 'done']);
    end(AGENT);
    world.front = SHELL;
    clock.pass(2000);
    expect(states()).toEqual(['done']);
    // Nothing is looked at any more.
    expect(clock.waiting).toBe(0);
  });

  it('is over within a moment when its program has ended before it was read', () => {
    const { clock, report, states, end, world } = watched();
    world.front = SHELL;
    end(CAT);
    report('blocked');
    clock.pass(200);
    expect(states()).toEqual([]);
    expect(clock.waiting).toBe(0);
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

  it('ends when the next program of a line comes to the foreground', () => {
    const { clock, report, states, end, world } = watched();
    report('working');
    clock.pass(500);
    end(AGENT);
    world.front = CAT;
    clock.pass(1000);
    expect(states()).toEqual([]);
  });

  it('of another program removes what one that has ended has left', () => {
    const { clock, report, states, end, world } = watched();
    report('working');
    report('done', 'part');
    clock.pass(1000);
    end(AGENT);
    world.front = SHELL;
    clock.pass(1000);
    world.front = SCRIPT;
    report('working');
    expect(states()).toEqual(['working']);
  });

  it('of another program stays when one that was done has ended without a look', () => {
    const { clock, report, states, end, world } = watched();
    report('working');
    clock.pass(150);
    report('done');
    clock.pass(60_000);
    end(AGENT);
    world.front = SCRIPT;
    report('blocked');
    clock.pass(2000);
    expect(states()).toEqual(['blocked']);
  });

  it('of another program stays when one of which a part still works has ended without a look', () => {
    const { clock, report, states, end, world } = watched();
    report('working', 'part');
    clock.pass(150);
    report('done');
    end(AGENT);
    world.front = SCRIPT;
    report('blocked');
    clock.pass(2000);
    expect(states()).toEqual(['blocked']);
  });

  it('stays where the system does not show who is in front, until the command ends', () => {
    const { clock, report, states, world, prompt } = watched();
    world.front = undefined;
    report('working');
    clock.pass(60_000);
    expect(states()).toEqual(['working']);
    prompt();
    expect(states()).toEqual([]);
  });

  it('counts in a replay without a look, and its program is looked for afterwards', () => {
    const { clock, report, states, world } = watched({ replaying: true });
    report('blocked');
    report('done', 'part');
    expect(states()).toEqual(['blocked', 'done']);
    expect(world).toMatchObject({ asked: 0, kept: 0 });
    // The program has ended while no host was there.
    world.front = SHELL;
    world.replaying = false;
    clock.pass(2000);
    expect(states()).toEqual(['done']);
    expect(world.kept).toBe(1);
  });

  it('takes a few looks also when a file has thousands of them', () => {
    const { clock, report, world, end } = watched();
    for (let count = 0; count < 10_000; count += 1) report(count % 2 === 0 ? 'blocked' : 'working');
    clock.pass(500);
    end(AGENT);
    world.front = SHELL;
    clock.pass(2000);
    expect(world.kept).toBe(1);
    expect(world.asked).toBeLessThan(4);
    expect(clock.waiting).toBe(0);
  });
});

describe('a stopped program', () => {
  it('asks again within a second when a command of the shell brings it back, and not at the prompt', () => {
    const { clock, report, states, change, prompt, command } = watched();
    report('blocked');
    clock.pass(500);
    change(AGENT, 'stopped');
    prompt();
    clock.pass(60_000);
    expect(states()).toEqual([]);
    expect(clock.waiting).toBe(0);
    command(CAT);
    clock.pass(5000);
    expect(states()).toEqual([]);
    prompt();
    change(AGENT, 'running');
    command(AGENT);
    clock.pass(1000);
    expect(states()).toEqual(['blocked']);
  });

  it('asks again when it was stopped soon after its report, while the program before is still looked at', () => {
    const { clock, report, states, change, prompt, command } = watched();
    report('working');
    clock.pass(150);
    prompt();
    command(SCRIPT);
    report('blocked');
    clock.pass(150);
    change(SCRIPT, 'stopped');
    prompt();
    expect(states()).toEqual([]);
    change(SCRIPT, 'running');
    command(SCRIPT);
    clock.pass(1000);
    expect(states()).toEqual(['blocked']);
  });

  it('asks again where nothing marks the beginning of a command, as often as it is stopped', () => {
    const { clock, report, states, change, world } = watched();
    report('blocked');
    clock.pass(500);
    for (let time = 0; time < 3; time += 1) {
      change(AGENT, 'stopped');
      world.front = SHELL;
      clock.pass(1000);
      expect(states()).toEqual([]);
      change(AGENT, 'running');
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
    change(AGENT, 'stopped');
    clock.pass(5000);
    change(AGENT, 'running');
    clock.pass(5000);
    expect(states()).toEqual(['blocked']);
  });

  it('asks again what its hooks have reported, and what it reports itself by then counts more', () => {
    const { clock, status, states, change, prompt, command, report } = watched();
    status.hooked({ state: 'blocked', id: '', kind: 'permission' }, 'PermissionRequest');
    clock.pass(500);
    change(AGENT, 'stopped');
    prompt();
    change(AGENT, 'running');
    command(AGENT);
    clock.pass(1000);
    expect(status.decided).toMatchObject({ by: 'hook', records: [{ kind: 'permission' }] });
    report('working');
    expect(states()).toEqual(['working']);
  });

  it('that reports anew when it is brought back does not get its earlier report', () => {
    const { clock, report, states, change, prompt, command } = watched();
    report('blocked');
    clock.pass(500);
    change(AGENT, 'stopped');
    prompt();
    change(AGENT, 'running');
    command(AGENT);
    report('working');
    clock.pass(5000);
    expect(states()).toEqual(['working']);
  });

  it('that has ended is forgotten', () => {
    const { clock, report, states, change, end, prompt, command } = watched();
    report('blocked');
    clock.pass(500);
    change(AGENT, 'stopped');
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
