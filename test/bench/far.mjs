/**
 * Keys to a far host: letters in a shell and in vim's insert mode, over a link of 150 ms with 1 % loss, and the time until each is
 * drawn.
 *
 *   node test/bench/far.mjs [auto|always|never]
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { median, percentile } from './figures.mjs';
import { SlowLink } from './slow-link.mjs';
import { cotty, GREETING, Place, stopQuietly } from './subjects.mjs';

const launcher =
  process.env['COTTY_BENCH_BIN'] ?? fileURLToPath(new URL('../../bin/cotty.js', import.meta.url));
const [setting = 'auto'] = process.argv.slice(2);
const SIZE = { cols: 140, rows: 30 };
const ROUND_TRIP_MS = 150;
const LOSS = 0.01;
const KEYS = 100;
/** Letters that no escape sequence has, none twice in a row. */
const LETTERS = 'vwxyz';
const KEY_MS = 120;
const SETTLE_MS = 1500;

const place = new Place();
let link;
try {
  mkdirSync(join(place.home, '.config/cotty'), { recursive: true });
  writeFileSync(join(place.home, '.config/cotty/config'), `localEcho = ${setting}\n`);
  const host = place.outer(process.execPath, [launcher, 'host', '--listen', '127.0.0.1:0'], SIZE);
  await host.seen('listening');
  await sleep(SETTLE_MS);
  const status = place.run(process.execPath, [launcher, 'host', 'status', '--json']);
  link = new SlowLink(Number(/127\.0\.0\.1:(\d+)/.exec(status)[1]), ROUND_TRIP_MS, LOSS);
  const port = await link.listen();
  const token = readFileSync(join(place.folder, 'run/token'), 'utf8').trim();
  const outer = cotty.connect(place, SIZE, `ws://127.0.0.1:${port}/?tkn=${token}`);
  await outer.seen(GREETING);
  await sleep(2 * SETTLE_MS);
  outer.write('\x0b');
  await sleep(SETTLE_MS);
  report('shell', await typed(outer));
  outer.write('\x15vim -u NONE -N -i NONE\r');
  await sleep(2 * SETTLE_MS);
  outer.write('i');
  await sleep(SETTLE_MS);
  report('vim', await typed(outer));
  await outer.close();
  await host.close();
} finally {
  link?.close();
  stopQuietly(cotty, place);
  place.remove();
}

/** A key each `KEY_MS`, whether the one before is drawn or not. Returns the times in ms, in order. */
async function typed(outer) {
  const tape = outer.tape();
  const sent = [];
  for (let turn = 0; turn < KEYS; turn += 1) {
    sent.push(performance.now());
    outer.write(LETTERS[turn % LETTERS.length]);
    await sleep(KEY_MS);
  }
  await sleep(SETTLE_MS);
  return sent.map((at, turn) => {
    const wanted = LETTERS.charCodeAt(turn % LETTERS.length);
    const shown = tape.find((piece) => piece.at >= at && piece.bytes.includes(wanted));
    return (shown?.at ?? Number.POSITIVE_INFINITY) - at;
  });
}

function report(where, times) {
  const quick = times.filter((ms) => ms <= 20).length;
  const rounded = (ms) => Math.round(ms * 10) / 10;
  console.log(
    `${where}: ${quick} of ${KEYS} keys drawn within 20 ms; p50 ${rounded(median(times))}, p95 ${rounded(percentile(times, 0.95))} ms; ${link.lost} pieces lost so far`,
  );
}
