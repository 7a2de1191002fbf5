import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MergedHistory } from '../../../src/client/machines/merged-history.ts';
import type { HistoryCommand, HistoryQuery } from '../../../src/protocol/cotty/history.ts';

/** Commands of two hosts that have run in turns, newest first. */
function commandsOf(host: number, count: number): HistoryCommand[] {
  return Array.from({ length: count }, (_, at) => ({
    terminal: `ahp-terminal:/${host}`,
    name: `t${host}`,
    seq: count - at,
    commandId: `${host}-${count - at}`,
    commandLine: 'true',
    startedAt: (count - at) * 10 + host,
    finishedAt: (count - at) * 10 + host + 1,
    exitCode: 0,
    open: true,
  })) as unknown as HistoryCommand[];
}

function merged(counts: readonly number[], answers: (host: number) => boolean = () => true) {
  const all = counts.map((count, host) => commandsOf(host, count));
  return new MergedHistory<number>(async (host, { skip = 0, limit = 100 }: HistoryQuery) => {
    await new Promise<void>((resolve) => setImmediate(resolve));
    if (!answers(host)) throw new Error('no answer');
    const own = all[host] ?? [];
    return {
      commands: own.slice(skip, skip + limit),
      more: own.length > skip + limit,
      total: own.length,
    };
  });
}

const ids = (commands: readonly HistoryCommand[]) => commands.map(({ commandId }) => commandId);
const expected = (counts: readonly number[]) =>
  ids(
    counts
      .flatMap((count, host) => commandsOf(host, count))
      .toSorted((one, other) => other.startedAt - one.startedAt),
  );

describe('the history of several hosts', () => {
  test('has each command once, also where its pages are asked for at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(400), { minLength: 1, maxLength: 3 }),
        fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 8 }),
        async (counts, order) => {
          const history = merged(counts);
          const hosts = counts.map((_, host) => host);
          const page = (at: number) => history.page(hosts, { skip: at * 100, limit: 100 });
          const pages = new Map(await Promise.all(order.map(async (at) => [at, await page(at)] as const)));
          const all = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((at) => ids(pages.get(at)?.commands ?? []));
          expect(all).toEqual(expected(counts).slice(0, 800));
          const sum = counts.reduce((total, count) => total + count, 0);
          expect(pages.get(0)).toMatchObject({ total: sum, more: sum > 100 });
        },
      ),
      { numRuns: 60 },
    );
  });

  test('keeps what is known of a host that answers no more', async () => {
    let isThere = true;
    const history = merged([150, 150], (host) => host === 0 || isThere);
    const first = await history.page([0, 1], { limit: 100 });
    isThere = false;
    const second = await history.page([0, 1], { skip: 100, limit: 200 });
    const shown = [...ids(first.commands), ...ids(second.commands)];
    expect(new Set(shown).size).toBe(shown.length);
    // All of the one that answers, and the hundred of the other that had come.
    expect(shown.filter((id) => id.startsWith('0-'))).toHaveLength(150);
    expect(shown.filter((id) => id.startsWith('1-'))).toHaveLength(100);
    expect(second.more).toBe(false);
  });
});
