import { describe, expect, it } from 'vitest';
import { memoryPair } from '../../src/rpc/transport.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('memoryPair', () => {
  it('delivers in order, not before the sender has returned', async () => {
    const [left, right] = memoryPair();
    const received: string[] = [];
    right.onMessage((text) => received.push(text));
    left.send('a');
    left.send('b');
    expect(received).toEqual([]);
    await turn();
    expect(received).toEqual(['a', 'b']);
  });

  it('keeps what comes before somebody listens', async () => {
    const [left, right] = memoryPair();
    left.send('early');
    await turn();
    const received: string[] = [];
    right.onMessage((text) => received.push(text));
    left.send('late');
    await turn();
    expect(received).toEqual(['early', 'late']);
  });

  it('delivers nothing while it is held, then all of it in order', async () => {
    const [left, right] = memoryPair();
    const received: string[] = [];
    right.onMessage((text) => {
      received.push(text);
      if (text === 'b') right.hold(true);
    });
    for (const text of ['a', 'b', 'c', 'd']) left.send(text);
    await turn();
    left.send('e');
    await turn();
    expect(received).toEqual(['a', 'b']);
    expect(left.buffered).toBe(3);
    right.hold(false);
    await turn();
    expect(received).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(left.buffered).toBe(0);
  });

  it('says truthfully how much is under way, and when it has become less', async () => {
    const [left, right] = memoryPair();
    const seen: number[] = [];
    left.onDrain(() => seen.push(left.buffered));
    left.send('12345');
    left.send('678');
    await turn();
    expect(left.buffered).toBe(8);
    right.onMessage(() => seen.push(left.buffered));
    await turn();
    expect(seen).toEqual([3, 0, 0]);
  });

  it('delivers what was sent before a close, then tells both ends once', async () => {
    const [left, right] = memoryPair();
    const events: string[] = [];
    right.onMessage((text) => events.push(text));
    right.onClose(({ code, clean }) => events.push(`right ${code} ${clean}`));
    left.onClose(({ code, reason }) => events.push(`left ${code} ${reason}`));
    left.send('last');
    left.close(1001, 'bye');
    left.close();
    right.close();
    left.send('too late');
    await turn();
    expect(events).toEqual(['last', 'left 1001 bye', 'right 1001 true']);
  });

  it('tells a late listener of the close too', async () => {
    const [left, right] = memoryPair();
    left.close(1006);
    await turn();
    const reasons: unknown[] = [];
    right.onClose((why) => reasons.push(why));
    expect(reasons).toEqual([{ code: 1006, reason: '', clean: false }]);
  });
});
