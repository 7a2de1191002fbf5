import { describe, expect, it } from 'vitest';
import { limitTable, withLimits } from '../../../src/host/common/limits.ts';
import { CONTENT_KEPT, Store } from '../../../src/host/stream/store.ts';
import { ROOT_URI } from '../../../src/protocol/common/uri.ts';
import type { TerminalState } from '../../../src/protocol/terminal/state.ts';

const state: TerminalState = {
  title: 'sh',
  content: [],
  lifecycle: { status: 'running' },
  claim: { kind: 'client', clientId: 'a' },
};
const data = (text: string) => ({ type: 'terminal/data', data: text }) as const;
const origin = { clientId: 'a', clientSeq: 1 };

describe('Store', () => {
  it('reduces, numbers and announces in one', () => {
    const store = new Store(withLimits());
    store.open('t', state);
    const seen: unknown[] = [];
    store.announceTo([{ take: (envelope) => seen.push([envelope, store.terminal('t')?.title]) }]);
    const envelope = store.apply('t', { type: 'terminal/titleChanged', title: 'new' }, origin);
    expect(envelope).toEqual({
      channel: 't',
      action: { type: 'terminal/titleChanged', title: 'new' },
      serverSeq: 1,
      origin,
    });
    expect(seen).toEqual([[envelope, 'new']]);
    expect(store.apply(ROOT_URI, { type: 'root/activeSessionsChanged', activeSessions: 2 }).serverSeq).toBe(
      2,
    );
    expect(store.root.activeSessions).toBe(2);
  });

  it('numbers a refusal but neither reduces nor announces it', () => {
    const store = new Store(withLimits());
    store.open('t', state);
    store.announceTo([{ take: () => expect.unreachable() }]);
    const refused = store.reject('t', { type: 'terminal/titleChanged', title: 'x' }, origin, 'no');
    expect(refused).toMatchObject({ serverSeq: 1, rejectionReason: 'no' });
    expect(store.terminal('t')).toBe(state);
    expect(store.serverSeq).toBe(1);
  });

  it('keeps the content within its limit, and says when the last part itself was cut', () => {
    const store = new Store(withLimits());
    store.open('t', state);
    store.apply('t', data('line\n'.repeat(limitTable.contentChars.value / 5)));
    expect(store.trim('t')).toBe(false);
    store.apply('t', data('line\n'.repeat(10)));
    expect(store.trim('t')).toBe(true);
    const [part] = store.terminal('t')?.content ?? [];
    expect(part?.type === 'unclassified' && part.value.length).toBeLessThanOrEqual(CONTENT_KEPT);
    expect(part?.type === 'unclassified' && part.value.startsWith('line\n')).toBe(true);
  });

  it('tells what a client missed on a channel, its own refusals but nobody else’s', () => {
    const store = new Store(withLimits());
    store.open('t', state);
    store.apply('t', data('1'));
    store.apply('other', data('2'));
    store.reject('t', data('3'), { clientId: 'a', clientSeq: 1 }, 'no');
    store.reject('t', data('4'), { clientId: 'b', clientSeq: 1 }, 'no');
    store.apply('t', data('5'));
    expect(store.missed('t', 0, 'a')?.map(({ serverSeq }) => serverSeq)).toEqual([1, 3, 5]);
    expect(store.missed('t', 3, 'a')?.map(({ serverSeq }) => serverSeq)).toEqual([5]);
    expect(store.missed('t', 5, 'a')).toEqual([]);
  });

  it('cannot tell what came before a terminal of that name was there, nor after a number not yet given', () => {
    const store = new Store(withLimits());
    store.open('t', state);
    store.apply('t', data('1'));
    store.drop('t');
    store.apply('other', data('2'));
    store.open('t', state);
    store.apply('t', data('3'));
    expect(store.missed('t', 1, 'a')).toBeUndefined();
    expect(store.missed('t', 2, 'a')?.map(({ serverSeq }) => serverSeq)).toEqual([3]);
    expect(store.missed('t', 4, 'a')).toBeUndefined();
  });
});
