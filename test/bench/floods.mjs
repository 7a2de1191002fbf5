/** Memory after floods: what two processes still hold when everything that ten terminals have printed is over. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { proportionalMb } from './processes.mjs';
import { GREETING, Place, stopQuietly } from './subjects.mjs';

const TERMINALS = 10;
const MORE_TERMINALS = 9;
/** The engine gives the last of it back some 30 s after. */
const COLLECTED_MS = 40_000;
/** The window looks at the next terminal so often while all of them print. */
const LOOK_MS = 500;
/** Imports and first frames are over by then. */
const SETTLE_MS = 6000;
const LONGEST_MS = 600_000;

/** Prints `bytes` in all, in so many terminals at once, and looks at one after the other meanwhile. */
export async function afterFloods(subject, size, loads, bytes) {
  const place = new Place();
  try {
    const outer = subject.start(place, size);
    await outer.seen(GREETING);
    await sleep(SETTLE_MS);
    const server = subject.serverPid(place);
    const memory = () => ({ server: proportionalMb(server), window: proportionalMb(outer.pid) });
    const before = memory();
    const files = Object.values(loads);
    const turns = Math.ceil(bytes / TERMINALS / files.reduce((sum, { bytes: each }) => sum + each, 0));
    const flood = `for n in $(seq ${turns}); do cat ${files.map(({ path }) => path).join(' ')}; done`;
    const endOf = (n) => join(place.folder, `ended-${n}`);
    for (let n = 1; n <= MORE_TERMINALS; n += 1) subject.more(place, `t${n}`, `${flood}; touch ${endOf(n)}`);
    outer.write(`${flood}; touch ${endOf(0)}\r`);
    const last = Date.now() + LONGEST_MS;
    for (let at = 0; at < TERMINALS && Date.now() < last; await sleep(LOOK_MS)) {
      outer.write(subject.nextTab);
      while (at < TERMINALS && existsSync(endOf(at))) at += 1;
    }
    await sleep(COLLECTED_MS);
    const after = memory();
    await outer.close();
    return { before, after };
  } finally {
    stopQuietly(subject, place);
    place.remove();
  }
}
