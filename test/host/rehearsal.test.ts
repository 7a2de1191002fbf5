import { describe, expect, it } from 'vitest';
import { rehearsal } from '../../src/host/rehearsal.ts';
import { HandClock } from '../support/hand-clock.ts';
import { MemoryHost, settled } from '../support/memory-host.ts';

describe('the rehearsal of a flood in the host', () => {
  it('comes to its end, and leaves nothing that would wake the process', async () => {
    const clock = new HandClock();
    const { step, end } = rehearsal(clock);
    let steps = 1;
    for (; step(); steps += 1) if (steps % 8 === 0) clock.pass(5);
    expect(steps).toBeGreaterThan(100);
    end();
    await settled();
    expect(clock.waiting).toBe(0);
  });

  it('leaves nothing either when it is given up at once', async () => {
    const clock = new HandClock();
    const { step, end } = rehearsal(clock);
    step();
    end();
    await settled();
    expect(clock.waiting).toBe(0);
  });

  it('waits until a client that connects has what it asks for', async () => {
    const memory = await MemoryHost.start({ warms: true });
    const { host, clock } = memory;
    clock.pass(400);
    memory.dial();
    const before = clock.waiting;
    clock.pass(400);
    expect(clock.waiting).toBe(before);
    clock.pass(100);
    expect(clock.waiting).toBeGreaterThan(before);
    await host.close();
  });
});
