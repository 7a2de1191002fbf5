import { describe, expect, test } from 'vitest';
import { compare } from '../../../src/review/compare/compare.ts';
import type { ComparedRun } from '../../../src/review/compare/comparison.ts';
import { previousRun } from '../../../src/review/compare/previous-run.ts';
import { unifiedRows } from '../../../src/review/compare/rows.ts';
import { cpuTime } from '../../support/cpu-time.ts';

const run = (output: string, more: Partial<ComparedRun> = {}): ComparedRun => ({
  output,
  startedAt: 0,
  finishedAt: 1000,
  exitCode: 0,
  ...more,
});
const lines = (count: number, text: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `${text(at)}\n`).join('');

describe('compare', () => {
  test('tells what is masked, and shows it when nothing is to be masked', () => {
    const [one, other] = [run('built in 3s\nit is 10:11:12\n'), run('built in 12s\nit is 10:12:12\n')];
    expect(compare(one, other)).toMatchObject({
      headline: 'nothing differs but times',
      same: true,
      masked: {
        lines: 2,
        kinds: [
          { kind: 'duration', count: 1 },
          { kind: 'time', count: 1 },
        ],
      },
    });
    expect(compare(one, other, { unmasked: true })).toMatchObject({
      headline: '2 lines differ',
      same: false,
    });
  });

  test.each([
    ['a name and its value', 'ttl = 300s', 'ttl = 30s'],
    ['a date behind a name', 'notAfter=Nov 29 10:00:00 2026 GMT', 'notAfter=Nov 29 10:00:00 2027 GMT'],
    [
      'a name of several words',
      '            Not After : Nov 29 10:00:00 2026 GMT',
      '            Not After : Dec  1 10:00:00 2026 GMT',
    ],
    ['a hash alone', '21c5aaa1f00d', '33b0f1a2beef'],
    ['a hash in a container image', 'sha256:21c5aaa1f00d', 'sha256:33b0f1a2beef'],
    ['a name and a value with a blank between', 'commit 21c5aaa1f00d', 'commit 33b0f1a2beef'],
    ['a hash and what it is of', '21c5aaa1f00d  keys.txt', '33b0f1a2beef  keys.txt'],
    ['a date alone', 'Sat Nov 28 10:50:50 UTC 2026', 'Sat Nov 28 10:50:51 UTC 2026'],
    ['times alone', '10:11:12 - 12:11:12', '10:11:12 - 12:11:13'],
    ['a line of YAML', '  ttl: 5 minutes', '  ttl: 5 hours'],
    ['an item of a list', '- expires: 2026-11-28', '- expires: 2027-11-28'],
    ['a line of JSON', '  "ttl": "300s",', '  "ttl": "30s",'],
    [
      'JSON in one line',
      '{"id": 12, "ttl": "300s", "name": "a, b"}',
      '{"id": 12, "ttl": "30s", "name": "a, b"}',
    ],
    ['JSON without blanks', '{"id":12,"ttl":"300s"}', '{"id":12,"ttl":"30s"}'],
    ['pairs in one line', 'host=a port=43817', 'host=a port=43818'],
    ['cells of a table', '| ttl | 300s |', '| ttl | 30s |'],
    ['cells with lines between', '│ expires │ 2026-11-28 │', '│ expires │ 2026-11-29 │'],
    ['comma-separated values', 'ttl,300s', 'ttl,30s'],
    ['an address with a port', '  Local:   http://localhost:43817/', '  Local:   http://localhost:43818/'],
    ['an address alone', 'http://localhost:43817/', 'http://localhost:43818/'],
    ['a uuid', 'id: 123e4567-e89b-12d3-a456-426614174000', 'id: 123e4567-e89b-12d3-a456-426614174001'],
    ['a duration that the run cannot have taken', 'duration: 3600s', 'duration: 7200s'],
  ])('masks nothing where noise is the value: %s', (_what, one, other) => {
    for (const around of [(line: string) => line, (line: string) => `took 3ms in all\n${line}\nend\n`]) {
      const found = compare(run(around(one)), run(around(other)));
      expect(found).toMatchObject({ same: false, removed: 1, added: 1, masked: { lines: 0 } });
      const [removed, added] = unifiedRows(found).filter(
        ({ kind }) => kind === 'removed' || kind === 'added',
      );
      expect(removed).toMatchObject({ text: one, changed: [[expect.any(Number), expect.any(Number)]] });
      expect(added).toMatchObject({ text: other, changed: [[expect.any(Number), expect.any(Number)]] });
    }
  });

  test.each([
    ['a duration among other words', 'built in 300ms', 'built in 30ms'],
    ['what a run has taken', 'took 300 ms', 'took 30 ms'],
    ['the time of a test runner', 'Time:        0.433 s', 'Time:        0.51 s'],
    ['the total time of a build', '[INFO] Total time:  0.4 s', '[INFO] Total time:  0.5 s'],
    [
      'when a build has ended',
      '[INFO] Finished at: 2026-11-28T10:50:50Z',
      '[INFO] Finished at: 2026-11-28T10:51:50Z',
    ],
    [
      'several measurements',
      'INFO: Elapsed time: 0.4s, Critical Path: 0.2s',
      'INFO: Elapsed time: 0.5s, Critical Path: 0.3s',
    ],
    ['what bash measures', 'real\t0m1.234s', 'real\t0m1.334s'],
    ['CPU time, which may be longer', 'user\t0m8.234s', 'user\t0m9.334s'],
    ['a test of one word', '  ✓ works 2ms', '  ✓ works 3ms'],
    ['a test with its time in brackets', 'works (2 ms)', 'works (3 ms)'],
    ['a line of a log', '2026-11-28 10:50:50 INFO: ready', '2026-11-28 10:51:50 INFO: ready'],
    [
      'a line of a log in JSON',
      '{"ts":"2026-11-28T10:50:50Z","level":"info","pid":4711}',
      '{"ts":"2026-11-28T10:51:50Z","level":"info","pid":4711}',
    ],
    [
      'a line of a log in pairs',
      'time=2026-11-28T10:50:50Z level=info took=3ms',
      'time=2026-11-28T10:51:50Z level=info took=4ms',
    ],
    ['a background job', '[1] 12345', '[1] 12346'],
    ['a random name', '/tmp/build.AbC123', '/tmp/build.XyZ789'],
    ['a random name behind another', 'cachedir: /tmp/build.AbC123', 'cachedir: /tmp/build.XyZ789'],
  ])('masks noise in %s', (_what, one, other) => {
    expect(compare(run(`${one}\n`), run(`${other}\n`))).toMatchObject({ same: true, masked: { lines: 1 } });
  });

  test('marks the words that differ in a line', () => {
    expect(unifiedRows(compare(run('the quick fox\n'), run('the slow fox\n')))).toEqual([
      { kind: 'removed', before: 1, text: 'the quick fox', changed: [[4, 9]] },
      { kind: 'added', after: 1, text: 'the slow fox', changed: [[4, 8]] },
    ]);
  });

  test('compares what a progress bar has come to, and nothing of a full-screen program', () => {
    const one = run('get 10%\rget 50%\rget done\r\n\x1b[?1049hvim\x1b[?1049l');
    expect(compare(one, run('get 20%\rget done\r\n')).same).toBe(true);
  });

  test('tells the change of exit code and duration', () => {
    const { headline, same, exitCode, durationMs } = compare(
      run('a\n'),
      run('a\n', { exitCode: 2, finishedAt: 13_000 }),
    );
    expect({ headline, same }).toEqual({ headline: 'exit 0 → 2, 12 s slower', same: false });
    expect({ exitCode, durationMs }).toEqual({
      exitCode: { before: 0, after: 2 },
      durationMs: { before: 1000, after: 13_000 },
    });
  });

  test('finds that lines only came in another order, or are more', () => {
    expect(compare(run('a\nb\nc\n'), run('c\nb\na\n')).headline).toBe('the same lines in another order');
    expect(compare(run('a\n'), run('a\nb\nc\n')).headline).toBe('2 lines more');
  });

  test('compares head and tail of a long output, and tells how much is left out', () => {
    const [one, other] = [
      lines(30, (at) => `row ${at}`),
      lines(30, (at) => (at === 15 ? 'other' : `row ${at}`)),
    ];
    const found = compare(run(one), run(other), { mostLines: 10 });
    expect(found).toMatchObject({ removed: 0, added: 0, cut: { before: 20, after: 20 } });
    expect(found.headline).toBe('nothing differs, but 20 lines were not compared');
    const [hunk] = found.hunks;
    expect(hunk?.kind === 'equal' && hunk.lines[5]?.after).toBe('[20 lines are not compared]');
    expect(compare(run(one), run(other), { mostLines: 1000, mostChars: 100 }).cut.before).toBeGreaterThan(0);
  });

  test('tells of lines that the record does not have', () => {
    const missing = { at: 2, lines: 1234 };
    const found = compare(run('a\nb\n', { missing }), run('a\nb\n', { missing: { at: 2, lines: 1235 } }));
    expect(found).toMatchObject({ removed: 1, added: 1, cut: { before: 1234, after: 1235 } });
  });

  test.each<readonly [string, string, string]>([
    ['a million lines', lines(1_000_000, (at) => `row ${at}`), lines(1_000_000, (at) => `other ${at}`)],
    ['one line of many megabytes', 'x'.repeat(2e7), 'y'.repeat(2e7)],
    ['nothing but line ends', '\n'.repeat(2e7), '\n'.repeat(2e7 - 1)],
    ['a cursor that goes up and down', 'ab\n\x1b[A'.repeat(1e6), 'abc\n\x1b[A'.repeat(1e6)],
    [
      'the same few lines in another order',
      lines(20_000, (at) => `row ${(at * 7919) % 97}`),
      lines(20_000, (at) => `row ${(at * 7727) % 97}`),
    ],
    ['lines full of numbers', '12:34:56 '.repeat(3e5), '1234567a '.repeat(3e5)],
  ])('takes not long for %s', (_name, one, other) => {
    const begun = cpuTime();
    const { hunks } = compare(run(one), run(other));
    expect(hunks.length).toBeGreaterThan(0);
    expect(cpuTime() - begun).toBeLessThan(8000);
  });
});

describe('the run with which one is compared', () => {
  const past = { seq: 1, commandLine: 'make', startedAt: 10, finishedAt: 20, exitCode: 1, cwd: 'file:///a' };
  const of = { ...past, seq: 9, startedAt: 100 };

  test('is the last of the same command line in the same folder', () => {
    const runs = [
      past,
      { ...past, seq: 2, startedAt: 30 },
      { ...past, seq: 3, startedAt: 40, cwd: 'file:///b' },
      { ...past, seq: 4, startedAt: 50, commandLine: 'make all' },
      { ...past, seq: 5, startedAt: 200 },
      { ...past, seq: 6, startedAt: 60, where: { host: 'box' } },
    ];
    expect(previousRun(of, runs, 'previous')?.seq).toBe(2);
    expect(previousRun(of, runs, 'green')).toBeUndefined();
    expect(previousRun(of, [...runs, { ...past, seq: 7, startedAt: 5, exitCode: 0 }], 'green')?.seq).toBe(7);
  });
});
