import { describe, expect, it } from 'vitest';
import type { OutputSearch, OutputSearchResult } from '../../../src/protocol/cotty/command-output.ts';
import { ClosedError, RpcCode, RpcError } from '../../../src/rpc/errors.ts';
import type { Message } from '../../../src/tui/model/message.ts';
import { findOutputs } from '../../../src/tui/window/history-effects.ts';

const none: OutputSearchResult = { matches: [], more: false };
const match = (seq: number) => ({ seq, line: 1, text: 'x' });

function told(messages: readonly Message[]) {
  return messages.map((message) =>
    message.kind === 'found'
      ? [message.found.matches.map(({ seq }) => seq).join(' '), message.found.ended, message.found.more]
      : message.kind === 'failed'
        ? `failed: ${message.what}`
        : message.kind,
  );
}

const unknown = new RpcError(RpcCode.MethodNotFound, 'unknown method');
const refused = new RpcError(RpcCode.InternalError, 'disk full');
const lost = new ClosedError('the connection is closed');

async function find(
  answers: readonly (OutputSearchResult | Error)[],
  query = 'x',
  wantedFor = Number.POSITIVE_INFINITY,
) {
  const asked: OutputSearch[] = [];
  const messages: Message[] = [];
  const ask = (search: OutputSearch) => {
    asked.push(search);
    const answer = answers[asked.length - 1];
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer ?? none);
  };
  const isWanted = () => asked.length <= wantedFor;
  await findOutputs(ask, { uri: 'a', query, isWanted }, (message) => messages.push(message));
  const from = messages.flatMap((message) => (message.kind === 'found' ? [message.found.from] : []));
  return { asked, told: told(messages), from };
}

describe('a search in all outputs', () => {
  it('goes on where the host stopped, and tells what was found so far', async () => {
    const result = await find([
      { matches: [match(9)], more: true, next: { beforeSeq: 9 } },
      { matches: [], more: true, next: { seq: 4, fromLine: 70 } },
      { matches: [match(4)], more: false },
    ]);
    expect(result.asked).toEqual([
      { text: 'x', ignoreCase: true, limit: 500 },
      { text: 'x', ignoreCase: true, limit: 500, beforeSeq: 9 },
      { text: 'x', ignoreCase: true, limit: 500, seq: 4, fromLine: 70 },
    ]);
    expect(result.told).toEqual([
      ['9', false, false],
      ['9 4', true, false],
    ]);
  });

  it('tells that nothing was found, also by a host that knows no such request', async () => {
    expect((await find([{ matches: [], more: false }])).told).toEqual([['', true, false]]);
    expect((await find([unknown])).told).toEqual([['', true, false]]);
  });

  it('asks for the further matches of a command before it goes on', async () => {
    const result = await find([
      { matches: [match(9)], more: true, next: { beforeSeq: 9 }, rest: [{ seq: 9, fromLine: 2 }] },
      { matches: [match(9)], more: true, next: { seq: 9, fromLine: 3 } },
      { matches: [match(9)], more: false },
      { matches: [match(4)], more: false },
    ]);
    expect(result.asked.map(({ seq, fromLine, beforeSeq }) => [seq, fromLine, beforeSeq])).toEqual([
      [undefined, undefined, undefined],
      [9, 2, undefined],
      [9, 3, undefined],
      [undefined, undefined, 9],
    ]);
    expect(result.told.at(-1)).toEqual(['9 9 9 4', true, false]);
    expect(result.from).toEqual([9, 9, 9, 0]);
  });

  it('keeps what was found before a request that fails, and says which commands were not searched', async () => {
    const first = { matches: [match(9)], more: true, next: { beforeSeq: 9 } };
    const result = await find([first, refused]);
    expect(result.told).toEqual([['9', false, false], ['9', true, false], 'failed: search all outputs']);
    expect(result.from).toEqual([9, 9]);
    const nothing = await find([refused]);
    expect([nothing.told[0], nothing.from]).toEqual([['', true, false], [Number.POSITIVE_INFINITY]]);
  });

  it('asks again when the connection was lost', async () => {
    const first = { matches: [match(9)], more: true, next: { beforeSeq: 9 } };
    const again = await find([first, lost, { matches: [match(4)], more: false }]);
    expect(again.asked.map(({ beforeSeq }) => beforeSeq)).toEqual([undefined, 9, 9]);
    expect(again.told.at(-1)).toEqual(['9 4', true, false]);
    const closed = await find([first, lost, lost]);
    expect(closed.told.at(-1)).toBe('failed: search all outputs');
  });

  it('ends when nobody wants it any more, and at its limit', async () => {
    const page = { matches: Array.from({ length: 500 }, () => match(1)), more: true, next: { beforeSeq: 1 } };
    const stopped = await find([page, page, page], 'X', 1);
    expect([stopped.asked.length, stopped.told.length, stopped.asked[0]?.ignoreCase]).toEqual([2, 1, false]);
    const limited = await find(Array.from({ length: 20 }, () => page));
    expect(limited.asked).toHaveLength(10);
    expect(limited.told.at(-1)?.slice(1)).toEqual([true, true]);
  });
});
