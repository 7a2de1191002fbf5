/** Terminals side by side, laid out alike: how soon a key shows beside floods, how often four floods are painted, and at what cost. */

import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { echoes } from './latency.mjs';
import { paintedNumbers } from './painted.mjs';
import { cpuMs } from './processes.mjs';
import { GREETING, withStarted } from './subjects.mjs';

/** Rising numbers without end, as fast as they are taken; no letter that is typed is in them. */
const FLOOD = 'seq 1 inf\r';
const QUIET = 'stty echo -icanon; cat >/dev/null\r';
const CTRL_C = '\x03';
/** Long enough for a shell to run what it was told, and for a frame or two. */
const SETTLE_MS = 1000;
/** Code that floods is compiled by then. */
const WARM_UP_MS = 4000;
/** A frame of one pane of numbers takes more. */
const LEAST_BYTES = 2000;

/** Two panes: keys at the right while the left one waits at its prompt, and while it floods. */
export function besideOne(subject, size, { keys }) {
  return withStarted(subject, size, async ({ outer, pids }) => {
    await split(outer, subject.split.right);
    await type(outer, QUIET);
    const quiet = await echoes(outer, keys);
    // Keys that come within a millisecond are a paste for tmux, and then no prefix.
    await sleep(SETTLE_MS);
    await type(outer, subject.go.left);
    await type(outer, FLOOD);
    await type(outer, subject.go.right);
    await flooding(outer);
    const from = performance.now();
    const cpu = cpuMs(pids);
    const flooded = await echoes(outer, keys);
    const cpuPerSecond = (1000 * (cpuMs(pids) - cpu)) / (performance.now() - from);
    return { quiet, flooded, cpuPerSecond };
  });
}

/** Four panes in a grid: keys in the last one while the others flood; then what is painted of each while all four flood. */
export function besideMany(subject, size, { keys, paneSeconds }) {
  return withStarted(subject, size, async ({ outer, pids }) => {
    const pieces = outer.tape();
    await type(outer, FLOOD);
    await split(outer, subject.split.right);
    await type(outer, FLOOD);
    await split(outer, subject.split.below);
    await type(outer, FLOOD);
    await type(outer, subject.go.left);
    await split(outer, subject.split.below);
    for (const key of subject.grid) await type(outer, key);
    await type(outer, QUIET);
    await flooding(outer);
    const flooded = await echoes(outer, keys);
    await type(outer, CTRL_C);
    await type(outer, FLOOD);
    await flooding(outer);
    const from = performance.now();
    const cpu = cpuMs(pids);
    await sleep(1000 * paneSeconds);
    const until = performance.now();
    const cpuPerSecond = (1000 * (cpuMs(pids) - cpu)) / (until - from);
    return { flooded, cpuPerSecond, painted: await paintedNumbers(pieces, size, { from, until }) };
  });
}

/** Gives the flood its time to warm up; fails where next to nothing has been painted meanwhile. */
async function flooding(outer) {
  const before = outer.bytes;
  await sleep(WARM_UP_MS);
  const painted = outer.bytes - before;
  if (painted < LEAST_BYTES) throw new Error(`no flood is seen: ${painted} bytes in ${WARM_UP_MS} ms`);
}

async function split(outer, key) {
  const greeted = outer.seen(GREETING);
  outer.write(key);
  await greeted;
  await sleep(SETTLE_MS);
}

async function type(outer, keys) {
  outer.write(keys);
  await sleep(SETTLE_MS);
}
