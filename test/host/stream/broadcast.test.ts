import { beforeEach, describe, expect, it } from 'vitest';
import {
  Broadcast,
  HIGH_WATER,
  LOW_WATER,
  STALL_MS,
  type Viewer,
} from '../../../src/host/stream/broadcast.ts';
import type { Action, ActionEnvelope } from '../../../src/protocol/envelope.ts';
import { HandClock } from '../../support/hand-clock.ts';

const HARD_LIMIT = 4 * 1024 * 1024;

class FakeViewer implements Viewer {
  readonly version: string;
  readonly slowsPrograms: boolean;
  readonly acks = false;
  readonly connection = this;
  buffered = 0;
  frames: string[] = [];
  closed: number | undefined;
  corks: boolean[] = [];
  /** Client of whose actions this viewer wants to hear nothing. */
  deaf = 'nobody';

  constructor(version = '1.0.0', slowsPrograms = true) {
    this.version = version;
    this.slowsPrograms = slowsPrograms;
  }

  latency(): undefined {
    return undefined;
  }

  wants(envelope: ActionEnvelope): boolean {
    return envelope.origin?.clientId !== this.deaf;
  }

  cork(on: boolean): void {
    this.corks.push(on);
  }

  /** Called with the number of each frame before it is sent. */
  onSend: (serverSeq: number) => void = () => {};

  send(frame: string): void {
    this.onSend(seqOf(frame));
    this.frames.push(frame);
    this.buffered += frame.length;
  }

  disconnect(code: number): void {
    this.closed = code;
  }
}

function seqOf(frame: string): number {
  return JSON.parse(frame).params.serverSeq;
}

let held: string[] = [];
let broadcast: Broadcast;
let clock = new HandClock();
let seq = 0;

beforeEach(() => {
  held = [];
  seq = 0;
  clock = new HandClock();
  broadcast = new Broadcast((channel, isHeld) => held.push(`${channel} ${isHeld ? 'held' : 'released'}`), {
    clock,
    pendingBytes: HARD_LIMIT,
    log: () => undefined,
    screen: () => undefined,
  });
});

function publish(channel: string, action: Action = { type: 'terminal/data', data: 'x' }): void {
  seq += 1;
  broadcast.take({ channel, action, serverSeq: seq });
  broadcast.flush();
}

function take(serverSeq: number): void {
  broadcast.take({ channel: 't', action: { type: 'terminal/data', data: 'x' }, serverSeq });
}

function burst(channel: string, chars: number, piece = 65_536): void {
  for (let sent = 0; sent < chars; sent += piece) {
    publish(channel, { type: 'terminal/data', data: 'x'.repeat(piece) });
  }
}

function catchUp(viewer: FakeViewer, buffered = 0): void {
  viewer.buffered = buffered;
  broadcast.drained(viewer);
}

