/** How fast what a program prints gets to the screen, what that costs, and how much of it reaches the outer terminal. */

import { performance } from 'node:perf_hooks';
import { LOAD_NAMES } from './loads.mjs';
import { MARKS } from './outer.mjs';
import { cpuMs } from './processes.mjs';
import { within } from './subjects.mjs';

/**
 * Samples by load, one subject after the other within each round. Each has seen loads of every kind before it is timed:
 * a multiplexer is open all day, what its first second costs is told by the start-up.
 */
export async function throughput(subjects, size, { loads, warmUp, rounds }) {
  const samples = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of subjects) {
      const flood = async (outer, pids, load, mark) => {
        try {
          return await timed(outer, pids, load, mark);
        } catch (error) {
          throw new Error(`${subject.name}, ${load.path}, round ${round}: ${error.message}`);
        }
      };
      await within(subject, size, async ({ outer, pids }) => {
        for (const [at, load] of LOAD_NAMES.entries()) await flood(outer, pids, warmUp[load], MARKS[at % 2]);
        for (const [at, load] of LOAD_NAMES.entries()) {
          const figures = await flood(outer, pids, loads[load], MARKS[(at + 1) % 2]);
          samples.push({ subject: subject.name, load, ...figures });
        }
      });
    }
  }
  return samples;
}

export async function timed(outer, pids, { path, bytes, screens }, mark) {
  const cpu = cpuMs(pids);
  const written = outer.bytes;
  const end = outer.seen(mark);
  const from = performance.now();
  outer.write(`cat ${path}; printf '\\033[0m\\033[2J\\033[H%s' '${mark}'\r`);
  const seconds = ((await end) - from) / 1000;
  const megabytes = bytes / 1e6;
  const spent = cpuMs(pids) - cpu;
  return {
    mbPerSecond: megabytes / seconds,
    cpuMsPerMb: spent / megabytes,
    cpuMsPerScreen: spent / screens,
    outerKb: (outer.bytes - written) / 1000,
  };
}
