import { describe, expect, it } from 'vitest';
import { boundedReducer } from '../../src/client/bounded-reducer.ts';
import type { TerminalState } from '../../src/protocol/terminal/state.ts';
import { contentChars, MAX_PARTS } from '../../src/protocol/terminal/trim.ts';

const empty: TerminalState = {
  title: 'zsh',
  content: [],
  lifecycle: { status: 'running' },
  claim: { kind: 'client', clientId: 'c1' },
};
const line = { type: 'terminal/data', data: 'xxxxxxxxx\n' } as const;

describe('boundedReducer', () => {
  it('keeps the content within its limit, the newest text first', () => {
    const reduce = boundedReducer({ limitChars: 100, keepChars: 50 });
    let state = empty;
    for (let n = 0; n < 1000; n += 1) {
      state = reduce(state, { ...line, data: `${String(n).padStart(9)}\n` });
      expect(contentChars(state.content)).toBeLessThanOrEqual(100);
    }
    expect(state.content).toMatchObject([{ value: expect.stringMatching(/^ +99\d\n.* 999\n$/s) }]);
  });

  it('measures a state that came with a snapshot', () => {
    const reduce = boundedReducer({ limitChars: 100, keepChars: 50 });
    reduce(empty, line);
    const snapshot: TerminalState = {
      ...empty,
      content: [{ type: 'unclassified', value: 'y\n'.repeat(60) }],
    };
    expect(contentChars(reduce(snapshot, line).content)).toBeLessThanOrEqual(50);
  });

  it('bounds the number of parts', () => {
    const reduce = boundedReducer();
    let state = empty;
    for (let n = 0; n < MAX_PARTS * 2; n += 1) {
      state = reduce(state, {
        type: 'terminal/commandExecuted',
        commandId: `${n}`,
        commandLine: '',
        timestamp: n,
      });
    }
    expect(state.content.length).toBeLessThanOrEqual(MAX_PARTS);
    expect(state.content.at(-1)).toMatchObject({ commandId: `${MAX_PARTS * 2 - 1}` });
  });

  it('drops the screen of a snapshot at the first change, and nothing else of the meta', () => {
    const reduce = boundedReducer();
    const _meta = { 'x-cotty': { screen: '…', liveFromEnd: 2, pid: 7 }, other: 1 };
    const next = reduce({ ...empty, _meta }, line);
    expect(next._meta).toEqual({ 'x-cotty': { pid: 7 }, other: 1 });
    expect(reduce(next, { type: 'terminal/input', data: 'x' })).toBe(next);
  });
});
