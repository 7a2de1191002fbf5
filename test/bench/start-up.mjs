/** From the command to the first byte, and to the shell's first words: with nothing running yet, and joining what runs. */

import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { GREETING, Place, stopQuietly } from './subjects.mjs';

/** The start is over by then: who joins a host usually joins one at rest. */
const SETTLE_MS = 3000;

export async function startUp(subject, size) {
  const place = new Place();
  try {
    const first = subject.start(place, size);
    const cold = (await first.seen(GREETING)) - first.startedAt;
    await sleep(SETTLE_MS);
    const second = subject.join(place, size);
    const warm = (await second.seen(GREETING)) - second.startedAt;
    await second.close();
    await first.close();
    return { cold, warm, first: first.firstMs, node: nodeMs() };
  } finally {
    stopQuietly(subject, place);
    place.remove();
  }
}

/** How long Node itself takes for nothing: what a start is measured by. */
function nodeMs() {
  const from = performance.now();
  spawnSync(process.execPath, ['-e', '0']);
  return performance.now() - from;
}
