import { describe, expect, it } from 'vitest';
import type { OutputSearch, OutputSearchResult } from '../../../../src/protocol/cotty/command-output.ts';
import type { Message } from '../../../../src/tui/model/message.ts';
import { findOutputs } from '../../../../src/tui/window/effects/find-outputs.ts';

const match = (seq: number) => ({ seq, line: 1, text: 'x' });

function told(messages: readonly Message[]) {
  return messages.map((message) =>
    message.kind === 'found'
      ? [message.found.matches.map(({ seq }) => seq).join(' '), message.found.ended, message.found.more]
      : message.kind,
  );
}

async function find(
  answers: readonly (OutputSearchResult | undefined)[],
  query = 'x',
  wantedFor = Number.POSITIVE_INFINITY,
) {
  const asked: OutputSearch[] = [];
  const messages: Message[] = [];
  const ask = (search: OutputSearch) => {
    asked.push(search);
    const answer = answers[asked.length - 1];
    return answer === undefined ? Promise.reject(new Error('unknown method')) : Promise.resolve(answer);
  };
  const isWanted = () => asked.length <= wantedFor;
  await findOutputs(ask, { uri: 'a', query, isWanted }, (message) => messages.push(message));
  return { asked, told: told(messages) };
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
    expect((await find([undefined])).told).toEqual([['', true, false]]);
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
