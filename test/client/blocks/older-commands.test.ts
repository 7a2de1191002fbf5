import { describe, expect, it } from 'vitest';
import { type AskCommands, OlderCommands } from '../../../src/client/blocks/older-commands.ts';
import type { CommandSummary } from '../../../src/protocol/cotty/command-output.ts';
import type { ContentPart } from '../../../src/protocol/terminal/state.ts';
import { ClosedError, RpcCode, RpcError } from '../../../src/rpc/errors.ts';
import { command } from '../../tui/blocks/sample.ts';

const summary = (seq: number): CommandSummary => ({
  seq,
  commandId: `cmd-${seq}`,
  commandLine: `run ${seq}`,
  timestamp: seq,
  isComplete: true,
  exitCode: 0,
  counts: { lines: 2, bytes: 10, chars: 10 },
});
const held = (...seqs: readonly number[]): ContentPart[] =>
  seqs.map((seq) => command({ commandId: `cmd-${seq}`, timestamp: seq, meta: { seq } }));
const ids = (content: readonly ContentPart[]) =>
  content.map((part) => (part.type === 'command' ? part.commandId.slice(4) : '-')).join(' ');

/** A host with this many commands; notes what it is asked. */
function host(count: number) {
  const asked: string[] = [];
  let last = count;
  const ask: AskCommands = ({ beforeSeq = Number.POSITIVE_INFINITY, limit }) => {
    asked.push(`${beforeSeq} ${limit}`);
    const newest = Math.min(last, beforeSeq - 1);
    const oldest = Math.max(1, newest - Math.min(limit, 1000) + 1);
    const commands = Array.from({ length: Math.max(0, newest - oldest + 1) }, (_, at) =>
      summary(oldest + at),
    );
    return Promise.resolve({ commands, more: oldest > 1 });
  };
  return { ask, asked, grow: (to: number) => (last = to) };
}

function metaOf(part: ContentPart | undefined): unknown {
  return part?.type === 'command' ? part._meta?.['x-cotty'] : undefined;
}

async function fetchAll(older: OlderCommands, content: readonly ContentPart[], times = 20): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    older.fetch(content);
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
  }
}

describe('older commands', () => {
  it('are fetched page by page, in order and without doubles', async () => {
    const { ask, asked } = host(10_000);
    let changes = 0;
    const older = new OlderCommands(ask, () => (changes += 1));
    const content = held(9_998, 9_999, 10_000);
    expect(older.before(content)).toBe(content);
    await fetchAll(older, content);
    expect(ids(older.before(content))).toBe(Array.from({ length: 10_000 }, (_, at) => at + 1).join(' '));
    expect(asked).toHaveLength(10);
    expect(changes).toBe(10);
  });

  it('are parts with all that a header needs, and a gap in place of the output', async () => {
    const older = new OlderCommands(host(1).ask, () => {});
    await fetchAll(older, held(2));
    expect(older.before(held(2))[0]).toEqual({
      type: 'command',
      commandId: 'cmd-1',
      commandLine: 'run 1',
      output: '',
      timestamp: 1,
      isComplete: true,
      exitCode: 0,
      _meta: {
        'x-cotty': {
          seq: 1,
          counts: { lines: 2, bytes: 10, chars: 10 },
          omitted: { at: 0, lines: 2, chars: 10 },
        },
      },
    });
  });

  it('close the gap when the content loses its oldest commands', async () => {
    const { ask, grow } = host(20);
    const older = new OlderCommands(ask, () => {});
    await fetchAll(older, held(15, 20));
    grow(5_000);
    await fetchAll(older, held(4_900, 5_000));
    const all = older.before(held(4_900, 5_000));
    expect(ids(all)).toBe([...Array.from({ length: 4_900 }, (_, at) => at + 1), 5_000].join(' '));
  });

  it('are fetched once, and none from a host that numbers no commands or knows no such request', async () => {
    const { ask, asked } = host(3);
    const older = new OlderCommands(ask, () => {});
    await fetchAll(older, held(3));
    expect(asked).toHaveLength(1);
    await fetchAll(older, [command({})]);
    expect(asked).toHaveLength(1);
    let refused = 0;
    const refusing = new OlderCommands(
      () => {
        refused += 1;
        return Promise.reject(new RpcError(RpcCode.MethodNotFound, 'unknown method'));
      },
      () => {},
    );
    await fetchAll(refusing, held(3));
    expect([refused, ids(refusing.before(held(3)))]).toEqual([1, '3']);
  });

  it('are asked for again when the connection was lost', async () => {
    const { ask } = host(3);
    let turn = 0;
    const older = new OlderCommands(
      (page) => (turn++ === 0 ? Promise.reject(new ClosedError('lost')) : ask(page)),
      () => {},
    );
    await fetchAll(older, held(3), 1);
    expect(ids(older.before(held(3)))).toBe('3');
    await fetchAll(older, held(3), 1);
    expect(ids(older.before(held(3)))).toBe('1 2 3');
  });

  it('are put before the content once, not at each read', async () => {
    const older = new OlderCommands(host(3).ask, () => {});
    const content = held(3);
    await fetchAll(older, content);
    const all = older.before(content);
    expect(older.before(content)).toBe(all);
    const next = [...content, command({ commandId: 'cmd-4', meta: { seq: 4 } })];
    expect(ids(older.before(next))).toBe('1 2 3 4');
  });

  it('are gone when the terminal is cleared, and come anew', async () => {
    const { ask } = host(4);
    const older = new OlderCommands(ask, () => {});
    await fetchAll(older, held(4));
    older.clear();
    expect(ids(older.before(held(4)))).toBe('4');
    await fetchAll(older, held(4));
    expect(ids(older.before(held(4)))).toBe('1 2 3 4');
  });
});

it('gives a command that the content no longer has its note, and takes it away', async () => {
  const { ask } = host(3);
  const older = new OlderCommands(ask, () => {});
  await fetchAll(older, held(3));
  const meta = () => metaOf(older.before(held(3))[0]);
  older.annotate('cmd-1', { note: { text: 'flaky', at: 1 }, bookmarked: true });
  expect(meta()).toMatchObject({ note: { text: 'flaky' }, bookmarked: true });
  older.annotate('cmd-1', { note: { text: '', at: 2 }, bookmarked: false });
  expect(meta()).not.toHaveProperty('note');
  expect(meta()).not.toHaveProperty('bookmarked');
});
