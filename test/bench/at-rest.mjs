/** What it costs to have: processor time and bytes while nothing happens, and memory. */

import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMs, proportionalMb } from './processes.mjs';
import { GREETING, Place, stopQuietly } from './subjects.mjs';

const TERMINALS = 10;
const LINES = "seq -f '%080.0f' 10000";
/** Imports, first frames and timers of the start are over by then. */
const SETTLE_MS = 8000;
/**
 * At rest, two processes have taken less than so many ms of a processor in so many ms. The engine may collect the garbage of
 * the start long after it, and later the slower the machine is.
 */
const [REST_CPU_MS, REST_MS, LATEST_MS] = [20, 10_000, 120_000];

export async function atRest(subject, size, seconds) {
  const place = new Place();
  try {
    const outer = subject.start(place, size);
    await outer.seen(GREETING);
    await sleep(SETTLE_MS);
    const server = subject.serverPid(place);
    const pids = [outer.pid, server];
    await atRestAgain(pids);
    const [cpu, bytes] = [cpuMs(pids), outer.bytes];
    await sleep(seconds * 1000);
    const idleCpu = (cpuMs(pids) - cpu) / seconds;
    const idleBytes = outer.bytes - bytes;
    for (let n = 1; n < TERMINALS; n += 1) subject.more(place, `t${n}`, LINES);
    outer.write(`${LINES}\r`);
    await sleep(2 * SETTLE_MS);
    await atRestAgain(pids);
    const memory = { server: proportionalMb(server), window: proportionalMb(outer.pid) };
    await outer.close();
    return { idleCpu, idleBytes, memory };
  } finally {
    stopQuietly(subject, place);
    place.remove();
  }
}

async function atRestAgain(pids) {
  const latest = Date.now() + LATEST_MS;
  for (let before = cpuMs(pids); Date.now() < latest; before = cpuMs(pids)) {
    await sleep(REST_MS);
    if (cpuMs(pids) - before < REST_CPU_MS) return;
  }
}