describe('Broadcast', () => {
  it('sends to those who watch the channel, in order', () => {
    const [a, b] = [new FakeViewer(), new FakeViewer()];
    broadcast.subscribe('t', a);
    publish('t');
    broadcast.subscribe('t', b);
    broadcast.subscribe('t', b);
    publish('t');
    publish('other');
    broadcast.unsubscribe('t', a);
    publish('t');
    expect(a.frames.map(seqOf)).toEqual([1, 2]);
    expect(b.frames.map(seqOf)).toEqual([2, 4]);
  });

  it('sends at the end of the turn, in one write, and before anything else goes to a viewer', async () => {
    const viewer = new FakeViewer();
    broadcast.subscribe('t', viewer);
    const data = { channel: 't', action: { type: 'terminal/data', data: 'x' } } as const;
    broadcast.take({ ...data, serverSeq: 1 });
    broadcast.take({ ...data, serverSeq: 2 });
    expect(viewer.frames).toEqual([]);
    await Promise.resolve();
    expect(viewer.frames).toHaveLength(2);
    expect(viewer.corks).toEqual([true, false]);
    broadcast.take({ ...data, serverSeq: 3 });
    broadcast.sendTo(viewer, { ...data, serverSeq: 4, rejectionReason: 'no' });
    expect(viewer.frames.map(seqOf)).toEqual([1, 2, 3, 4]);
    broadcast.take({ ...data, serverSeq: 5 });
    broadcast.unsubscribe('t', viewer);
    expect(viewer.frames).toHaveLength(5);
  });

  it('lets no more than 64 envelopes wait', () => {
    const viewer = new FakeViewer();
    broadcast.subscribe('t', viewer);
    for (let serverSeq = 1; serverSeq <= 65; serverSeq += 1) {
      broadcast.take({ channel: 't', action: { type: 'terminal/data', data: 'x' }, serverSeq });
    }
    expect(viewer.frames).toHaveLength(65);
  });

  it('sends what is published while it sends after that, whoever asks for it', () => {
    const viewer = new FakeViewer();
    broadcast.subscribe('t', viewer);
    // A viewer that is given up leaves, which changes the list of terminals.
    viewer.onSend = (serverSeq) => {
      if (serverSeq === 1) {
        take(3);
        broadcast.flush();
      } else if (serverSeq === 3) {
        for (let next = 4; next <= 100; next += 1) take(next);
      }
    };
    take(1);
    take(2);
    broadcast.flush();
    expect(viewer.frames.map(seqOf)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  });

  it('sends what was published while sending failed', async () => {
    const viewer = new FakeViewer();
    broadcast.subscribe('t', viewer);
    viewer.onSend = (serverSeq) => {
      if (serverSeq !== 1) return;
      take(2);
      throw new Error('one viewer');
    };
    take(1);
    expect(() => broadcast.flush()).toThrow('one viewer');
    await Promise.resolve();
    expect(viewer.frames.map(seqOf)).toEqual([2]);
  });

  it('does not tell a viewer what it does not want', () => {
    const [viewer, other] = [new FakeViewer(), new FakeViewer()];
    viewer.deaf = 'me';
    for (const each of [viewer, other]) broadcast.subscribe('t', each);
    const origin = { clientId: 'me', clientSeq: 1 };
    broadcast.take({ channel: 't', action: { type: 'terminal/input', data: 'x' }, origin, serverSeq: 1 });
    broadcast.flush();
    expect([viewer.frames.length, other.frames.length]).toEqual([0, 1]);
  });

  it('writes a frame once for all viewers, also over versions in which it is the same', () => {
    const viewers = ['1.0.0', '0.9.0', '0.5.0'].map((version) => new FakeViewer(version));
    for (const viewer of viewers) broadcast.subscribe('t', viewer);
    const action = {
      type: 'terminal/data',
      get data() {
        written += 1;
        return 'x';
      },
    } as const;
    let written = 0;
    broadcast.take({ channel: 't', action, serverSeq: 1 });
    broadcast.flush();
    expect(written).toBe(1);
    expect(viewers.map(({ frames }) => frames.length)).toEqual([1, 1, 1]);
  });

  it('writes each version in its own shape', () => {
    const [young, old] = [new FakeViewer('1.0.0'), new FakeViewer('0.5.0')];
    broadcast.subscribe('ahp-root://', young);
    broadcast.subscribe('ahp-root://', old);
    const claim = { kind: 'client', clientId: 'a' } as const;
    const info = { resource: 't', title: 'sh', claim, lifecycle: { status: 'exited', exitCode: 3 } } as const;
    publish('ahp-root://', { type: 'root/terminalsChanged', terminals: [info] });
    const sent = (viewer: FakeViewer) => JSON.parse(viewer.frames[0] ?? '').params.action.terminals[0];
    expect(sent(young)).toEqual(info);
    expect(sent(old)).toEqual({ resource: 't', title: 'sh', claim, exitCode: 3 });
  });

  it('holds a terminal only while every one of its viewers is behind', () => {
    const [slow, fast] = [new FakeViewer(), new FakeViewer()];
    broadcast.subscribe('t', slow);
    broadcast.subscribe('t', fast);
    burst('t', HIGH_WATER);
    catchUp(fast);
    expect(held).toEqual(['t held', 't released']);
    burst('t', HIGH_WATER / 2, HIGH_WATER / 8);
    expect(held).toHaveLength(2);
    burst('t', HIGH_WATER);
    expect(held.at(-1)).toBe('t held');
    catchUp(slow, LOW_WATER + 1);
    expect(held.at(-1)).toBe('t held');
    catchUp(slow, LOW_WATER);
    expect(held.at(-1)).toBe('t released');
  });

  it('does not hold a terminal that nobody watches', () => {
    const viewer = new FakeViewer();
    broadcast.subscribe('t', viewer);
    burst('t', HIGH_WATER);
    broadcast.leave(viewer);
    expect(held).toEqual(['t held', 't released']);
    burst('t', HIGH_WATER);
    expect(held).toHaveLength(2);
  });

  it('holds all terminals of a viewer that is behind with one, and lets them go together', () => {
    const viewer = new FakeViewer();
    broadcast.subscribe('t', viewer);
    broadcast.subscribe('u', viewer);
    burst('t', HIGH_WATER);
    expect(held).toEqual(['t held', 'u held']);
    catchUp(viewer);
    expect(held.slice(2)).toEqual(['t released', 'u released']);
  });

  it('holds a terminal for a newcomer that is behind elsewhere, and lets it go for one that is not', () => {
    const [slow, fast] = [new FakeViewer(), new FakeViewer()];
    broadcast.subscribe('t', slow);
    burst('t', HIGH_WATER);
    broadcast.subscribe('u', slow);
    expect(held).toEqual(['t held', 'u held']);
    broadcast.subscribe('u', fast);
    expect(held).toEqual(['t held', 'u held', 'u released']);
  });

  it('disconnects a viewer that stays behind alone, and the others notice nothing', () => {
    const [slow, fast] = [new FakeViewer(), new FakeViewer()];
    broadcast.subscribe('t', slow);
    broadcast.subscribe('t', fast);
    for (let round = 0; slow.closed === undefined && round < 100; round += 1) {
      burst('t', 65_536);
      catchUp(fast);
    }
    expect(slow.closed).toBe(4008);
    expect(slow.buffered).toBeGreaterThan(HARD_LIMIT);
    expect(slow.buffered).toBeLessThan(HARD_LIMIT + 131_072);
    const before = slow.frames.length;
    publish('t');
    expect(slow.frames).toHaveLength(before);
    expect(fast.closed).toBeUndefined();
    expect(held.at(-1)).not.toBe('t held');
    expect(fast.frames).toHaveLength(before + 1);
  });

  it('gives up a viewer that takes nothing for a while, also if it is the only one', () => {
    const viewer = new FakeViewer();
    broadcast.subscribe('t', viewer);
    burst('t', HIGH_WATER);
    expect(held).toEqual(['t held']);
    clock.pass(STALL_MS - 1);
    expect(viewer.closed).toBeUndefined();
    clock.pass(1);
    expect(viewer.closed).toBe(4008);
    expect(held).toEqual(['t held', 't released']);
    expect(clock.waiting).toBe(0);
  });

  it('keeps a viewer that takes little, and looks at it only so often', () => {
    const viewer = new FakeViewer();
    broadcast.subscribe('t', viewer);
    burst('t', HIGH_WATER);
    for (let round = 0; round < 5; round += 1) {
      catchUp(viewer, LOW_WATER + 1);
      clock.pass(STALL_MS);
    }
    expect(viewer.closed).toBeUndefined();
    for (let round = 0; round < 100; round += 1) {
      catchUp(viewer);
      burst('t', HIGH_WATER);
    }
    expect(clock.waiting).toBe(1);
    broadcast.leave(viewer);
    expect(clock.waiting).toBe(0);
  });

  it('does not hold a terminal for those who only watch', () => {
    const [watcher, person] = [new FakeViewer('1.0.0', false), new FakeViewer()];
    broadcast.subscribe('t', watcher);
    burst('t', HARD_LIMIT);
    expect(held).toEqual([]);
    broadcast.subscribe('t', person);
    burst('t', HIGH_WATER);
    expect(watcher.closed).toBe(4008);
    expect(held).toEqual(['t held']);
  });

  it('does not disconnect a viewer for the size of an answer it is still reading', () => {
    const viewer = new FakeViewer();
    broadcast.subscribe('t', viewer);
    viewer.buffered = 3 * HARD_LIMIT;
    publish('t');
    expect(viewer.closed).toBeUndefined();
    expect(held).toEqual(['t held']);
  });

  it('sends to one alone only what that one watches', () => {
    const viewer = new FakeViewer();
    const refusal = { channel: 't', action: { type: 'terminal/cleared' } as const, serverSeq: 1 };
    broadcast.sendTo(viewer, refusal);
    broadcast.subscribe('t', viewer);
    broadcast.sendTo(viewer, refusal);
    expect(viewer.frames).toHaveLength(1);
  });
});
