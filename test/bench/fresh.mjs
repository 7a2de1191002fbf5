/** What a user feels: each load and the first keys in a window that was just opened, on a host that was just started. */

import { setTimeout as sleep } from 'node:timers/promises';
import { echoes } from './latency.mjs';
import { LOAD_NAMES } from './loads.mjs';
import { MARKS } from './outer.mjs';
import { cpuMs } from './processes.mjs';
import { within } from './subjects.mjs';
import { timed } from './throughput.mjs';

const SETTLE_MS = 750;

/** Samples by load: each in a window and a host of its own, one subject after the other. */
export async function freshFloods(subjects, size, { loads, rounds }) {
  const samples = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const load of LOAD_NAMES) {
      for (const subject of subjects) {
        const figures = await within(subject, size, ({ outer, pids }) =>
          timed(outer, pids, loads[load], MARKS[0]),
        );
        samples.push({ subject: subject.name, load, ...figures });
      }
    }
  }
  return samples;
}

/** The first key of a window, the keys after it, and the CPU that each of these takes. */
export function freshKeys(subject, size, count) {
  return within(subject, size, async ({ outer, pids }) => {
    outer.write('stty echo -icanon; cat >/dev/null\r');
    await sleep(SETTLE_MS);
    const [first] = await echoes(outer, 1);
    const before = cpuMs(pids);
    const times = await echoes(outer, count);
    return { first, times, cpuPerKey: (cpuMs(pids) - before) / count };
  });
}
