import { describe, expect, it } from 'vitest';
import { ReadingTurns } from '../../../src/host/history/reading-turns.ts';
import { HandClock } from '../../support/hand-clock.ts';

/** Lets everything run that waits for a promise alone. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

type Reader = { closed: boolean; isBehind: boolean };
const reader = (): Reader => ({ closed: false, isBehind: false });

class Scene {
  readonly clock = new HandClock();
  readonly turns = new ReadingTurns(this.clock);
  readonly seen: string[] = [];

  /** A reading of some pieces, each of which takes as long. */
  read(reader: Reader, name: string, pieces: number, ms: number): Promise<string> {
    return this.turns.take(reader, async (pause) => {
      for (let piece = 1; piece <= pieces; piece += 1) {
        await pause();
        this.seen.push(`${name}${piece}`);
        this.clock.pass(ms);
      }
      return name;
    });
  }

  /** Lets turns follow each other until nothing waits. */
  async all(): Promise<void> {
    do {
      await settled();
      this.clock.turn();
      await settled();
    } while (this.clock.waiting > 0);
  }
}

describe('turns of reading', () => {
  it('lets a reader that is alone begin at once', () => {
    const scene = new Scene();
    void scene.read(reader(), 'a', 1, 1);
    return settled().then(() => expect(scene.seen).toEqual(['a1']));
  });

  it('does one piece of work a turn of the event loop once a turn is over', async () => {
    const scene = new Scene();
    const read = scene.read(reader(), 'a', 3, 100);
    await settled();
    expect(scene.seen).toEqual(['a1']);
    scene.clock.turn();
    await settled();
    expect(scene.seen).toEqual(['a1', 'a2']);
    await scene.all();
    await expect(read).resolves.toBe('a');
  });

  it('does short pieces in one turn', async () => {
    const scene = new Scene();
    void scene.read(reader(), 'a', 4, 1);
    await settled();
    expect(scene.seen).toEqual(['a1', 'a2', 'a3', 'a4']);
  });

  it('serves readers alike, however many readings each of them has', async () => {
    const scene = new Scene();
    const [greedy, modest] = [reader(), reader()];
    const all = ['a', 'b', 'c'].map((name) => scene.read(greedy, name, 2, 100));
    all.push(scene.read(modest, 'z', 2, 100));
    await scene.all();
    await Promise.all(all);
    expect(scene.seen).toEqual(['a1', 'z1', 'a2', 'z2', 'b1', 'b2', 'c1', 'c2']);
  });

  it('ends the readings of a reader that is gone, and goes on with those of others', async () => {
    const scene = new Scene();
    const [gone, other] = [reader(), reader()];
    const first = scene.read(gone, 'a', 5, 100);
    const second = scene.read(gone, 'b', 5, 100);
    const third = scene.read(other, 'z', 1, 100);
    for (const read of [first, second]) read.catch(() => {});
    await settled();
    gone.closed = true;
    await scene.all();
    await expect(first).rejects.toThrow('being closed');
    await expect(second).rejects.toThrow('being closed');
    await expect(third).resolves.toBe('z');
    expect(scene.seen).toEqual(['a1', 'z1']);
  });

  it('passes the turn of a reading that fails', async () => {
    const scene = new Scene();
    const one = reader();
    const failing = scene.turns.take(one, () => Promise.reject(new Error('no such file')));
    const next = scene.read(one, 'a', 1, 1);
    await expect(failing).rejects.toThrow('no such file');
    await expect(next).resolves.toBe('a');
  });

  it('waits with a further reading while a reader has not taken what it was sent, and keeps nobody waiting', async () => {
    const scene = new Scene();
    const [slow, other] = [reader(), reader()];
    slow.isBehind = true;
    const late = scene.read(slow, 'a', 1, 1);
    await scene.read(other, 'z', 1, 1);
    scene.clock.pass(1000);
    await settled();
    expect(scene.seen).toEqual(['z1']);
    slow.isBehind = false;
    scene.clock.pass(1000);
    await expect(late).resolves.toBe('a');
  });

  it('ends the wait of a reader that goes without having taken what it was sent', async () => {
    const scene = new Scene();
    const slow = { closed: false, isBehind: true };
    const late = scene.read(slow, 'a', 1, 1);
    await settled();
    slow.closed = true;
    scene.clock.pass(1000);
    await expect(late).rejects.toThrow('being closed');
  });

  it('ends a turn when the clock of the machine is set back', async () => {
    const clock = new HandClock();
    let now = 1000;
    const turns = new ReadingTurns({ now: () => now, soon: (run) => clock.soon(run), after: () => () => {} });
    let pieces = 0;
    void turns.take(reader(), async (pause) => {
      pieces += 1;
      now = 0;
      await pause();
      pieces += 1;
    });
    await settled();
    expect(pieces).toBe(1);
    clock.turn();
    await settled();
    expect(pieces).toBe(2);
  });
});
