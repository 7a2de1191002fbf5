/** What the kernel knows of a process: the time it has run, and the memory it holds. */

import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds on a processor, all threads together. */
export function cpuMs(pids) {
  let nanoseconds = 0;
  for (const pid of pids) {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
    }
  }
  return nanoseconds / 1e6;
}

/** Memory in MB of which a page that several processes share counts in parts. */
export function proportionalMb(pid) {
  const kilobytes = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
