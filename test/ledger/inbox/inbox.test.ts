import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inboxPath, readInboxes } from '../../../src/ledger/inbox/inbox-files.ts';
import { formatInboxRow, type InboxRow, parseInboxRow } from '../../../src/ledger/inbox/inbox-row.ts';
import {
  emptyInbox,
  inboxReducer,
  rowsOf,
  WAKE_CHARS_KEPT,
  WAKES_KEPT,
} from '../../../src/ledger/inbox/inbox-state.ts';
import type { ProgramTold, Wake, WatchFilter } from '../../../src/protocol/cotty/wake.ts';
import { temporaryFolder } from '../support.ts';

const KEY = 'agent:ada';

const wake = (n: number, change: Partial<Wake> = {}): Wake => ({
  n,
  channel: 'ahp-terminal:/1',
  terminal: 'build',
  seq: n,
  command_id: `cmd-${n}`,
  cmd: `echo ${n}`,
  writer: null,
  finished_at: '2026-05-22T14:03:25.000Z',
  duration_s: 0.5,
  exit: 0,
  timed_out: false,
  killed_by_restart: false,
  tail: [`${n}`],
  error_line: null,
  ...change,
});

const channel = fc.constantFrom('ahp-terminal:/1', 'ahp-terminal:/2', '__proto__');
const count = fc.nat(30);
const heard = fc.array(fc.tuple(channel, count), { maxLength: 3 });
const anyRow: fc.Arbitrary<InboxRow> = fc.oneof(
  fc.record({
    kind: fc.constant('wake' as const),
    wake: fc
      .record(
        {
          n: count,
          channel,
          tail: fc.array(fc.constantFrom('', 'a'), { maxLength: 2 }),
          program: fc.constantFrom<ProgramTold>(
            { state: 'done', since: new Date(5000).toISOString() },
            {
              ...{ state: 'blocked', kind: 'question', app: 'codex', title: 'T', msg: 'Which?' },
              since: new Date(7000).toISOString(),
            },
          ),
        },
        { requiredKeys: ['n', 'channel', 'tail'] },
      )
      .map(({ n, ...rest }) => wake(n, rest)),
  }),
  fc.record({ kind: fc.constant('ack' as const), n: count }),
  fc.record({ kind: fc.constant('heard' as const), heard }),
  fc.record({ kind: fc.constant('gone' as const), channels: fc.array(channel) }),
  fc.record({ kind: fc.constant('unwatch' as const), id: fc.constantFrom('watch-1', 'watch-2') }),
  fc.record({ kind: fc.constant('forget' as const), channel, seq: count }),
  fc.record(
    {
      kind: fc.constant('watch' as const),
      heard,
      told: heard,
      watch: fc.record({
        id: fc.constantFrom('watch-1', 'watch-2'),
        subscriber: fc.constant(KEY),
        channel,
        filter: fc.constantFrom<WatchFilter>(
          {},
          { failed: true },
          { matches: 'x', longerThanMs: 3 },
          { program: 'blocked' },
        ),
      }),
    },
    { requiredKeys: ['kind', 'heard', 'watch'] },
  ),
);

const stateOf = (rows: readonly InboxRow[]) => rows.reduce(inboxReducer, { ...emptyInbox, whole: true });

describe('the rows of an inbox', () => {
  test('are read as they were written', () => {
    fc.assert(
      fc.property(anyRow, (row) => {
        const line = formatInboxRow(KEY, row);
        expect(line.indexOf('\n')).toBe(line.length - 1);
        expect(parseInboxRow(line)).toEqual({ ok: true, key: KEY, row });
      }),
    );
  });

  test('written anew come to the same', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 40 }), (rows) => {
        const state = stateOf(rows);
        expect(rowsOf(state).reduce(inboxReducer, emptyInbox)).toEqual(state);
      }),
    );
  });

  test('are none in any other line', () => {
    const line = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.json().map((text) => `{"v":1,"row":"wake","for":"x","wake":${text}}`),
    );
    fc.assert(
      fc.property(line, (text) => {
        expect(parseInboxRow(text).ok).toBe(false);
      }),
    );
    expect(parseInboxRow('{"v":2,"row":"ack","for":"x","n":1}')).toEqual({
      ok: false,
      why: 'unknown version 2',
    });
  });

  test('keep no more wakes, and no more text, than there is room for', () => {
    const many = stateOf(
      Array.from({ length: WAKES_KEPT + 5 }, (_, n) => ({ kind: 'wake', wake: wake(n + 1) })),
    );
    expect(many).toMatchObject({ dropped: 5, last: WAKES_KEPT + 5 });
    expect(many.wakes[0]?.n).toBe(6);
    const cmd = 'x'.repeat(WAKE_CHARS_KEPT / 4);
    const large = stateOf([1, 2, 3, 4, 5].map((n) => ({ kind: 'wake', wake: wake(n, { cmd }) })));
    expect(large).toMatchObject({ dropped: 2, wakes: [{ n: 3 }, { n: 4 }, { n: 5 }] });
    expect(inboxReducer(large, { kind: 'ack', n: 3 })).toMatchObject({
      dropped: 0,
      wakes: [{ n: 4 }, { n: 5 }],
    });
  });
});

describe('the files of inboxes', () => {
  function store(folder: string, key: string, rows: readonly InboxRow[], more = ''): string {
    const path = inboxPath(folder, key);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, rows.map((row) => formatInboxRow(key, row)).join('') + more);
    return path;
  }

  test('cut at any byte lose no more than the line that was cut', async () => {
    const folder = temporaryFolder();
    const path = store(folder, KEY, [
      ...rowsOf(emptyInbox),
      ...[1, 2, 3].map((n): InboxRow => ({ kind: 'wake', wake: wake(n) })),
    ]);
    const whole = readFileSync(path);
    const ends = [...whole.entries()].filter(([, byte]) => byte === 0x0a).map(([at]) => at);
    for (let at = (ends[0] ?? 0) + 1; at < whole.length; at += 7) {
      writeFileSync(path, whole.subarray(0, at));
      const [inbox] = await readInboxes(folder, () => {});
      // A line whose line break alone is missing still says all.
      const lines = ends.filter((end) => end <= at).length;
      expect(inbox?.state.wakes.map(({ n }) => n)).toEqual([1, 2, 3].slice(0, lines - 1));
      expect(inbox?.sound).toBe(whole[at - 1] === 0x0a);
    }
  });

  test('have one subscriber each; rows of others and what is no row are set aside', async () => {
    const folder = temporaryFolder();
    const path = store(folder, KEY, [{ kind: 'wake', wake: wake(1) }]);
    store(folder, 'user:ada', [{ kind: 'wake', wake: wake(7) }]);
    appendFileSync(path, `${formatInboxRow('user:tom', { kind: 'ack', n: 1 })}\n\n{}\n`);
    const aside: string[] = [];
    const inboxes = await readInboxes(folder, (what) => aside.push(what));
    expect(inboxes.map(({ key, state }) => [key, state.wakes.length, state.whole]).sort()).toEqual([
      ['agent:ada', 1, false],
      ['user:ada', 1, false],
    ]);
    expect(aside).toHaveLength(2);
  });

  test('are none where nothing was ever watched', async () => {
    expect(await readInboxes(temporaryFolder(), () => {})).toEqual([]);
  });
});
