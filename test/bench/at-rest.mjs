/** What it costs to have: processor time and bytes while nothing happens, and memory. */

import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMs, proportionalMb } from './processes.mjs';
import { GREETING, Place, stopQuietly } from './subjects.mjs';

const TERMINALS = 10;
const LINES = "seq -f '%080.0f' 10000";
/** Imports, first frames and timers of the start are over by then. */
const SETTLE_MS = 8000;
/** The engine collects the garbage of the start some 20 s after it. */
const COLLECTED_MS = 14_000;

export async function atRest(subject, size, seconds) {
  const place = new Place();
  try {
    const outer = subject.start(place, size);
    await outer.seen(GREETING);
    await sleep(SETTLE_MS);
    const server = subject.serverPid(place);
    const pids = [outer.pid, server];
    await sleep(COLLECTED_MS);
    const [cpu, bytes] = [cpuMs(pids), outer.bytes];
    await sleep(seconds * 1000);
    const idleCpu = (cpuMs(pids) - cpu) / seconds;
    const idleBytes = outer.bytes - bytes;
    for (let n = 1; n < TERMINALS; n += 1) subject.more(place, `t${n}`, LINES);
    outer.write(`${LINES}\r`);
    await sleep(2 * SETTLE_MS);
    const memory = { server: proportionalMb(server), window: proportionalMb(outer.pid) };
    await outer.close();
    return { idleCpu, idleBytes, memory };
  } finally {
    stopQuietly(subject, place);
    place.remove();
  }
}
