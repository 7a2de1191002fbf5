import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { META_KEY } from '../../../src/protocol/common/meta.ts';
import type { TerminalMeta } from '../../../src/protocol/cotty/cotty-meta.ts';
import { parseStatus, type StatusReport } from '../../../src/protocol/terminal/program-status.ts';
import type { TerminalInfo } from '../../../src/protocol/terminal/state.ts';
import { OuterStatus } from '../../../src/tui/outer/outer-status.ts';

type Program = NonNullable<TerminalMeta['program']>;

const working: Program = { id: '', state: 'working', since: 1, by: 'report' };

function terminal(name: string, program?: Partial<Program>): TerminalInfo {
  return {
    resource: `ahp-terminal:/${name}`,
    title: name,
    claim: { kind: 'client', clientId: 'c' },
    lifecycle: { status: 'running' },
    ...(program === undefined ? {} : { _meta: { [META_KEY]: { program: { ...working, ...program } } } }),
  };
}

function shown(within?: string) {
  const writes: string[] = [];
  const timers: (() => void)[] = [];
  let now = 1000;
  const status = new OuterStatus({
    write: (bytes) => writes.push(bytes),
    within,
    now: () => now,
    setTimer: (run) => {
      timers.push(run);
      return {};
    },
  });
  const pass = (ms: number) => {
    now += ms;
    for (const run of timers.splice(0)) run();
  };
  return { status, writes, timers, pass };
}

/** What a terminal reads in the bytes. */
function read(bytes = ''): readonly StatusReport[] {
  const payloads = bytes.split('\x1b\\').filter((each) => each !== '');
  return payloads.map((each) => {
    expect(each.startsWith('\x1b]7501;')).toBe(true);
    const report = parseStatus(each.slice('\x1b]7501;'.length));
    if (report === undefined) throw new Error(`not read: ${JSON.stringify(each)}`);
    return report;
  });
}

describe('the status for the outer terminal', () => {
  test('has one record a terminal, with its own name, and not what programs say', () => {
    const { status, writes } = shown();
    const parts = [{ id: 'a', state: 'error', since: 1 } as const];
    status.show([
      terminal('api-1', {
        state: 'blocked',
        kind: 'permission',
        progress: 3,
        app: 'codex',
        msg: 'rm?',
        title: 'x',
        parts,
      }),
      terminal('shell-2'),
      terminal('web-3', { state: 'done', seen: true }),
    ]);
    expect(writes.map(read)).toEqual([
      [
        {
          id: 'cotty/api-1',
          state: 'blocked',
          kind: 'permission',
          progress: 3,
          app: 'codex',
          title: 'api-1',
        },
        { id: 'cotty/web-3', state: 'idle', title: 'web-3' },
      ],
    ]);
  });

  test('is written when it changes, at most four times a second', () => {
    const { status, writes, timers, pass } = shown();
    status.show([terminal('a', {}), terminal('b', {})]);
    for (let progress = 1; progress <= 100; progress += 1) status.show([terminal('a', { progress })]);
    expect(writes).toHaveLength(1);
    expect(timers).toHaveLength(1);
    pass(250);
    expect(read(writes[1])).toEqual([
      { id: 'cotty/b', state: 'clear' },
      { id: 'cotty/a', state: 'working', progress: 100, title: 'a' },
    ]);
    pass(250);
    status.show([terminal('a', { progress: 100 })]);
    status.show([terminal('a', { progress: 100, msg: 'other words' })]);
    expect(writes).toHaveLength(2);
  });

  test('is cleared in one sequence, and whole again afterwards', () => {
    const { status, writes, pass } = shown();
    expect(status.end()).toBe('');
    const terminals = [terminal('a', {}), terminal('b', {})];
    status.show(terminals);
    status.show([...terminals, terminal('c', {})]);
    expect(read(status.end())).toEqual([{ id: 'cotty', state: 'clear' }]);
    expect(status.end()).toBe('');
    // A write that was still to come is not made to the shell behind.
    pass(250);
    expect(writes).toHaveLength(1);
    status.show(terminals);
    expect(read(writes[1])).toHaveLength(2);
  });

  test('has at most 64 records, and among them all that wait', () => {
    const { status, writes } = shown();
    const many = Array.from({ length: 100 }, (_, n) =>
      terminal(`t-${n}`, { state: n >= 90 ? 'blocked' : 'working' }),
    );
    status.show(many);
    const reports = read(writes[0]);
    expect(reports).toHaveLength(64);
    expect(reports.filter(({ state }) => state === 'blocked')).toHaveLength(10);
  });

  test('leaves out the terminal in which the window itself runs', () => {
    const { status, writes } = shown('ahp-terminal:/a');
    status.show([terminal('a', {}), terminal('b', {})]);
    expect(read(writes[0]).map(({ id }) => id)).toEqual(['cotty/b']);
  });

  test('is well formed whatever terminals are called', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ unit: 'binary', maxLength: 300 }), { maxLength: 20 }),
        (names) => {
          const { status, writes } = shown();
          status.show(names.map((name) => terminal(name, {})));
          const ids = read(writes[0]).map(({ id }) => id);
          expect(new Set(ids).size).toBe(names.length);
        },
      ),
    );
  });
});
