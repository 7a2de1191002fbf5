/** How soon a key shows: at rest, beside floods and storms, and in a flood; and how soon Ctrl+C gives the screen back. */

import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MARKS } from './outer.mjs';
import { within } from './subjects.mjs';

/** Letters that end no escape sequence, so that one on the wire is one on the screen. */
const KEYS = 'vwxyz';
const flood = fileURLToPath(new URL('flood.mjs', import.meta.url));
const storm = fileURLToPath(new URL('storm.mjs', import.meta.url));
const STORMS = ['switches', 'queries'];
const FLOOD_MS = 1500;
/** Longer than a hundred keys take. */
const BESIDE_SECONDS = 10;

export function latency(subject, size, { keys, interrupts }) {
  return within(subject, size, async ({ outer, place }) => {
    outer.write('stty echo -icanon; cat >/dev/null\r');
    await sleep(FLOOD_MS / 2);
    const idle = await echoes(outer, keys);
    let beside = [];
    if (subject.more !== undefined) {
      subject.more(place, 'flood', `timeout ${BESIDE_SECONDS} yes 0123456789`);
      await sleep(FLOOD_MS);
      beside = await echoes(outer, Math.ceil(keys / 2));
      await sleep(BESIDE_SECONDS * 1000 - FLOOD_MS);
    }
    outer.write('\x03');
    await sleep(FLOOD_MS / 2);

    outer.write(`stty -echo icanon; ${process.execPath} ${flood}\r`);
    await sleep(FLOOD_MS);
    const flooded = await echoes(outer, Math.ceil(keys / 2));
    outer.write('\x03');
    await sleep(FLOOD_MS);

    return { idle, beside, flooded, interrupt: await interruptTimes(outer, interrupts) };
  });
}

/** How soon a key shows while a neighbour prints what costs most. */
export function storms(subject, size, { keys }) {
  return within(subject, size, async ({ outer, place }) => {
    outer.write('stty echo -icanon; cat >/dev/null\r');
    await sleep(FLOOD_MS / 2);
    const times = {};
    for (const kind of STORMS) {
      subject.more(place, kind, `'${process.execPath}' '${storm}' ${kind} ${BESIDE_SECONDS}`);
      await sleep(FLOOD_MS);
      times[kind] = await echoes(outer, Math.ceil(keys / 2));
      await sleep(BESIDE_SECONDS * 1000 - FLOOD_MS);
    }
    return times;
  });
}

export async function echoes(outer, count) {
  const times = [];
  for (let turn = 0; turn < count; turn += 1) {
    // Not in step with any clock of the program's own.
    await sleep(20 + ((turn * 7) % 23));
    const key = KEYS[turn % KEYS.length];
    const shown = outer.seen(key);
    const from = performance.now();
    outer.write(key);
    times.push((await shown) - from);
  }
  return times;
}

async function interruptTimes(outer, count) {
  const times = [];
  for (let turn = 0; turn < count; turn += 1) {
    const mark = MARKS[turn % 2];
    outer.write(`yes 0123456789; printf '\\033[2J\\033[H%s' '${mark}'\r`);
    await sleep(FLOOD_MS / 3 + 13 * turn);
    const answered = outer.seen(mark);
    const from = performance.now();
    outer.write('\x03');
    times.push((await answered) - from);
    await sleep(100);
  }
  return times;
}
