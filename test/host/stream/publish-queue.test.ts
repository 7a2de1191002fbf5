import { describe, expect, it } from 'vitest';
import { PublishQueue } from '../../../src/host/stream/publish-queue.ts';
import type { ActionEnvelope } from '../../../src/protocol/envelope.ts';

const envelope = (serverSeq: number): ActionEnvelope => ({
  channel: 't',
  action: { type: 'terminal/data', data: 'x' },
  serverSeq,
});

describe('what is published while envelopes are sent', () => {
  it('follows them, whoever asks for it', () => {
    const sent: number[] = [];
    // A viewer that is given up leaves, which changes the list of terminals.
    const because: Record<number, () => void> = {
      1: () => {
        queue.add(envelope(3));
        queue.flush();
      },
      3: () => {
        for (let seq = 4; seq <= 100; seq += 1) queue.add(envelope(seq));
      },
    };
    const queue: PublishQueue = new PublishQueue((envelopes) => {
      for (const { serverSeq } of envelopes) {
        because[serverSeq]?.();
        sent.push(serverSeq);
      }
    });
    queue.add(envelope(1));
    queue.add(envelope(2));
    queue.flush();
    expect(sent).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  });

  it('is sent although sending failed', async () => {
    const sent: number[] = [];
    const queue: PublishQueue = new PublishQueue(([first]) => {
      if (first?.serverSeq !== 1) {
        sent.push(first?.serverSeq ?? 0);
        return;
      }
      queue.add(envelope(2));
      throw new Error('one viewer');
    });
    queue.add(envelope(1));
    expect(() => queue.flush()).toThrow('one viewer');
    await Promise.resolve();
    expect(sent).toEqual([2]);
  });
});
