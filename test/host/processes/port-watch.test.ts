import { expect, test } from 'vitest';
import type { Listener } from '../../../src/host/processes/listeners.ts';
import { PortWatch } from '../../../src/host/processes/port-watch.ts';
import { HandClock } from '../../support/hand-clock.ts';

const at = (port: number, group: number): Listener => ({ port, group, program: 'node', since: 0 });

function watching() {
  const clock = new HandClock();
  const seen = { listeners: [] as readonly Listener[], looks: 0, told: 0, jobs: false, gone: [] as number[] };
  const watch = new PortWatch({
    clock,
    look: () => {
      seen.looks += 1;
      return Promise.resolve(seen.listeners);
    },
    onChange: () => {
      seen.told += 1;
    },
    hasJobs: () => seen.jobs,
    exists: (group) => !seen.gone.includes(group),
  });
  const pass = async (ms: number) => {
    clock.pass(ms);
    for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
  };
  /** Lets time pass in steps, as the clock of a machine does. */
  const later = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) await pass(1_000);
  };
  return { watch, seen, pass, later };
}

test('a server is told once it listens, and forgotten when it ends', async () => {
  const { watch, seen, later } = watching();
  watch.follow(7);
  await later(1);
  expect([watch.port, seen.told]).toEqual([undefined, 0]);
  seen.listeners = [at(5173, 7)];
  await later(3);
  expect([watch.port, seen.told, seen.looks]).toEqual([5173, 1, 3]);
  seen.gone = [7];
  watch.atPrompt();
  expect([watch.port, watch.listeners, seen.told]).toEqual([undefined, [], 2]);
});

test('a server in the background is told at the prompt, as long as it listens', async () => {
  const { watch, seen, later } = watching();
  seen.jobs = true;
  watch.atPrompt();
  seen.listeners = [at(8000, 9)];
  await later(1);
  expect([watch.port, watch.listeners, seen.told]).toEqual([undefined, [at(8000, 9)], 1]);
  // Further commands do not hide it, and only that in front is the port of the command.
  watch.follow(10);
  seen.listeners = [at(3000, 10), at(8000, 9)];
  await later(1);
  expect([watch.port, watch.listeners.map(({ port }) => port)]).toEqual([3000, [3000, 8000]]);
  seen.gone = [10];
  watch.atPrompt();
  expect(watch.listeners).toEqual([at(8000, 9)]);
  seen.listeners = [];
  await later(60);
  expect(watch.listeners).toEqual([]);
});

test('a prompt without jobs is looked at for half a minute, and one with jobs as long as they run', async () => {
  const { watch, seen, later } = watching();
  watch.atPrompt();
  await later(600);
  expect(seen.looks).toBe(6);
  seen.jobs = true;
  watch.atPrompt();
  await later(600);
  expect(seen.looks).toBeGreaterThan(40);
  const before = seen.looks;
  watch.close();
  await later(600);
  expect(seen.looks).toBe(before);
});

test('an answer about a command that has ended does not count', async () => {
  const { watch, seen, pass } = watching();
  seen.listeners = [at(80, 7)];
  watch.follow(7);
  const late = pass(1_000);
  watch.follow(8);
  await late;
  expect(watch.port).toBeUndefined();
});
