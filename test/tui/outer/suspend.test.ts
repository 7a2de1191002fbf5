import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { ForegroundProgram } from '../../../src/tui/outer/outer-terminal.ts';
import { Suspension } from '../../../src/tui/outer/suspend.ts';

describe('Suspension', () => {
  test('gives the terminal back, stops the group, and takes it again on SIGCONT', () => {
    const scene = setUp();
    scene.suspension.suspend();
    expect(scene.take()).toEqual(['suspending', 'leaveNow', 'kill 0 SIGTSTP (listeners 0)']);
    scene.process.emit('SIGCONT');
    expect(scene.take()).toEqual(['leaveNow', 'enter', 'resumed']);
    expect(scene.process.listenerCount('SIGTSTP')).toBe(1);
  });

  test('does the same when the stop comes from outside', () => {
    const scene = setUp();
    scene.process.emit('SIGTSTP');
    expect(scene.take()).toEqual(['suspending', 'leaveNow', 'kill 0 SIGTSTP (listeners 0)']);
  });

  test('takes the terminal back when nothing stopped it', () => {
    const scene = setUp();
    scene.suspension.suspend();
    scene.take();
    scene.fireTimer(200);
    expect(scene.take()).toEqual(['leaveNow', 'enter', 'resumed']);
    expect(scene.process.listenerCount('SIGTSTP')).toBe(1);
  });

  test('takes it once when the timer and SIGCONT both come after a sleep, in either order', () => {
    const scene = setUp();
    scene.suspension.suspend();
    scene.take();
    scene.fireTimer(60_000);
    expect(scene.take()).toEqual([]);
    scene.process.emit('SIGCONT');
    expect(scene.take()).toEqual(['leaveNow', 'enter', 'resumed']);
    scene.fireTimer(200);
    expect(scene.take()).toEqual([]);
  });

  test('sets everything again after a stop that nobody heard coming', () => {
    const scene = setUp();
    scene.process.emit('SIGCONT');
    expect(scene.take()).toEqual(['leaveNow', 'enter', 'resumed']);
    expect(scene.process.listenerCount('SIGTSTP')).toBe(1);
  });

  test('stops behind a program that has borrowed the terminal, and leaves the terminal to it afterwards', async () => {
    const scene = setUp();
    let stop = (_stopped: boolean) => {};
    scene.outer.foregroundProgram = {
      end: () => Promise.resolve(),
      stopped: () => new Promise((resolve) => (stop = resolve)),
    };
    scene.process.emit('SIGTSTP');
    await Promise.resolve();
    expect(scene.take()).toEqual([]);
    stop(true);
    await Promise.resolve();
    expect(scene.take()).toEqual(['kill 7 SIGTSTP (listeners 0)']);
    scene.process.emit('SIGCONT');
    expect(scene.take()).toEqual([]);
    expect(scene.process.listenerCount('SIGTSTP')).toBe(1);
  });

  test('goes on while the foreground program does', async () => {
    const scene = setUp();
    scene.outer.foregroundProgram = { end: () => Promise.resolve(), stopped: () => Promise.resolve(false) };
    scene.process.emit('SIGTSTP');
    await Promise.resolve();
    expect(scene.take()).toEqual([]);
    expect(scene.process.listenerCount('SIGTSTP')).toBe(1);
  });

  test('does nothing after it was closed', () => {
    const scene = setUp();
    scene.suspension.suspend();
    scene.take();
    scene.suspension.close();
    scene.suspension.close();
    scene.fireTimer(200);
    scene.suspension.suspend();
    expect(scene.take()).toEqual([]);
    expect(scene.process.eventNames()).toEqual([]);
  });
});

function setUp() {
  let log: string[] = [];
  let now = 0;
  let timers: (() => void)[] = [];
  const process = Object.assign(new EventEmitter(), {
    pid: 7,
    kill(pid: number, signal: string) {
      log.push(`kill ${pid} ${signal} (listeners ${process.listenerCount('SIGTSTP')})`);
    },
  });
  const outer: { foregroundProgram: ForegroundProgram | undefined; enter: () => void; leaveNow: () => void } =
    {
      foregroundProgram: undefined,
      enter: () => void log.push('enter'),
      leaveNow: () => void log.push('leaveNow'),
    };
  const suspension = new Suspension({
    outer,
    process,
    suspending: () => void log.push('suspending'),
    resumed: () => void log.push('resumed'),
    now: () => now,
    setTimer: (run) => timers.push(run),
  });
  return {
    suspension,
    outer,
    process,
    take() {
      const taken = log;
      log = [];
      return taken;
    },
    fireTimer(after: number) {
      now += after;
      const due = timers;
      timers = [];
      for (const run of due) run();
    },
  };
}
