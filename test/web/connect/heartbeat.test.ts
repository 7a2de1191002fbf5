import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Heartbeat } from '../../../src/web/connect/heartbeat.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function open() {
  const world = { asked: 0, received: 0, answers: true, isSilent: false, lost: '', arrived: 0, isSeen: true };
  const client = {
    get received() {
      return world.received;
    },
    ping: () => {
      world.asked += 1;
      return world.answers ? Promise.resolve(true) : new Promise<boolean>(() => {});
    },
    giveUp: (why: string) => {
      world.lost = why;
    },
  };
  const heartbeat = new Heartbeat({
    client,
    isSeen: () => world.isSeen,
    onSilent: (isSilent) => {
      world.isSilent = isSilent;
    },
    onAnswer: () => {
      world.arrived += 1;
    },
  });
  return { world, heartbeat };
}

it('asks every three seconds, more rarely while the page is hidden', async () => {
  const { world } = open();
  await vi.advanceTimersByTimeAsync(9_500);
  expect(world.asked).toBe(3);
  world.isSeen = false;
  await vi.advanceTimersByTimeAsync(22_000);
  expect(world.asked).toBe(4);
});

it('asks once for all that is typed at once, and shows silence within a second', async () => {
  const { world, heartbeat } = open();
  heartbeat.typed();
  heartbeat.typed();
  await vi.advanceTimersByTimeAsync(300);
  expect(world).toMatchObject({ asked: 1, arrived: 1 });
  world.answers = false;
  heartbeat.typed();
  await vi.advanceTimersByTimeAsync(640);
  expect(world.isSilent).toBe(false);
  await vi.advanceTimersByTimeAsync(60);
  expect(world).toMatchObject({ asked: 2, isSilent: true, lost: '' });
});

it('takes every message for a sign of life, and gives the connection up after five seconds without one', async () => {
  const { world, heartbeat } = open();
  world.answers = false;
  heartbeat.ask();
  await vi.advanceTimersByTimeAsync(700);
  expect(world.isSilent).toBe(true);
  world.received += 1;
  await vi.advanceTimersByTimeAsync(100);
  expect(world.isSilent).toBe(false);
  await vi.advanceTimersByTimeAsync(4_900);
  expect(world).toMatchObject({ isSilent: true, lost: '' });
  await vi.advanceTimersByTimeAsync(200);
  expect(world.lost).toBe('the host does not answer');
});

it('starts anew with the next connection, and is quiet while there is none', async () => {
  const { world, heartbeat } = open();
  world.answers = false;
  heartbeat.ask();
  await vi.advanceTimersByTimeAsync(700);
  heartbeat.stop();
  expect(world.isSilent).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(world).toMatchObject({ asked: 1, isSilent: false, lost: '' });
  world.answers = true;
  heartbeat.begin();
  await vi.advanceTimersByTimeAsync(3_100);
  expect(world).toMatchObject({ asked: 2, arrived: 1 });
});
