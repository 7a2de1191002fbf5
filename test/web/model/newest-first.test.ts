import { describe, expect, it } from 'vitest';
import type { FindPlace, FoundCommand } from '../../../src/protocol/cotty/find.ts';
import { newestFirst } from '../../../src/web/model/history-search.ts';

type Told = { readonly [uri: string]: readonly number[] };

/** A host with commands that began at these times, of which it gives two at once. */
function host(told: Told) {
  const asked: string[] = [];
  const ask = async (uri: string, from: FindPlace | undefined) => {
    asked.push(uri);
    const all = (told[uri] ?? []).map((startedAt, index, { length }) =>
      command(uri, startedAt, length - index),
    );
    const left = all.filter(({ seq }) => seq < (from?.beforeSeq ?? Number.MAX_SAFE_INTEGER));
    const commands = left.slice(0, 2);
    const last = commands.at(-1);
    return {
      commands,
      ...(left.length > 2 && last && { next: { terminal: uri, beforeSeq: last.seq } }),
    };
  };
  return { ask, asked };
}

function command(terminal: string, startedAt: number, seq: number): FoundCommand {
  const facts = { commandId: `${terminal}${seq}`, commandLine: 'ls', lines: [], more: false };
  return { terminal, name: terminal, open: true, seq, startedAt, ...facts };
}

async function times(
  terminals: Parameters<typeof newestFirst>[0],
  ask: ReturnType<typeof host>['ask'],
  count = 100,
) {
  const found: number[] = [];
  for await (const { startedAt } of newestFirst(terminals, ask)) {
    found.push(startedAt);
    if (found.length === count) break;
  }
  return found;
}

const OPEN = Number.POSITIVE_INFINITY;

describe('newestFirst', () => {
  it('puts the commands of all terminals in the order of time', async () => {
    const { ask } = host({ a: [90, 50, 20, 10], b: [80, 70, 60, 30], c: [] });
    const terminals = ['a', 'b', 'c'].map((uri) => ({ uri, newest: OPEN }));
    expect(await times(terminals, ask)).toEqual([90, 80, 70, 60, 50, 30, 20, 10]);
  });

  it('asks a closed terminal only when none has a newer command', async () => {
    const { ask, asked } = host({ open: [90, 80, 70, 60], old: [20, 10], older: [5] });
    const terminals = [
      { uri: 'older', newest: 6 },
      { uri: 'open', newest: OPEN },
      { uri: 'old', newest: 25 },
    ];
    expect(await times(terminals, ask, 4)).toEqual([90, 80, 70, 60]);
    expect(asked).toEqual(['open', 'open']);
    expect(await times(terminals, ask)).toEqual([90, 80, 70, 60, 20, 10, 5]);
  });

  it('goes on in a terminal of which a stretch had nothing', async () => {
    const answers = [
      { commands: [], next: { terminal: 'a', beforeSeq: 9 } },
      { commands: [command('a', 3, 1)] },
    ];
    const found = newestFirst([{ uri: 'a', newest: OPEN }], async () => answers.shift() ?? { commands: [] });
    expect((await found.next()).value).toMatchObject({ startedAt: 3 });
    expect((await found.next()).done).toBe(true);
  });

  it('ends where a host would begin at the end of the same terminal again', async () => {
    const again = { commands: [], next: { terminal: 'a', beforeSeq: Number.MAX_SAFE_INTEGER } };
    const found = newestFirst([{ uri: 'a', newest: OPEN }], async () => again);
    expect((await found.next()).done).toBe(true);
  });
});
