import { beforeEach, describe, expect, it } from 'vitest';
import { BurstEnd } from '../../../src/screen/skim/burst-end.ts';
import { HandClock } from '../../support/hand-clock.ts';

const FLOOD = 256 * 1024;

describe('the end of a flood', () => {
  let clock: HandClock;
  let ends: number;
  let flood: BurstEnd;

  beforeEach(() => {
    clock = new HandClock();
    ends = 0;
    flood = new BurstEnd({
      onEnd: () => {
        ends += 1;
      },
      after: (ms, run) => clock.after(ms, run),
    });
  });

  it('is told once, a second after the last of it, and no timer is left', () => {
    flood.printed(FLOOD);
    clock.pass(999);
    expect(ends).toBe(0);
    clock.pass(1);
    expect([ends, clock.waiting]).toEqual([1, 0]);
    clock.pass(60_000);
    expect(ends).toBe(1);
  });

  it('does not come while more is printed', () => {
    for (let turn = 0; turn < 20; turn += 1) {
      flood.printed(FLOOD);
      clock.pass(500);
    }
    expect(ends).toBe(0);
    clock.pass(1000);
    expect(ends).toBe(1);
  });

  it('comes although a spinner goes on', () => {
    flood.printed(FLOOD);
    for (let turn = 0; turn < 10; turn += 1) {
      flood.printed(20);
      clock.pass(100);
    }
    expect(ends).toBe(1);
  });

  it('comes although 16 KiB follow in a second, not although more do', () => {
    flood.printed(FLOOD);
    flood.printed(16 * 1024 + 1);
    clock.pass(1000);
    expect(ends).toBe(0);
    flood.printed(16 * 1024);
    clock.pass(1000);
    expect(ends).toBe(1);
  });

  it('waits for nobody who typed before', () => {
    flood.touched();
    flood.printed(FLOOD);
    clock.pass(1000);
    expect(ends).toBe(1);
  });

  it('waits for somebody who types', () => {
    flood.printed(FLOOD);
    clock.pass(500);
    flood.touched();
    clock.pass(500);
    expect(ends).toBe(0);
    clock.pass(1000);
    expect(ends).toBe(1);
  });

  it('needs a flood: little output sets no timer, however often it comes', () => {
    for (let turn = 0; turn < 100; turn += 1) flood.printed(1000);
    expect(clock.waiting).toBe(0);
  });

  it('is told of the next flood too', () => {
    flood.printed(FLOOD);
    clock.pass(1000);
    flood.printed(FLOOD - 1);
    expect(clock.waiting).toBe(0);
    flood.printed(1);
    clock.pass(1000);
    expect(ends).toBe(2);
  });

  it('does not come after the close, which may come before any flood', () => {
    flood.close();
    flood.printed(FLOOD);
    flood.close();
    clock.pass(1000);
    expect(ends).toBe(0);
  });
});
