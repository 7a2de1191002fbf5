import { beforeEach, describe, expect, test } from 'vitest';
import { frameMs, Pacer } from '../../../src/tui/paint/pacer.ts';

/** Time that stands still until a test moves it. */
class Scene {
  now = 0;
  blocked = false;
  /** How long a frame takes to paint, in ms. */
  cost = 0;
  /** How often the row of the cursor was painted ahead of the frame. */
  echoes = 0;
  /** Whether a frame has anything to write. */
  drawn = true;
  paintedAt: number[] = [];
  timers: { at: number; run: () => void }[] = [];
  turns: (() => void)[] = [];
  pacer = new Pacer({
    paint: () => {
      this.paintedAt.push(this.now);
      this.now += this.cost;
      return this.drawn;
    },
    paintEcho: () => {
      this.echoes += 1;
    },
    isBlocked: () => this.blocked,
    now: () => this.now,
    setTimer: (run, ms) => {
      const timer = { at: this.now + ms, run };
      this.timers.push(timer);
      return timer;
    },
    clearTimer: (timer) => {
      this.timers = this.timers.filter((other) => other !== timer);
    },
    defer: (run) => this.turns.push(run),
  });

  endTurn(): void {
    for (const run of this.turns.splice(0)) run();
  }

  advance(ms: number): void {
    const until = this.now + ms;
    for (;;) {
      const [next] = this.timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.timers = this.timers.filter((other) => other !== next);
      this.now = next.at;
      next.run();
      this.endTurn();
    }
    this.now = until;
  }

  request(): void {
    this.pacer.request();
    this.endTurn();
  }
}

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
  scene.now = 1000;
});

