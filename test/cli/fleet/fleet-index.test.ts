import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  FleetIndex,
  type IndexQuery,
  indexFolder,
  type StreamMessage,
} from '../../../src/cli/fleet/fleet-index.ts';
import { type CommandEvent, formatEvent, subjectOf } from '../../../src/fleet/event.ts';
import { subjectsOf } from '../../../src/fleet/subjects.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-index-'));
});
afterEach(() => removeFolder(folder));

const HOSTS = ['0000000000000001', '0000000000000002'] as const;

const subjects = subjectsOf('cotty');

/** The subject of an event, and what is published there. */
type Published = readonly [subject: string, text: string];

function event(
  kind: CommandEvent['kind'],
  seq: number,
  more: object = {},
  host: string = HOSTS[0],
): Published {
  const began = kind === 'began';
  const made: CommandEvent = {
    kind,
    host: { id: host, name: host === HOSTS[0] ? 'box' : 'far' },
    terminal: { id: 'build-1', name: 'build', uri: 'ahp-terminal:/build' },
    record: {
      seq,
      cmd: `make target-${seq}`,
      writer: 'user:ada',
      started_at: new Date(1_000_000 * (seq + 1)).toISOString(),
      finished_at: began ? null : new Date(1_000_000 * (seq + 1) + 2000).toISOString(),
      duration_s: began ? null : 2,
      exit: began ? null : seq % 2,
      killed_by_restart: false,
      timed_out: false,
      cwd: '/src/app',
      command_id: `cmd-${seq}`,
      cmd_cut: 0,
      redacted: [],
      ...more,
    },
  };
  return [subjects.event(subjectOf(made)), formatEvent(made)];
}

async function* from(messages: readonly StreamMessage[]) {
  yield* messages;
}

/** The server has stored them long after everything else here. */
const LATE = 1e12;
const numbered = (published: readonly Published[]) =>
  published.map(([subject, text], at) => ({ position: at + 1, subject, at: LATE, text }));
const all: IndexQuery = { words: [], failed: false, limit: Number.POSITIVE_INFINITY };

async function indexed(
  texts: readonly Published[],
  at = folder,
  anew = false,
  first = 1,
): Promise<FleetIndex> {
  const index = await FleetIndex.open(at, subjects, anew);
  index.begin({ created: 'stream', first, last: texts.length });
  const after = index.position;
  await index.take(from(numbered(texts).filter(({ position }) => position > after && position >= first)));
  return index;
}

async function found(
  texts: readonly Published[],
  query: Partial<IndexQuery> = {},
  ...more: [string?, boolean?, number?]
) {
  const index = await indexed(texts, ...more);
  try {
    return index.find({ ...all, ...query }).found;
  } finally {
    index.close();
  }
}

