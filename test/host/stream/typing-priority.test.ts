import { beforeEach, describe, expect, it } from 'vitest';
import { TypingPriority } from '../../../src/host/stream/typing-priority.ts';
import type { TerminalAction } from '../../../src/protocol/terminal/actions.ts';
import { HandClock } from '../../support/hand-clock.ts';
import { MemoryHost, settled } from '../../support/memory-host.ts';

let held: string[] = [];
let clock = new HandClock();
let way: TypingPriority;

beforeEach(() => {
  held = [];
  clock = new HandClock();
  way = new TypingPriority(
    (channel, isHeld) => held.push(`${channel} ${isHeld ? 'held' : 'released'}`),
    clock,
  );
});

const take = (channel: string, action: TerminalAction) => way.take({ channel, action, serverSeq: 1 });
const prints = (channel: string) => take(channel, { type: 'terminal/data', data: 'y\n' });
const typed = (channel: string) => take(channel, { type: 'terminal/input', data: 'k' });

describe('who types', () => {
  it('goes before other terminals that print, for a moment', () => {
    prints('a');
    prints('b');
    typed('c');
    expect(held).toEqual(['a held', 'b held']);
    clock.pass(8);
    expect(held.slice(2)).toEqual(['a released', 'b released']);
    expect(clock.waiting).toBe(0);
  });

  it('does not hold what is typed into, nor what is quiet or has ended', () => {
    prints('quiet');
    clock.pass(50);
    prints('ended');
    take('ended', { type: 'terminal/exited', exitCode: 0 });
    prints('own');
    typed('own');
    expect(held).toEqual([]);
    expect(clock.waiting).toBe(0);
  });

  it('is not held where somebody else types', () => {
    prints('a');
    prints('b');
    typed('a');
    typed('b');
    expect(held).toEqual(['b held', 'b released']);
    clock.pass(8);
    expect(held).toHaveLength(2);
  });

  it('goes first again after the clock was set back', () => {
    prints('a');
    typed('b');
    clock.pass(8);
    clock.pass(-5000);
    prints('a');
    typed('b');
    expect(held).toEqual(['a held', 'a released', 'a held']);
  });

  it('leaves two thirds of the time to the others, however fast the keys come', () => {
    let since = 0;
    let total = 0;
    for (let now = 0; now < 2400; now += 1) {
      const before = held.length;
      prints('a');
      typed('b');
      clock.pass(1);
      if (held.length === before) continue;
      if (held.at(-1) === 'a held') since = now;
      else total += now + 1 - since;
    }
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThanOrEqual(2400 / 3);
  });

  it('pauses the ptys of a host, and loses nothing of what they print', async () => {
    const host = await MemoryHost.start();
    const client = await host.connect('m', { writer: 'user:mara' });
    await client.createTerminal('ahp-terminal:/busy');
    await client.subscribe('ahp-terminal:/busy');
    await client.createTerminal('ahp-terminal:/mine');
    const [busy, mine] = host.ptys;
    busy?.print('y\n');
    await client.dispatch('ahp-terminal:/mine', { type: 'terminal/input', data: 'k' });
    expect([busy?.paused, mine?.paused, mine?.input]).toEqual([true, false, 'k']);
    busy?.print('waits\n');
    host.clock.pass(8);
    await settled();
    expect(busy?.paused).toBe(false);
    expect(client.text('ahp-terminal:/busy')).toBe('y\nwaits\n');
  });
});