describe('Pacer', () => {
  test('paints the first change after idle at once', () => {
    scene.request();
    expect(scene.paintedAt).toEqual([1000]);
  });

  test('shows at once what a key has done in the window, however long the last frame took', () => {
    scene.cost = 30;
    scene.request();
    scene.request();
    scene.pacer.answer();
    scene.endTurn();
    expect(scene.paintedAt).toEqual([1000, 1030]);
    // That was the answer: what comes then waits for its share of the time again.
    scene.request();
    expect(scene.paintedAt).toEqual([1000, 1030]);
    scene.advance(90);
    expect(scene.paintedAt).toHaveLength(3);
  });

  test('answers no key before the terminal has taken the last frame', () => {
    scene.blocked = true;
    scene.pacer.answer();
    scene.endTurn();
    expect(scene.paintedAt).toEqual([]);
    scene.blocked = false;
    scene.pacer.drained();
    scene.endTurn();
    expect(scene.paintedAt).toEqual([1000]);
  });

  test('does not let a frame in which nothing changed delay the next', () => {
    scene.drawn = false;
    scene.cost = 0.2;
    scene.request();
    scene.advance(1);
    scene.drawn = true;
    scene.request();
    expect(scene.paintedAt).toEqual([1000, 1001.2]);
  });

  test('makes one frame of the changes of one turn', () => {
    for (let index = 0; index < 5; index += 1) scene.pacer.request();
    scene.endTurn();
    expect(scene.paintedAt).toEqual([1000]);
    expect(scene.timers).toEqual([]);
  });

  test('paints at most sixty frames a second under load, the last change included', () => {
    for (let ms = 0; ms < 1000; ms += 1) {
      scene.request();
      scene.advance(1);
    }
    scene.advance(100);
    expect(scene.paintedAt.length).toBeGreaterThan(50);
    expect(scene.paintedAt.length).toBeLessThanOrEqual(61);
    expect(scene.paintedAt.at(-1)).toBeGreaterThanOrEqual(1999);
  });

  test('paints as often as changes come, almost, after a key that somebody waits for', () => {
    scene.request();
    scene.request();
    scene.advance(1);
    scene.pacer.hurry();
    for (let ms = 0; ms < 100; ms += 1) {
      scene.advance(1);
      scene.request();
    }
    const soon = scene.paintedAt.filter((at) => at <= 1041);
    expect(soon.slice(0, 3)).toEqual([1000, 1002, 1004]);
    expect(scene.paintedAt.length - soon.length).toBeLessThanOrEqual(3);
  });

  test('paints an echo ahead of the frame: the first output after a key, unless something else has changed', () => {
    scene.pacer.printed();
    scene.endTurn();
    expect(scene.echoes).toBe(0);
    scene.pacer.hurry();
    scene.pacer.printed();
    scene.pacer.printed();
    expect(scene.echoes).toBe(1);
    scene.endTurn();
    scene.pacer.request();
    scene.pacer.printed();
    scene.endTurn();
    scene.advance(frameMs);
    scene.pacer.hurry();
    scene.blocked = true;
    scene.pacer.printed();
    expect(scene.echoes).toBe(1);
  });

  test('paints no more of a flood beside after a key, and its echo at once', () => {
    const flood = () => {
      scene.pacer.requestCalmly();
      scene.endTurn();
    };
    flood();
    scene.pacer.hurry();
    for (let ms = 0; ms < 10; ms += 1) {
      scene.advance(1);
      flood();
    }
    expect(scene.paintedAt).toEqual([1000]);
    scene.request();
    expect(scene.paintedAt).toEqual([1000, 1010]);
    flood();
    scene.advance(16);
    expect(scene.paintedAt).toEqual([1000, 1010]);
    scene.advance(1);
    expect(scene.paintedAt).toHaveLength(3);
  });

  test('leaves two thirds of the time to the rest when frames are dear', () => {
    scene.cost = 30;
    for (let index = 0; index < 40; index += 1) {
      scene.request();
      scene.advance(5);
    }
    expect(scene.paintedAt.slice(0, 3)).toEqual([1000, 1090, 1180]);
  });

  test('does not wait for the share of a dear frame once nothing more has come for half of one', () => {
    scene.cost = 500;
    scene.request();
    scene.cost = 10;
    scene.request();
    scene.advance(5);
    scene.request();
    scene.advance(frameMs / 2 - 1);
    expect(scene.paintedAt).toEqual([1000]);
    scene.advance(1);
    expect(scene.paintedAt.map(Math.round)).toEqual([1000, Math.round(1505 + frameMs / 2)]);
    scene.advance(10_000);
    expect(scene.paintedAt).toHaveLength(2);
  });

  test('runs no timer while nothing changes', () => {
    scene.request();
    scene.request();
    scene.advance(1000);
    expect(scene.paintedAt.length).toBe(2);
    expect(scene.timers).toEqual([]);
  });

  test('waits for a terminal that is behind, then paints one frame for all that was missed', () => {
    scene.blocked = true;
    for (let index = 0; index < 5; index += 1) scene.request();
    scene.advance(1000);
    expect(scene.paintedAt).toEqual([]);
    scene.blocked = false;
    scene.pacer.drained();
    scene.endTurn();
    expect(scene.paintedAt).toEqual([2000]);
  });

  test('does not paint on drain when nothing is owed', () => {
    scene.request();
    scene.pacer.drained();
    scene.endTurn();
    scene.advance(1000);
    expect(scene.paintedAt).toEqual([1000]);
  });

  test('paints before its time when told to, and not twice', () => {
    scene.request();
    scene.advance(1);
    scene.request();
    scene.pacer.flush();
    scene.pacer.flush();
    scene.advance(100);
    expect(scene.paintedAt).toEqual([1000, 1001]);
  });

  test('paints nothing after it was closed, and may be closed twice', () => {
    scene.request();
    scene.request();
    scene.pacer.close();
    scene.pacer.close();
    scene.request();
    scene.pacer.flush();
    scene.advance(frameMs * 3);
    expect(scene.paintedAt).toEqual([1000]);
    expect(scene.timers).toEqual([]);
  });
});
