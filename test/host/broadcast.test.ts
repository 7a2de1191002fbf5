import { beforeEach, describe, expect, it } from 'vitest';
import { Broadcast, HARD_LIMIT, HIGH_WATER, LOW_WATER, type Viewer } from '../../src/host/broadcast.ts';
import type { Action } from '../../src/protocol/envelope.ts';

class FakeViewer implements Viewer {
  readonly version: string;
  buffered = 0;
  frames: string[] = [];
  closed: number | undefined;

  constructor(version = '1.0.0') {
    this.version = version;
  }

  latency(): undefined {
    return undefined;
  }

  send(frame: string): void {
    this.frames.push(frame);
    this.buffered += frame.length;
  }

  disconnect(code: number): void {
    this.closed = code;
  }
}

let held: string[] = [];
let broadcast: Broadcast;
let seq = 0;

beforeEach(() => {
  held = [];
  seq = 0;
  broadcast = new Broadcast((channel, isHeld) => held.push(`${channel} ${isHeld ? 'held' : 'released'}`));
});

function publish(channel: string, action: Action = { type: 'terminal/data', data: 'x' }): void {
  seq += 1;
  broadcast.publish({ channel, action, serverSeq: seq });
}

function flood(channel: string, chars: number): void {
  for (let sent = 0; sent < chars; sent += 65_536) {
    publish(channel, { type: 'terminal/data', data: 'x'.repeat(65_536) });
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
    const seqs = (viewer: FakeViewer) => viewer.frames.map((frame) => JSON.parse(frame).params.serverSeq);
    expect(seqs(a)).toEqual([1, 2]);
    expect(seqs(b)).toEqual([2, 4]);
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
    broadcast.publish({ channel: 't', action, serverSeq: 1 });
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
    flood('t', HIGH_WATER);
    catchUp(fast);
    expect(held).toEqual(['t held', 't released']);
    flood('t', HIGH_WATER / 2);
    expect(held).toHaveLength(2);
    flood('t', HIGH_WATER);
    expect(held.at(-1)).toBe('t held');
    catchUp(slow, LOW_WATER + 1);
    expect(held.at(-1)).toBe('t held');
    catchUp(slow, LOW_WATER);
    expect(held.at(-1)).toBe('t released');
  });

  it('does not hold a terminal that nobody watches', () => {
    const viewer = new FakeViewer();
    broadcast.subscribe('t', viewer);
    flood('t', HIGH_WATER);
    broadcast.leave(viewer);
    expect(held).toEqual(['t held', 't released']);
    flood('t', HIGH_WATER);
    expect(held).toHaveLength(2);
  });

  it('holds all terminals of a viewer that is behind with one, and lets them go together', () => {
    const viewer = new FakeViewer();
    broadcast.subscribe('t', viewer);
    broadcast.subscribe('u', viewer);
    flood('t', HIGH_WATER);
    expect(held).toEqual(['t held', 'u held']);
    catchUp(viewer);
    expect(held.slice(2)).toEqual(['t released', 'u released']);
  });

  it('holds a terminal for a newcomer that is behind elsewhere, and lets it go for one that is not', () => {
    const [slow, fast] = [new FakeViewer(), new FakeViewer()];
    broadcast.subscribe('t', slow);
    flood('t', HIGH_WATER);
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
      flood('t', 65_536);
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
