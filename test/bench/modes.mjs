/** How soon a key shows in what only cotty has: the line of RUN, and BROWSE in a terminal of many blocks. */

import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cpuMs } from './processes.mjs';
import { cotty, GREETING, Place, stopQuietly } from './subjects.mjs';

const manyBlocks = fileURLToPath(new URL('many-blocks.mjs', import.meta.url));
const BLOCKS = 10_000;
const SETTLE_MS = 1500;
const KEYS = 'vwxyz';
/** So many letters, then the line is emptied: it must not reach the edge. */
const LINE = 40;
const CTRL_U = '\x15';
const F7 = '\x1b[18~';

/** Key to drawn. */
export function typing(size, keys) {
  return inPlace(async (place) => {
    const outer = cotty.start(place, size);
    await outer.seen(GREETING);
    await sleep(SETTLE_MS);
    const times = await keyTimes(outer, keys, (turn) => {
      if (turn % LINE === 0) outer.write(CTRL_U);
      const key = KEYS[turn % KEYS.length];
      return { key, shown: key };
    });
    await outer.close();
    return times;
  });
}

/** From the command to the last block in sight, and from a key to the next block. */
export function browsing(size, keys) {
  return inPlace(async (place) => {
    // A shell that cotty has no marks for: with its own, those of a program are only text.
    place.env.SHELL = '/bin/sh';
    cotty.more(place, 'blocks', `'${process.execPath}' '${manyBlocks}' ${BLOCKS}`);
    await isIdle(cotty.serverPid(place));
    const outer = cotty.attach(place, size, 'blocks');
    const opened = (await outer.seen(`answer ${BLOCKS}`)) - outer.startedAt;
    await sleep(SETTLE_MS);
    outer.write(F7);
    await sleep(SETTLE_MS);
    // Whatever is written: what changes is a mark in front of a line.
    const times = await keyTimes(outer, keys, () => ({ key: 'k', shown: '' }));
    await outer.close();
    return { opened, times };
  });
}

async function keyTimes(outer, count, next) {
  const times = [];
  for (let turn = 0; turn < count; turn += 1) {
    const { key, shown } = next(turn);
    await sleep(40 + ((turn * 7) % 23));
    const seen = outer.seen(shown);
    const from = performance.now();
    outer.write(key);
    times.push((await seen) - from);
  }
  return times;
}

/** Has done its work: next to no processor time for a while. */
async function isIdle(pid) {
  for (let spent = Number.POSITIVE_INFINITY; spent > SETTLE_MS / 50; ) {
    const before = cpuMs([pid]);
    await sleep(SETTLE_MS);
    spent = cpuMs([pid]) - before;
  }
}

async function inPlace(use) {
  const place = new Place();
  try {
    return await use(place);
  } finally {
    stopQuietly(cotty, place);
    place.remove();
  }
}
