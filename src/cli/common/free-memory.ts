/**
 * Returns unused memory to the system: garbage of the engine, and memory that the C library keeps.
 *
 * In a busy process both happen by themselves. An idle one would keep hundreds of megabytes after bulk output: the engine
 * collects when memory is allocated, and the C library returns only what is at the end of its heap.
 */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds between two steps, in which the engine frees buffers and keys are read. */
const STEP_MS = 250;
/**
 * The engine keeps 32 MB for the young generation unless little was allocated for five seconds (V8's `Heap::ReduceNewSpaceSize`).
 * So it is asked again after so many milliseconds.
 */
const QUIET_MS = 6000;
/** Version of V8 from which on `gc` can free everything in one call. */
const ALL_AT_ONCE = 12;

/**
 * Growth in bytes that is worth a collection at once, and growth that is worth it after so many quiet milliseconds. A collection
 * takes some 60 ms, for which a key waits; each burst of output allocates the young generation again. By the time of the second
 * one, the host has packed its screens.
 */
const [WORTH_BYTES, LATER_BYTES, LATER_MS] = [64 * 1024 * 1024, 8 * 1024 * 1024, 10_000];

let isPending = false;
let waiting: NodeJS.Timeout | undefined;
/** Memory of the process when it was last freed. */
let freedTo = 0;
let collect: (() => void) | undefined;

/** Starts freeing memory and returns at once. If host and window of one process ask for it, it is done once. */
export function freeMemory(): void {
  clearTimeout(waiting);
  if (!isPending && grown() >= WORTH_BYTES) void free();
  else if (isPending || grown() >= LATER_BYTES) waiting = setTimeout(freeLater, LATER_MS).unref();
}

/** Collects again if memory has grown since, for example by output that arrived during the last collection. */
function freeLater(): void {
  if (grown() >= LATER_BYTES) void free();
}

function grown(): number {
  return process.memoryUsage.rss() - freedTo;
}

async function free(): Promise<void> {
  isPending = true;
  collect ??= collector();
  await collectAndTrim(collect);
  if (engineVersion() < ALL_AT_ONCE) {
    await sleep(QUIET_MS);
    await collectAndTrim(collect);
  }
  await sleep(STEP_MS);
  freedTo = process.memoryUsage.rss();
  isPending = false;
}

async function collectAndTrim(collect: () => void): Promise<void> {
  // V8 returns the memory freed by one collection only at the next one, which takes a fifth of the time.
  for (const step of [collect, collect, trim]) {
    await sleep(STEP_MS);
    void step();
  }
}

/** A timer that does not keep the process alive. */
function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

function collector(): () => void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as (how?: object) => void;
  if (engineVersion() < ALL_AT_ONCE) return () => gc();
  return () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

function engineVersion(): number {
  return Number.parseInt(process.versions.v8, 10);
}

/** Systems other than Linux with glibc have no such call. */
async function trim(): Promise<void> {
  if (process.platform !== 'linux') return;
  try {
    const { default: koffi } = await import('koffi');
    const mallocTrim = koffi.load(null).func('int malloc_trim(size_t)') as (keep: number) => number;
    mallocTrim(0);
  } catch {
    // koffi has no build for this system.
  }
}
