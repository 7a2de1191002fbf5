/**
 * The history page over many records: how long its first screen and the answer to each key take, with an index that a host before has
 * kept.
 *
 *   node test/bench/history.mjs [COMMANDS] [STATE FOLDER, made by old-commands.mjs]
 */

import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import xterm from '@xterm/headless';
import { median, percentile } from './figures.mjs';
import { cotty, Place, stopQuietly } from './subjects.mjs';

const launcher =
  process.env['COTTY_BENCH_BIN'] ?? fileURLToPath(new URL('../../bin/cotty.js', import.meta.url));
const [count = '1000000', made] = process.argv.slice(2);
const SIZE = { cols: 140, rows: 40 };
const TERMINALS = 200;
const WORDS = ['git log', 'cargo test case', 'npx vitest 12', 'docker 7'];
/** A word of most outputs, numbers of few, and one of none. */
const OUTPUTS = ['out:warning', 'out:44711', 'out:815', 'out:nowhere'];
/** Outputs are indexed while nobody asks for anything. */
const OUTPUTS_MS = 3_600_000;
const ROUNDS = 3;
const SETTLE_MS = 1500;
/** The window is open by then, and the host has read its index. */
const START_MS = 6000;
const INDEX_MS = 120_000;
/** Bytes of a frame that does more than move the cursor. */
const LEAST_FRAME = 20;
/** What the page shows of all that match: `1/163,211`. */
const MATCHES = /[\d,]+\/([\d,]+)\s*$/m;

const place = new Place();
try {
  const state = made ?? join(place.folder, 'state');
  if (made === undefined) {
    const script = fileURLToPath(new URL('old-commands.mjs', import.meta.url));
    execFileSync(process.execPath, [script, state, String(TERMINALS), String(Math.ceil(count / TERMINALS))]);
  }
  place.env.COTTY_STATE_DIR = state;
  const built = await withWindow((outer) => opened(outer, INDEX_MS));
  console.log(`index made and first screen: ${Math.round(built)} ms`);
  const taken = await withWindow(outputsIndexed);
  console.log(`outputs indexed: ${Math.round(taken / 1000)} s`);
  console.log(`index: ${(sizeOf(join(state, 'history/history.db')) / 2 ** 20).toFixed(0)} MiB`);
  const firsts = [];
  const keys = [];
  const outputs = [];
  const grown = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await withWindow(async (outer) => {
      const before = memoryOf(cotty.serverPid(place));
      firsts.push(await opened(outer, INDEX_MS));
      for (const word of WORDS) {
        for (const letter of word) keys.push(await answered(outer, letter));
        outer.write('\x15');
        await sleep(SETTLE_MS);
      }
      for (const word of OUTPUTS) {
        outputs.push((await answered(outer, word)).rows);
        outer.write('\x15');
        await sleep(SETTLE_MS);
      }
      grown.push(memoryOf(cotty.serverPid(place)) - before);
    });
  }
  console.log(
    `first screen of a host that has started ${START_MS / 1000} s ago: ${firsts.map(Math.round).join(', ')} ms`,
  );
  console.log(
    `${outputs.length} words in outputs: p50 ${Math.round(median(outputs))}, p95 ${Math.round(percentile(outputs, 0.95))} ms`,
  );
  console.log(`memory of the host grows by ${grown.map((each) => each.toFixed(0)).join(', ')} MiB`);
  for (const what of ['letter', 'rows', 'preview']) {
    const times = keys.map((key) => key[what]);
    const [p50, p95] = [median(times), percentile(times, 0.95)].map(Math.round);
    console.log(`${keys.length} keys, ${what}: p50 ${p50}, p95 ${p95} ms`);
  }
} finally {
  stopQuietly(cotty, place);
  place.remove();
}

/** A window on a host that starts with it. */
async function withWindow(use) {
  const outer = place.outer(process.execPath, [launcher], SIZE);
  await sleep(START_MS);
  const result = await use(outer);
  await outer.close();
  place.run(process.execPath, [launcher, 'host', 'stop', '--yes']);
  return result;
}

/** Opens the page; returns the milliseconds until it shows how many commands match. */
async function opened(outer, most) {
  const tape = outer.tape();
  const from = performance.now();
  outer.write('\x1bh');
  const terminal = new xterm.Terminal({ ...SIZE, allowProposedApi: true });
  for (let at = 0; performance.now() - from < most; await sleep(5)) {
    for (; at < tape.length; at += 1) {
      await new Promise((resolve) => {
        terminal.write(tape[at].bytes, resolve);
      });
      const text = textOf(terminal);
      if (text.includes('History') && MATCHES.test(text)) return tape[at].at - from;
    }
  }
  throw new Error('the page was not shown in time');
}

/** Types a letter; returns the milliseconds until it is drawn, then rows with how many match, and last the preview of the first one. */
async function answered(outer, letter) {
  const tape = outer.tape();
  const from = performance.now();
  outer.write(letter);
  await sleep(SETTLE_MS);
  const painted = tape.filter(({ bytes }) => bytes.length > LEAST_FRAME).map(({ at }) => at - from);
  const [first = 0, second = first] = painted;
  return { letter: first, rows: second, preview: painted.at(-1) ?? first };
}

/** Opens the page and waits until the file of the index no longer grows; returns the milliseconds. */
async function outputsIndexed(outer) {
  const from = performance.now();
  await opened(outer, INDEX_MS);
  const path = join(place.env.COTTY_STATE_DIR, 'history/history.db');
  for (let last = -1, still = 0; still < 10 && performance.now() - from < OUTPUTS_MS; await sleep(1000)) {
    const size = sizeOf(path);
    still = size === last ? still + 1 : 0;
    last = size;
  }
  return performance.now() - from;
}

function sizeOf(path) {
  return statSync(path).size;
}

/** Resident memory of a process in MiB. */
function memoryOf(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

function textOf({ buffer, rows }) {
  const lines = Array.from(
    { length: rows },
    (_, y) => buffer.active.getLine(y)?.translateToString(true) ?? '',
  );
  return lines.join('\n');
}
