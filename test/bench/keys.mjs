/** What a key costs: letters at the pace of a fast typist, the time until each shows, and the CPU all of them take. */

import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMs } from './processes.mjs';
import { within } from './subjects.mjs';

/** Letters that end no escape sequence, so that one on the wire is one on the screen. */
const KEYS = 'vwxyz';
const KEY_MS = 1000 / 30;
/** The engine compiles what the first keys run. */
const WARM_UP_KEYS = 40;
const SETTLE_MS = 750;

export function keys(subject, size, count) {
  return within(subject, size, async ({ outer, pids }) => {
    outer.write('stty echo -icanon; cat >/dev/null\r');
    await sleep(SETTLE_MS);
    await typed(outer, WARM_UP_KEYS);
    const before = cpuMs(pids);
    const times = await typed(outer, count);
    return { times, cpuPerKey: (cpuMs(pids) - before) / count };
  });
}

async function typed(outer, count) {
  const times = [];
  for (let turn = 0; turn < count; turn += 1) {
    const due = performance.now() + KEY_MS;
    const key = KEYS[turn % KEYS.length];
    const shown = outer.seen(key);
    const from = performance.now();
    outer.write(key);
    times.push((await shown) - from);
    await sleep(Math.max(0, due - performance.now()));
  }
  return times;
}