describe('the index of a fleet', () => {
  const texts = [
    event('began', 1),
    event('ended', 1),
    event('ended', 2, { cmd: 'echo "50%_of" AND \'x\' OR*', cwd: '/srcs' }),
    event('ended', 3, { writer: 'agent:ci', killed_by_restart: true, exit: null }),
    event('began', 4),
    event('ended', 1, { cmd: 'ls', cwd: '/src' }, HOSTS[1]),
  ];
  const seqs = async (query: Partial<IndexQuery>) =>
    (await found(texts, query)).map(({ host, record }) => `${host.name} ${record.seq}`);

  test('finds by text, host, folder, writer, exit code, time and failure, the newest first', async () => {
    expect(await seqs({})).toEqual(['box 4', 'box 3', 'box 2', 'far 1', 'box 1']);
    expect(await seqs({ words: ['TARGET', '3'] })).toEqual(['box 3']);
    expect(await seqs({ words: ['ls'] })).toEqual(['far 1']);
    for (const word of ['"50%_of"', 'AND', "'x'", 'OR*'])
      expect(await seqs({ words: [word] })).toEqual(['box 2']);
    expect(await seqs({ words: ['*"'] })).toEqual([]);
    expect(await seqs({ host: HOSTS[1] })).toEqual(['far 1']);
    expect(await seqs({ folder: '/src' })).toEqual(['box 4', 'box 3', 'far 1', 'box 1']);
    expect(await seqs({ writer: 'ci' })).toEqual(['box 3']);
    expect(await seqs({ failed: true })).toEqual(['box 3', 'far 1', 'box 1']);
    expect(await seqs({ exitCode: 0 })).toEqual(['box 2']);
    expect(await seqs({ since: 3_000_000, until: 4_500_000 })).toEqual(['box 3', 'box 2']);
    expect(await seqs({ longerThanMs: 2001 })).toEqual([]);
    expect(await seqs({ terminal: 'build-1', seq: 1, host: HOSTS[0] })).toEqual(['box 1']);
    const index = await indexed(texts);
    expect(index.find({ ...all, limit: 2 })).toMatchObject({ more: true, found: [{}, {}] });
    index.close();
  });

  test('is the same made anew as it was made bit by bit, with events twice and out of order', async () => {
    const kinds = fc.constantFrom<CommandEvent['kind']>('began', 'ended', 'left');
    const events = fc.array(fc.tuple(kinds, fc.nat(4), fc.constantFrom(...HOSTS)), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(events, fc.nat(20), async (made, cut) => {
        const stream = made.map(([kind, seq, host]) => event(kind, seq, { cmd: `${kind} ${seq}` }, host));
        const bit = join(folder, 'bit');
        (await indexed(stream.slice(0, cut), bit, true)).close();
        const byBits = await found(stream, {}, bit);
        expect(await found(stream, {}, join(folder, 'anew'), true)).toEqual(byBits);
        // Whatever the order: what tells most of a command counts.
        const facts = (list: typeof byBits) =>
          list.map(({ host, record }) => `${host.id} ${record.seq} ${record.cmd}`);
        const back = await found([...stream].reverse(), {}, join(folder, 'back'), true);
        expect(facts(back).toSorted()).toEqual(facts(byBits).toSorted());
      }),
      { numRuns: 15 },
    );
  });

  test('forgets what was forgotten, and drops what the stream has dropped', async () => {
    const forgot = event('forgot', 2, { cmd: '[forgotten]', started_at: new Date(0).toISOString() });
    const stream = [...texts, forgot, event('ended', 2)];
    expect(await found(stream, { words: ['50%'] })).toEqual([]);
    expect(await found(stream, { seq: 2 })).toMatchObject([
      { record: { cmd: '[forgotten]', forgotten: true, exit: 0 } },
    ]);
    expect(await found(stream, {}, folder, false, 5)).toHaveLength(3);
    expect(await found(stream, {}, join(folder, 'anew'), true, 5)).toHaveLength(3);
  });

  test('is made anew when it is damaged, of another version, or of another stream', async () => {
    const wanted = await found(texts);
    writeFileSync(
      join(folder, 'index.db'),
      'this is no database, but it is long enough to be one'.repeat(50),
    );
    expect(await found(texts)).toEqual(wanted);
    const other = await FleetIndex.open(folder, subjects, false);
    other.begin({ created: 'another', first: 1, last: 9 });
    expect(other.position).toBe(0);
    expect(other.find(all).found).toEqual([]);
    other.close();
  });

  test('is not locked by a process that was killed, and serves one at a time', async () => {
    mkdirSync(join(folder, 'index.db.lock'));
    const first = await indexed(texts);
    let isOpen = false;
    const second = FleetIndex.open(folder, subjects, false).then((index) => {
      isOpen = true;
      return index;
    });
    expect(first.find(all).found).toHaveLength(5);
    expect(isOpen).toBe(false);
    first.close();
    (await second).close();
  });

  test('drops and counts what is no event, and what says that it is of another host, terminal or kind', async () => {
    const [subject, genuine] = event('ended', 1);
    const [others] = event('ended', 1, {}, HOSTS[1]);
    const [, forgot] = event('forgot', 1);
    const bad: readonly Published[] = [
      ...['', '{}', '{"v":1', JSON.stringify({ v: 2, kind: 'ended' }), forgot].map(
        (text) => [subject, text] as const,
      ),
      [others, genuine],
      [subject.replace('build-1', 'build-2'), genuine],
      ['cotty.nobody.build-1.ended', genuine],
    ];
    const index = await indexed([[subject, genuine], ...bad]);
    expect(index.find(all).found).toMatchObject([
      { host: { id: HOSTS[0] }, record: { seq: 1, cmd: 'make target-1' } },
    ]);
    expect(index.dropped).toEqual([
      [HOSTS[0], 6],
      [HOSTS[1], 1],
      ['nobody', 1],
    ]);
    // They are dropped with the messages of the stream.
    index.begin({ created: 'stream', first: 9, last: 9 });
    expect(index.dropped).toEqual([['nobody', 1]]);
    index.close();
  });

  test('has both commands where a number was given twice, and forgets both', async () => {
    const again = event('ended', 1, { cmd: 'make again', started_at: new Date(9_000_000).toISOString() });
    const stream = [event('began', 1), event('ended', 1), again];
    const cmds = async (list: readonly Published[], at: string) =>
      (await found(list, {}, join(folder, at))).map(({ record }) => record.cmd);
    expect(await cmds(stream, 'both')).toEqual(['make again', 'make target-1']);
    expect(await cmds([...stream, event('forgot', 1)], 'none')).toEqual(['[forgotten]', '[forgotten]']);
  });

  test('takes a command by a clock that goes ahead as old as the server says', async () => {
    const ahead = event('ended', 1, { started_at: '2999-01-01T00:00:00.000Z' });
    const stream = numbered([ahead]).concat(
      numbered([event('ended', 2)]).map((each) => ({ ...each, position: 2 })),
    );
    const index = await FleetIndex.open(folder, subjects, false);
    index.begin({ created: 'stream', first: 1, last: 2 });
    await index.take(from(stream.map((each) => ({ ...each, at: each.position * 2_000_000 }))));
    const seqs = (query: Partial<IndexQuery>) =>
      index.find({ ...all, ...query }).found.map(({ record }) => record.seq);
    expect(seqs({})).toEqual([2, 1]);
    expect(seqs({ since: 2_500_000 })).toEqual([2]);
    index.close();
  });

  test('has a folder for each way to reach a fleet', () => {
    const env = { HOME: '/home/ada', XDG_CACHE_HOME: 'relative' };
    const options = { servers: ['nats://a:4222'], prefix: 'cotty' };
    const one = indexFolder(options, env);
    expect(one).toMatch(/^\/home\/ada\/\.cache\/cotty\/fleet\/[0-9a-f]{16}$/);
    expect(indexFolder({ ...options, creds: '/x.creds' }, env)).not.toBe(one);
    expect(indexFolder(options, { XDG_CACHE_HOME: '/c' })).toMatch(/^\/c\/cotty\/fleet\//);
  });
});
