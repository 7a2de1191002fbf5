import { describe, expect, test } from 'vitest';
import { Mirror } from '../../src/client/mirror.ts';
import {
  type ProgramWait,
  reachedState,
  WAITED_STATES,
  waitForProgram,
} from '../../src/client/program-wait.ts';
import type { TerminalMeta } from '../../src/protocol/cotty/cotty-meta.ts';
import type { RootState } from '../../src/protocol/root/state.ts';
import type { ProgramRecord } from '../../src/protocol/terminal/program-status.ts';
import type { TerminalInfo } from '../../src/protocol/terminal/state.ts';

const T = 'ahp-terminal:/build';
const OTHER = 'ahp-terminal:/other';

const info = (meta: Partial<TerminalMeta>, resource = T): TerminalInfo => ({
  resource,
  title: resource.slice(-5),
  claim: { kind: 'client', clientId: 'x' },
  lifecycle: { status: 'running' },
  _meta: { 'x-cotty': { integration: 'active', ...meta } },
});

const running = (timestamp: number) => ({ running: { commandLine: 'codex', timestamp } });
const last = (exitCode?: number) => ({
  last: { commandLine: 'codex', finishedAt: 9, ...(exitCode === undefined ? {} : { exitCode }) },
});
const program = (state: ProgramRecord['state'], more: Partial<ProgramRecord> = {}) => ({
  program: { state, id: '', since: 5, by: 'report' as const, ...more },
});

describe('the states that a terminal is in', () => {
  test.each<[Partial<TerminalMeta>, readonly string[]]>([
    [{ ...running(1) }, []],
    [{ ...running(1), ...program('working') }, ['working']],
    [{ ...running(1), ...program('blocked') }, ['blocked']],
    [{ ...running(1), ...program('idle') }, ['idle']],
    [{ ...running(1), ...program('done') }, ['done']],
    [{ ...running(1), ...program('done', { seen: true }) }, ['done', 'idle']],
    [{ ...running(1), ...program('error') }, ['done', 'failed']],
    // At a prompt: as its last command has ended.
    [{}, ['idle']],
    [last(0), ['done', 'idle']],
    [last(2), ['done', 'idle', 'failed']],
    [{ ...last(0), ...program('error') }, ['done', 'idle', 'failed']],
    // Where nothing tells when a command ends, only the program does.
    [{ integration: 'pending', ...last(0) }, []],
    [{ integration: { off: 'it is sh' }, ...program('done') }, ['done']],
  ])('%#', (meta, states) => {
    expect(WAITED_STATES.filter((state) => reachedState(info(meta), [state]) !== undefined)).toEqual(states);
  });
});

describe('waiting for a program', () => {
  const list = (...terminals: readonly TerminalInfo[]): RootState => ({
    agents: [],
    terminals: [...terminals],
  });

  function waiting(
    first: RootState,
    states: Parameters<typeof waitForProgram>[1]['states'],
    only?: string[],
  ) {
    const root = new Mirror<RootState>('ahp-root://', first, (state) => state);
    const ends: ProgramWait[] = [];
    const wanted = { only: only === undefined ? undefined : new Set(only), states };
    const stop = waitForProgram(root, wanted, (wait) => ends.push(wait));
    const shows = (...terminals: readonly TerminalInfo[]) => root.adopt(list(...terminals), 0);
    return { ends, stop, shows };
  }

  test('ends at once where it is so already', () => {
    const { ends } = waiting(list(info({ ...running(1), ...program('blocked') })), ['blocked'], [T]);
    expect(ends).toMatchObject([{ kind: 'reached', state: 'blocked', byEnd: false }]);
  });

  test('ends once, when it comes to be so', () => {
    const { ends, shows } = waiting(list(info(running(1))), ['blocked', 'done'], [T]);
    shows(info({ ...running(1), ...program('working') }));
    expect(ends).toEqual([]);
    shows(info(last(3)));
    shows(info({ ...running(2), ...program('blocked') }));
    expect(ends).toMatchObject([{ kind: 'reached', state: 'done', byEnd: true }]);
  });

  test('ends when the command does, and not before one has begun', () => {
    const { ends, shows } = waiting(list(info(last(0))), ['blocked'], [T]);
    shows(info(running(1)));
    expect(ends).toEqual([]);
    shows(info(running(2)));
    expect(ends).toEqual([{ kind: 'ended' }]);
  });

  test('of several ends with the first, or when the last can no more', () => {
    const [one, two] = [info(running(1)), info(running(1), OTHER)];
    const first = waiting(list(one, two), ['blocked'], [T, OTHER]);
    first.shows(info(last(0)), two);
    first.shows(info(last(0)), info({ ...running(1), ...program('blocked') }, OTHER));
    expect(first.ends).toMatchObject([{ kind: 'reached', info: { resource: OTHER } }]);
    const none = waiting(list(one, two), ['blocked'], [T, OTHER]);
    none.shows(info(last(0)));
    expect(none.ends).toEqual([{ kind: 'ended' }]);
    const gone = waiting(list(one, two), ['blocked'], [T]);
    gone.shows(two);
    expect(gone.ends).toEqual([{ kind: 'gone' }]);
  });

  test('of all never ends by itself, and knows terminals that come later', () => {
    const { ends, shows, stop } = waiting(list(), ['blocked']);
    shows(info(running(1)));
    shows(info(last(0)));
    expect(ends).toEqual([]);
    shows(info({ ...running(3), ...program('blocked') }));
    expect(ends).toHaveLength(1);
    stop();
  });

  test('that is stopped tells nothing', () => {
    const { ends, shows, stop } = waiting(list(info(running(1))), ['done'], [T]);
    stop();
    shows(info(last(0)));
    expect(ends).toEqual([]);
  });
});
