/** How soon a window answers in front of a storm: what the program is typed, and what is typed into the window's palette. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ANSWERS, KEYS } from './letters.mjs';
import { proportionalMb } from './processes.mjs';
import { cotty, Place, within } from './subjects.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const F9 = '\x1b[20~';
const ESCAPE = '\x1b';
const CTRL_C = '\x03';
const CTRL_K = '\x0b';
const BACKSPACE = '\x7f';
/** Longer than all keys take, even where one waits for seconds. */
const STORM_SECONDS = 120;
const SETTLE_MS = 1500;

/** A storm of the program in front: for each key the letter that it answers; and the palette's own, where there is one. */
export function inFront(subject, size, kind, keys) {
  return within(subject, size, async ({ outer }) => {
    outer.write(`'${process.execPath}' '${here('storm.mjs')}' ${kind} ${STORM_SECONDS}\r`);
    await sleep(SETTLE_MS);
    const program = await times(keys, outer, (turn) => ({
      key: KEYS[turn % KEYS.length],
      shown: ANSWERS[turn % ANSWERS.length],
    }));
    let palette = [];
    if (subject === cotty) {
      // In RAW every key is the program's.
      outer.write(CTRL_K);
      await sleep(SETTLE_MS);
      palette = await paletteTimes(outer, keys);
    }
    outer.write(CTRL_C);
    return { program, palette };
  });
}

/** A window of a host of another make that floods it: the palette's keys, and the window's memory after them. */
export async function foreign(size, kind, keys) {
  const place = new Place();
  const path = join(place.folder, 'flood.sock');
  const host = spawn(process.execPath, [here('flooding-host.mjs'), path, kind], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await once(host.stdout, 'data');
    const outer = cotty.connect(place, size, `unix:${path}`);
    await sleep(2 * SETTLE_MS);
    const palette = await paletteTimes(outer, keys);
    const memory = proportionalMb(outer.pid);
    await outer.close();
    return { palette, memory };
  } finally {
    host.kill('SIGKILL');
    place.remove();
  }
}

async function paletteTimes(outer, keys) {
  outer.write(F9);
  await sleep(SETTLE_MS);
  const found = await times(keys, outer, (turn) => {
    if (turn > 0) outer.write(BACKSPACE);
    const letter = ANSWERS[turn % ANSWERS.length];
    return { key: letter, shown: letter };
  });
  outer.write(ESCAPE);
  await sleep(SETTLE_MS);
  return found;
}

async function times(count, outer, next) {
  const found = [];
  for (let turn = 0; turn < count; turn += 1) {
    const { key, shown } = next(turn);
    // Not in step with any clock of the program's own.
    await sleep(40 + ((turn * 7) % 23));
    const seen = outer.seen(shown);
    const from = performance.now();
    outer.write(key);
    found.push((await seen) - from);
  }
  return found;
}
