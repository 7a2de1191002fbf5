import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withLimits } from '../../../src/host/common/limits.ts';
import { Replay } from '../../../src/host/stream/replay.ts';
import { TextLog } from '../../../src/host/text/text-log.ts';
import type { ActionEnvelope } from '../../../src/protocol/envelope.ts';

const MANY = { envelopes: 100, chars: 1_000_000 };

/** A replay of terminals with their logs, which are told of an envelope as the store tells them. */
class Channels {
  readonly replay: Replay;
  readonly logs = new Map<string, TextLog>();
  seq = 0;

  constructor(limits = MANY) {
    this.replay = new Replay(limits);
  }

  open(channel: string): TextLog {
    const log = new TextLog();
    this.logs.set(channel, log);
    this.replay.open(channel, log);
    return log;
  }

  print(channel: string, data: string, more: Partial<ActionEnvelope> = {}): ActionEnvelope {
    return this.add({ channel, action: { type: 'terminal/data', data }, serverSeq: 0, ...more });
  }

  add(envelope: ActionEnvelope): ActionEnvelope {
    this.seq += 1;
    const numbered = { ...envelope, serverSeq: this.seq };
    const { action } = envelope;
    if (action.type === 'terminal/data' && envelope.rejectionReason === undefined)
      this.logs.get(envelope.channel)?.append(action.data);
    this.replay.add(numbered);
    return numbered;
  }

  seqs(channel: string, since: number): readonly number[] | undefined {
    return this.replay.since(channel, since)?.map(({ serverSeq }) => serverSeq);
  }
}

const origin = { clientId: 'c', clientSeq: 1 };

describe('Replay', () => {
  it('tells every envelope as it was, whatever was printed, or that some are gone', () => {
    const step = fc.record({
      channel: fc.constantFrom('s', 't', 'unknown'),
      envelope: fc.oneof(
        fc.string({ maxLength: 40 }).map((data) => ({ action: { type: 'terminal/data', data } as const })),
        fc.constantFrom(
          { action: { type: 'terminal/data', data: 'read elsewhere' } as const, origin },
          { action: { type: 'terminal/data', data: 'less', _meta: { cotty: {} } } as const },
          { action: { type: 'terminal/data', data: 'no' } as const, origin, rejectionReason: 'no' },
          { action: { type: 'terminal/cleared' } as const },
          { action: { type: 'terminal/titleChanged', title: 'x' } as const, origin },
        ),
      ),
    });
    const limits = fc.record({ envelopes: fc.integer({ min: 1, max: 30 }), chars: fc.nat(8000) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), limits, fc.nat(60), (steps, most, since) => {
        const channels = new Channels(most);
        channels.open('s');
        channels.open('t');
        const all = steps.map(({ channel, envelope }) =>
          channels.add({ channel, serverSeq: 0, ...envelope }),
        );
        for (const channel of ['s', 't']) {
          const newer = all.filter((each) => each.channel === channel && each.serverSeq > since);
          const told = channels.replay.since(channel, since);
          if (told !== undefined) expect(told).toEqual(newer);
          else expect(newer).not.toEqual([]);
        }
      }),
    );
  });

  it('knows the newest envelopes and since when it knows them', () => {
    const channels = new Channels({ ...MANY, envelopes: 3 });
    channels.open('t');
    for (let count = 0; count < 20; count += 1) channels.print('t', 'x');
    expect(channels.seqs('t', 17)).toEqual([18, 19, 20]);
    expect(channels.seqs('t', 19)).toEqual([20]);
    expect(channels.seqs('t', 16)).toBeUndefined();
  });

  it('keeps its text in the log, and no longer than the envelope', () => {
    const channels = new Channels({ envelopes: 2, chars: 1_000_000 });
    const log = channels.open('t');
    for (const text of ['one ', 'two ', 'three']) channels.print('t', text);
    expect(log.read(log.begin)).toBe('two three');
    channels.replay.clear();
    expect(log.begin).toBe(log.end);
    expect(channels.seqs('t', 2)).toBeUndefined();
    expect(channels.seqs('t', 3)).toEqual([]);
  });

  it('forgets the oldest of a terminal when their text becomes too much, and nothing of others', () => {
    const channels = new Channels({ envelopes: 100, chars: 20_000 });
    channels.open('s');
    channels.open('t');
    channels.print('s', 'one');
    for (let count = 0; count < 10; count += 1) channels.print('t', 'x'.repeat(2800));
    expect(channels.seqs('t', 8)).toEqual([9, 10, 11]);
    expect(channels.seqs('t', 7)).toBeUndefined();
    expect(channels.seqs('s', 0)).toEqual([1]);
  });

  it('counts everything that clients put into an action, not only its text', () => {
    const channels = new Channels({ envelopes: 100, chars: 20_000 });
    channels.open('t');
    const action = { type: 'terminal/cleared', junk: 'x'.repeat(2800) } as const;
    for (let count = 0; count < 10; count += 1) channels.add({ channel: 't', serverSeq: 0, action, origin });
    expect(channels.seqs('t', 7)).toHaveLength(3);
    expect(channels.seqs('t', 6)).toBeUndefined();
  });

  it('still tells what a terminal said that is gone, until that is too long ago', () => {
    const channels = new Channels({ envelopes: 3, chars: 20_000 });
    channels.open('t');
    channels.print('t', 'last words');
    channels.replay.drop('t');
    expect(channels.replay.since('t', 0)).toMatchObject([{ action: { data: 'last words' } }]);
    channels.open('s');
    for (let count = 0; count < 3; count += 1) channels.print('s', 'x');
    expect(channels.seqs('t', 0)).toBeUndefined();
  });

  it('keeps within its usual limits of 4096 envelopes and 8 Mi of text, half of it of one terminal', () => {
    const { replayEnvelopes: envelopes, replayChars: chars } = withLimits();
    const channels = new Channels({ envelopes, chars });
    for (const name of ['r', 's', 't']) channels.open(name);
    for (let count = 0; count < 10_000; count += 1) channels.print('t', '');
    expect(channels.seqs('t', 10_000 - 4096)).toHaveLength(4096);
    expect(channels.seqs('t', 10_000 - 4097)).toBeUndefined();
    for (const name of ['r', 's', 't'])
      for (let count = 0; count < 100; count += 1) channels.print(name, 'x'.repeat(65_536));
    expect(channels.seqs('t', 10_300 - 63)).toHaveLength(63);
    expect(channels.seqs('t', 10_300 - 64)).toBeUndefined();
    const held = [...channels.logs.values()].reduce((sum, log) => sum + log.end - log.begin, 0);
    expect(held).toBeLessThanOrEqual(chars);
    expect(held).toBeGreaterThan(chars - 2 * 65_536);
  });
});
