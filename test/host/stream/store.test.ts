import { describe, expect, it } from 'vitest';
import { limitTable, withLimits } from '../../../src/host/ground/limits.ts';
import { ReplayBuffer } from '../../../src/host/stream/replay-buffer.ts';
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

describe('Replay', () => {
  const envelope = (serverSeq: number, length = 0) => ({
    channel: 't',
    action: data('x'.repeat(length)),
    serverSeq,
  });

  it('knows the newest envelopes and since when it knows them', () => {
    const replay = new ReplayBuffer({ envelopes: 3, bytes: 1_000_000 });
    for (let seq = 1; seq <= 20; seq += 1) replay.add(envelope(seq));
    expect(replay.since(17)?.map(({ serverSeq }) => serverSeq)).toEqual([18, 19, 20]);
    expect(replay.since(19)?.map(({ serverSeq }) => serverSeq)).toEqual([20]);
    expect(replay.since(16)).toBeUndefined();
  });

  it('forgets the oldest when their text becomes too much', () => {
    const replay = new ReplayBuffer({ envelopes: 100, bytes: 10_000 });
    for (let seq = 1; seq <= 10; seq += 1) replay.add(envelope(seq, 2800));
    expect(replay.since(7)?.map(({ serverSeq }) => serverSeq)).toEqual([8, 9, 10]);
    expect(replay.since(6)).toBeUndefined();
  });

  it('counts everything that clients put into an action, not only its text', () => {
    const replay = new ReplayBuffer({ envelopes: 100, bytes: 10_000 });
    for (let seq = 1; seq <= 10; seq += 1) {
      const action = { type: 'terminal/cleared', junk: 'x'.repeat(2800) } as const;
      replay.add({ ...envelope(seq), action, origin: { clientId: 'c', clientSeq: seq } });
    }
    expect(replay.since(7)).toHaveLength(3);
    expect(replay.since(6)).toBeUndefined();
  });

  it('keeps within its usual limits of 4096 envelopes and 8 Mi of text', () => {
    const { replayEnvelopes: envelopes, replayChars: bytes } = withLimits();
    const replay = new ReplayBuffer({ envelopes, bytes });
    for (let seq = 1; seq <= 10_000; seq += 1) replay.add(envelope(seq));
    expect(replay.since(10_000 - 4096)).toHaveLength(4096);
    expect(replay.since(10_000 - 4097)).toBeUndefined();
    for (let seq = 10_001; seq <= 10_200; seq += 1) replay.add(envelope(seq, 65_536));
    expect(replay.since(10_200 - 127)).toHaveLength(127);
    expect(replay.since(10_200 - 128)).toBeUndefined();
  });
});
