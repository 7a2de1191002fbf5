import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RunTally, type TalliedRun } from '../../../src/ledger/index/history-stats.ts';

/** The runs are newest first; a tally takes those of one line together, oldest first. */
function tallied(runs: readonly TalliedRun[], limit = 100) {
  const tally = new RunTally(limit);
  const inOrder = runs.toReversed().sort((one, other) => one.line - other.line);
  for (const one of inOrder) tally.add(one);
  return tally.result();
}

function run(rest: Partial<TalliedRun> = {}): TalliedRun {
  const exitCode = 'exitCode' in rest ? rest.exitCode : 0;
  return {
    line: 0,
    folder: 0,
    host: 0,
    startedAt: 0,
    durationMs: 1000,
    exitCode,
    failed: exitCode !== 0 && exitCode !== undefined,
    ...rest,
  };
}

/** Runs of one command, the exit codes in order; added newest first. */
function runsWith(
  exits: readonly (number | undefined)[],
  rest: Partial<TalliedRun> = {},
): readonly TalliedRun[] {
  return exits.map((exitCode, at) => run({ exitCode, startedAt: at, ...rest })).reverse();
}

const anyRuns = fc.array(
  fc.record({
    line: fc.nat(4),
    folder: fc.nat(2),
    host: fc.nat(1),
    exitCode: fc.constantFrom(0, 0, 1, 2, 130, 148, undefined),
    durationMs: fc.option(fc.nat(100_000), { nil: undefined }),
  }),
  { maxLength: 60 },
);

/** Each a millisecond older than the one before. */
function ordered(runs: readonly Partial<TalliedRun>[]): readonly TalliedRun[] {
  return runs.map((each, at) => run({ ...each, startedAt: 1000 - at }));
}

const keyOf = ({ line, folder, host }: Pick<TalliedRun, 'line' | 'folder' | 'host'>) =>
  `${line} ${folder} ${host}`;

describe('a tally of runs', () => {
  it('counts each run once, whatever the commands are', async () => {
    await fc.assert(
      fc.asyncProperty(anyRuns, async (some) => {
        const runs = ordered(some);
        const { mostRun, different } = await tallied(runs);
        expect(different).toBe(new Set(runs.map(keyOf)).size);
        expect(mostRun).toHaveLength(different);
        for (const each of mostRun) {
          const own = runs.filter((one) => keyOf(one) === keyOf(each));
          expect(each).toMatchObject({
            runs: own.length,
            failed: own.filter(({ failed }) => failed).length,
            totalMs: own.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0),
          });
        }
      }),
    );
  });

  it('tells the same when the runs of different commands come in another order', async () => {
    await fc.assert(
      fc.asyncProperty(anyRuns, async (some) => {
        const runs = ordered(some);
        const { mostRun } = await tallied(runs);
        const byCommand = runs.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)));
        const other = await tallied(byCommand);
        const inOrder = (list: typeof mostRun) =>
          list.toSorted((one, two) => keyOf(one).localeCompare(keyOf(two)));
        expect(inOrder(other.mostRun)).toEqual(inOrder(mostRun));
        expect(other.flakiest.map(({ changes }) => changes).sort()).toEqual(
          (await tallied(runs)).flakiest.map(({ changes }) => changes).sort(),
        );
      }),
    );
  });

  it('finds none flaky whose exit code never changes', async () => {
    await fc.assert(
      fc.asyncProperty(anyRuns, fc.constantFrom(0, 1), async (some, exitCode) => {
        const { flakiest } = await tallied(ordered(some.map((each) => ({ ...each, exitCode }))));
        expect(flakiest).toEqual([]);
      }),
    );
  });

  it('has as many changes as neighbours of one command that differ', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(2), { minLength: 3, maxLength: 30 }), async (exits) => {
        const changes = exits.slice(1).filter((exit, at) => exit !== exits[at]).length;
        const [first] = (await tallied(runsWith(exits))).mostRun;
        expect(first).toMatchObject({ changes, compared: exits.length });
      }),
    );
  });

  it('lists the flakiest first by the share of changes, from three runs on', async () => {
    const runs = [
      ...runsWith([0, 1], { line: 1 }),
      ...runsWith([0, 1, 0, 0, 0, 0], { line: 2 }),
      ...runsWith([0, 1, 0], { line: 3 }),
      ...runsWith([0, 0, 0], { line: 4 }),
    ];
    expect((await tallied(runs)).flakiest.map(({ line }) => line)).toEqual([3, 2]);
  });

  it('does not compare runs that Ctrl+C or Ctrl+Z has ended, that run, or whose end is unknown', async () => {
    const runs = [run({ durationMs: undefined }), ...runsWith([0, 130, 148, undefined, 0, 0])];
    const { mostRun, flakiest } = await tallied(runs);
    expect(mostRun[0]).toMatchObject({ runs: 7, compared: 3, changes: 0 });
    expect(flakiest).toEqual([]);
  });

  it('sorts by median, and tells the time that 95% of the runs keep to', async () => {
    const times = Array.from({ length: 100 }, (_, at) => run({ line: 1, durationMs: at + 1 }));
    const slow = [1, 2000, 3000].map((durationMs) => run({ line: 2, durationMs }));
    const twice = [1, 1].map(() => run({ line: 3, durationMs: 9999 }));
    const { slowest } = await tallied([...times, ...slow, ...twice]);
    expect(slowest).toMatchObject([
      { line: 2, medianMs: 2000, p95Ms: 3000 },
      { line: 1, medianMs: 50, p95Ms: 95 },
    ]);
  });

  it('keeps to the limit, and tells the newest twenty runs, oldest first', async () => {
    const runs = Array.from({ length: 50 }, (_, line) =>
      runsWith(
        Array.from({ length: line + 1 }, () => 0),
        { line },
      ),
    ).flat();
    const { mostRun } = await tallied(runs, 3);
    expect(mostRun.map(({ line }) => line)).toEqual([49, 48, 47]);
    expect(mostRun[0]?.recent.map(({ startedAt }) => startedAt)).toEqual(
      Array.from({ length: 20 }, (_, at) => 30 + at),
    );
  });

  it('answers about no runs', async () => {
    expect(await tallied([])).toEqual({
      different: 0,
      failed: 0,
      totalMs: 0,
      mostRun: [],
      slowest: [],
      flakiest: [],
    });
  });
});
