/** How fast a flood gets to the screen while others look at the same terminal. */

import { setTimeout as sleep } from 'node:timers/promises';
import { MARKS } from './outer.mjs';
import { within } from './subjects.mjs';
import { timed } from './throughput.mjs';

const SETTLE_MS = 3000;

/** MB/s for each number of windows. */
export function viewers(subject, size, { load, counts }) {
  return within(subject, size, async ({ outer, place, pids }) => {
    const others = [];
    const found = {};
    for (const [at, count] of counts.entries()) {
      while (others.length + 1 < count) others.push(subject.join(place, size));
      await sleep(SETTLE_MS + 500 * count);
      found[count] = (await timed(outer, pids, load, MARKS[at % 2])).mbPerSecond;
    }
    for (const other of others) await other.close();
    return found;
  });
}
