/**
 * cotty beside tmux: speed, delay, start and cost, through one and the same outer terminal, by turns in one run.
 *
 *   npm run bench -- [--quick] [--only fresh,start,throughput,latency,storms,dense,keys,modes,viewers,panes,web,rest,floods]
 *                    [--no-file] [--json] [--against COMMIT]
 *
 * Figures of a busy machine say little; the ratios say more. The result is kept as JSON under `results/`.
 */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { against } from './against.mjs';
import { atRest } from './at-rest.mjs';
import { dense } from './dense.mjs';
import { figure, median, percentile, table } from './figures.mjs';
import { afterFloods } from './floods.mjs';
import { freshFloods, freshKeys } from './fresh.mjs';
import { foreign, inFront } from './in-front.mjs';
import { keys } from './keys.mjs';
import { latency, storms } from './latency.mjs';
import { LOAD_NAMES, writeLoads } from './loads.mjs';
import { browsing, typing } from './modes.mjs';
import { CHROMIUM, page } from './page.mjs';
import { besideMany, besideOne } from './panes.mjs';
import { startUp } from './start-up.mjs';
import { bare, cotty, embedded, lean, tmux } from './subjects.mjs';
import { throughput } from './throughput.mjs';
import { viewers } from './viewers.mjs';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: {
      type: 'string',
      default: 'fresh,start,throughput,latency,storms,dense,keys,modes,viewers,panes,web,rest,floods',
    },
    'no-file': { type: 'boolean', default: false },
    /** Prints the figures as JSON alone. */
    json: { type: 'boolean', default: false },
    against: { type: 'string' },
  },
});
const quick = values.quick;
const LARGE = { cols: 200, rows: 50 };
const SMALL = { cols: 80, rows: 24 };
const TALL = { cols: 200, rows: 62 };
const SCREENS = 6;
const plan = quick
  ? {
      sizes: [LARGE, SMALL],
      rounds: 3,
      freshRounds: 1,
      freshBytes: 8e6,
      bytes: 3e6,
      keys: 60,
      interrupts: 5,
      starts: 3,
      restSeconds: 4,
      webBytes: 1e6,
      paneRounds: 1,
      paneSeconds: 4,
      floodBytes: 2e8,
    }
  : {
      sizes: [LARGE, SMALL],
      rounds: 5,
      freshRounds: 3,
      freshBytes: 24e6,
      bytes: 8e6,
      keys: 200,
      interrupts: 15,
      starts: 9,
      restSeconds: 15,
      webBytes: 8e6,
      paneRounds: 2,
      paneSeconds: 8,
      floodBytes: 2e9,
    };

const parts = {
  fresh: allFresh,
  throughput: allThroughput,
  latency: allLatency,
  storms: allStorms,
  dense: allDense,
  keys: allKeys,
  modes: allModes,
  viewers: allViewers,
  panes: allPanes,
  web: allWeb,
  start: allStarts,
  rest: allRest,
  floods: allFloods,
};
const STORMS = { switches: 'switches of the alternate screen', queries: 'queries that are answered' };
const FOREIGN_FLOODS = { lines: 'lines', switches: 'switches of the alternate screen', titles: 'titles' };
const VIEWERS = [1, 4, 16];
const names = values.only.split(',').filter(canMeasure);
if (values.against !== undefined) await against(values.against, names, quick);
else await measure();

async function measure() {
  const figures = [];
  for (const name of names) {
    figures.push(...(await parts[name]()));
    console.error(`${name}: measured`);
  }
  console.log(values.json ? JSON.stringify(figures) : table(figures));
  if (!values['no-file']) keep(figures);
}

/** Says before anything is measured what cannot be. */
function canMeasure(name) {
  if (name !== 'web' || existsSync(CHROMIUM)) return true;
  console.error(`web: left out, because ${CHROMIUM} is not there`);
  return false;
}

/** What a user feels in a window that was just opened, beside tmux and beside the floor that Node sets. */
async function allFresh() {
  const folder = mkdtempSync(join(tmpdir(), 'cl-'));
  const loads = writeLoads(folder, LARGE, plan.freshBytes);
  const floods = await freshFloods([cotty, tmux, lean, bare], LARGE, { loads, rounds: plan.freshRounds });
  rmSync(folder, { recursive: true });
  const of = (load, what) => (subject) =>
    median(floods.filter((each) => each.subject === subject && each.load === load).map((each) => each[what]));
  const line = (load, unit, better, what) =>
    figure(`fresh, ${load}`, unit, better, ...['cotty', 'tmux', 'none', 'lean'].map(of(load, what)));
  const keyed = await turns(2, [cotty, tmux, bare, lean], (subject) => freshKeys(subject, LARGE, plan.keys));
  const key = (name, pick) => figure(`fresh, ${name}`, 'ms', 'less', ...keyed.map(pick));
  const echo = (share) => (samples) =>
    percentile(
      samples.flatMap(({ times }) => times),
      share,
    );
  return [
    ...LOAD_NAMES.map((load) => line(load, 'MB/s', 'more', 'mbPerSecond')),
    ...LOAD_NAMES.map((load) => line(load, 'ms CPU/MB', 'less', 'cpuMsPerMb')),
    ...LOAD_NAMES.map((load) => line(load, 'kB to the outer terminal', 'less', 'outerKb')),
    ...[0.5, 0.95, 0.99].map((share) => key(`key to echo p${share * 100}`, echo(share))),
    key('the first key', (samples) => median(samples.map(({ first }) => first))),
    key('CPU of a key', (samples) => median(samples.map(({ cpuPerKey }) => cpuPerKey))),
  ];
}

async function allThroughput() {
  const folder = mkdtempSync(join(tmpdir(), 'cl-'));
  const lines = [];
  for (const size of plan.sizes) {
    const loads = writeLoads(folder, size, plan.bytes);
    const warmUp = writeLoads(join(folder, 'warm-up'), size, plan.bytes / 2);
    const samples = await throughput([cotty, tmux, bare], size, { loads, warmUp, rounds: plan.rounds });
    const of = (subject, load, what) =>
      median(
        samples.filter((each) => each.subject === subject && each.load === load).map((each) => each[what]),
      );
    const line = (load, unit, better, what) =>
      figure(
        `${named(size)} ${load}`,
        unit,
        better,
        of('cotty', load, what),
        of('tmux', load, what),
        of('none', load, what),
      );
    for (const load of LOAD_NAMES) lines.push(line(load, 'MB/s', 'more', 'mbPerSecond'));
    for (const load of LOAD_NAMES) lines.push(line(load, 'ms CPU/MB', 'less', 'cpuMsPerMb'));
    for (const load of LOAD_NAMES) lines.push(line(load, 'ms CPU/screen', 'less', 'cpuMsPerScreen'));
    for (const load of LOAD_NAMES) lines.push(line(load, 'kB to the outer terminal', 'less', 'outerKb'));
  }
  rmSync(folder, { recursive: true });
  return lines;
}

async function allLatency() {
  const [ours, theirs, none] = await turns(2, [cotty, tmux, bare], (subject) =>
    latency(subject, LARGE, plan),
  );
  const line = (name, what, share) => {
    const of = (samples) =>
      percentile(
        samples.flatMap((sample) => sample[what]),
        share,
      );
    // Without a multiplexer there is no hidden terminal.
    const bareFigure = none.some((sample) => sample[what].length > 0) ? of(none) : undefined;
    return figure(`${name} p${share * 100}`, 'ms', 'less', of(ours), of(theirs), bareFigure);
  };
  return [
    line('key to echo', 'idle', 0.5),
    line('key to echo', 'idle', 0.95),
    line('key to echo', 'idle', 0.99),
    line('key to echo beside a hidden flood', 'beside', 0.5),
    line('key to echo beside a hidden flood', 'beside', 0.95),
    line('key to echo in a flood', 'flooded', 0.5),
    line('key to echo in a flood', 'flooded', 0.95),
    line('Ctrl+C in a flood', 'interrupt', 0.5),
    line('Ctrl+C in a flood', 'interrupt', 0.95),
  ];
}

/** Keys beside a terminal that prints what costs most, in front of it, and of a window whose host floods it. */
async function allStorms() {
  const ofTurns = (samples) =>
    samples.length === 0 ? () => undefined : (pick, share) => percentile(samples.flatMap(pick), share);
  const lines = (name, [ours, theirs = []], pick) =>
    [0.5, 0.95].map((share) =>
      figure(
        `${name} p${share * 100}`,
        'ms',
        'less',
        ofTurns(ours)(pick, share),
        ofTurns(theirs)(pick, share),
      ),
    );
  const beside = await turns(2, [cotty, tmux], (subject) => storms(subject, LARGE, plan));
  const found = [];
  for (const [kind, name] of Object.entries(STORMS)) {
    found.push(...lines(`key to echo beside ${name}`, beside, (sample) => sample[kind]));
    const front = await turns(1, [cotty, tmux], (subject) => inFront(subject, LARGE, kind, plan.keys));
    found.push(...lines(`key to echo in front of ${name}`, front, ({ program }) => program));
    found.push(...lines(`key of the palette in front of ${name}`, [front[0]], ({ palette }) => palette));
  }
  for (const [kind, name] of Object.entries(FOREIGN_FLOODS)) {
    const [samples] = await turns(1, [cotty], () => foreign(LARGE, kind, plan.keys));
    found.push(
      ...lines(
        `key of the palette while a foreign host floods with ${name}`,
        [samples],
        ({ palette }) => palette,
      ),
    );
    found.push(figure(`memory of that window`, 'MB (PSS)', 'less', samples[0].memory));
  }
  return found;
}

/** A screenful of colours: the first of a window, and the median of those after it. */
async function allDense() {
  const [ours, theirs, none] = await turns(2, [cotty, tmux, bare], (subject) =>
    dense(subject, TALL, SCREENS),
  );
  const line = (name, pick) =>
    figure(name, 'ms', 'less', ...[ours, theirs, none].map((samples) => median(samples.flatMap(pick))));
  return [
    line(`${named(TALL)} in colours, the first`, ([first]) => [first]),
    line(`${named(TALL)} in colours, the next ones`, ([, ...next]) => next),
  ];
}

/** Keys at the pace of a fast typist: what each costs, with host and window in two processes and in one. */
async function allKeys() {
  const [two, one, theirs] = await turns(2, [cotty, embedded, tmux], (subject) =>
    keys(subject, LARGE, plan.keys),
  );
  const echo = (samples, share) =>
    percentile(
      samples.flatMap(({ times }) => times),
      share,
    );
  const cpu = (samples) => median(samples.map(({ cpuPerKey }) => cpuPerKey));
  const shares = [0.5, 0.95, 0.99];
  const name = (share) => `key to echo in one process (--embed) p${share * 100}`;
  return [
    ...shares.map((share) => figure(name(share), 'ms', 'less', echo(one, share), echo(theirs, share))),
    figure('CPU of a key, 30 a second', 'ms', 'less', cpu(two), cpu(theirs)),
    figure('CPU of a key in one process (--embed)', 'ms', 'less', cpu(one), cpu(theirs)),
  ];
}

/** What tmux has nothing to compare with. */
async function allModes() {
  const typed = await typing(LARGE, plan.keys);
  const { opened, times } = await browsing(LARGE, plan.keys);
  const line = (name, values, share) =>
    figure(`${name} p${share * 100}`, 'ms', 'less', percentile(values, share));
  return [
    line('typing in RUN, key to drawn', typed, 0.5),
    line('typing in RUN, key to drawn', typed, 0.95),
    figure('10,000 blocks: window open', 'ms', 'less', opened),
    line('10,000 blocks: key to drawn in BROWSE', times, 0.5),
    line('10,000 blocks: key to drawn in BROWSE', times, 0.95),
  ];
}

async function allViewers() {
  const folder = mkdtempSync(join(tmpdir(), 'cl-'));
  const load = writeLoads(folder, LARGE, plan.bytes).text;
  const [[ours], [theirs]] = await turns(1, [cotty, tmux], (subject) =>
    viewers(subject, LARGE, { load, counts: VIEWERS }),
  );
  rmSync(folder, { recursive: true });
  return VIEWERS.map((count) =>
    figure(
      `text before ${count} ${count === 1 ? 'window' : 'windows'}`,
      'MB/s',
      'more',
      ours[count],
      theirs[count],
    ),
  );
}

/** Terminals side by side in the same layout: keys beside floods, and how often four floods are painted. */
async function allPanes() {
  const ones = await turns(plan.paneRounds, [cotty, tmux], (subject) => besideOne(subject, LARGE, plan));
  const many = await turns(plan.paneRounds, [cotty, tmux], (subject) => besideMany(subject, LARGE, plan));
  const echo = (name, pairs, pick) =>
    [0.5, 0.95].map((share) =>
      figure(
        `key to echo in a pane ${name} p${share * 100}`,
        'ms',
        'less',
        ...pairs.map((samples) => percentile(samples.flatMap(pick), share)),
      ),
    );
  const one = (name, unit, better, pairs, pick) =>
    figure(name, unit, better, ...pairs.map((samples) => median(samples.map(pick))));
  const slowest = ({ painted }) => Math.min(...painted.map(({ framesPerSecond }) => framesPerSecond));
  const longest = ({ painted }) => Math.max(...painted.map(({ longestMs }) => longestMs));
  const lines = ({ painted }) => painted.reduce((sum, { linesPerSecond }) => sum + linesPerSecond, 0) / 1000;
  const cpu = ({ cpuPerSecond }) => cpuPerSecond;
  return [
    ...echo('beside one at its prompt', ones, ({ quiet }) => quiet),
    ...echo('beside one flood', ones, ({ flooded }) => flooded),
    one('one flood beside it', 'ms CPU/s', 'less', ones, cpu),
    ...echo('beside three floods', many, ({ flooded }) => flooded),
    one('four floods, the pane painted least', 'frames/s', 'more', many, slowest),
    one('four floods, the longest time without a frame of one', 'ms', 'less', many, longest),
    one('four floods', '1000 lines/s', 'more', many, lines),
    one('four floods', 'ms CPU/s', 'less', many, cpu),
  ];
}

/** The page and a window of the same host, each with a terminal of its own. */
async function allWeb() {
  const folder = mkdtempSync(join(tmpdir(), 'cl-'));
  const { text: load } = writeLoads(folder, LARGE, plan.webBytes);
  const { text: warmUp } = writeLoads(join(folder, 'warm-up'), LARGE, plan.webBytes / 2);
  const { line, ...ends } = await page({ load, warmUp, size: LARGE, rounds: plan.rounds });
  rmSync(folder, { recursive: true });
  const megabytes = (load.bytes / 1e6).toFixed(0);
  return [
    ...Object.entries(ends).flatMap(([where, seconds]) => [
      figure(`text in a ${where}`, 'MB/s', 'more', load.bytes / 1e6 / median(seconds)),
      figure(`${megabytes} MB of text in a ${where}, to its end`, 'ms', 'less', 1000 * median(seconds)),
    ]),
    figure(`${megabytes} MB of text in a page, to the next line`, 'ms', 'less', 1000 * median(line)),
  ];
}

async function allStarts() {
  const [ours, theirs] = await turns(plan.starts, [cotty, tmux], (subject) => startUp(subject, LARGE));
  const of = (samples, what) => median(samples.map((sample) => sample[what]));
  const node = of(ours, 'node');
  return [
    figure('`node -e 0`', 'ms', 'less', node),
    ...Object.entries({ first: 'to the first byte', cold: 'cold', warm: 'warm' }).flatMap(([what, name]) => [
      figure(`start, ${name}`, 'ms', 'less', of(ours, what), of(theirs, what)),
      figure(`start, ${name}`, 'times `node -e 0`', 'less', of(ours, what) / node, of(theirs, what) / node),
    ]),
  ];
}

async function allRest() {
  const [[ours], [theirs]] = await turns(1, [cotty, tmux], (subject) =>
    atRest(subject, LARGE, plan.restSeconds),
  );
  return [
    figure('idle', 'ms CPU/s', 'less', ours.idleCpu, theirs.idleCpu),
    figure('idle', 'bytes written', 'less', ours.idleBytes, theirs.idleBytes),
    figure(
      'memory of the server, 10 × 10,000 lines',
      'MB (PSS)',
      'less',
      ours.memory.server,
      theirs.memory.server,
    ),
    figure('memory of the window', 'MB (PSS)', 'less', ours.memory.window, theirs.memory.window),
  ];
}

/** What stays behind of floods of every kind in ten terminals, the window looking at one after the other. */
async function allFloods() {
  const folder = mkdtempSync(join(tmpdir(), 'cl-'));
  const loads = writeLoads(folder, LARGE, plan.bytes / 2);
  const [[ours], [theirs]] = await turns(1, [cotty, tmux], (subject) =>
    afterFloods(subject, LARGE, loads, plan.floodBytes),
  );
  rmSync(folder, { recursive: true });
  const line = (name, of) => figure(`memory ${name}`, 'MB (PSS)', 'less', of(ours), of(theirs));
  return [
    line(`of the server before floods`, ({ before }) => before.server),
    line(`of the window before floods`, ({ before }) => before.window),
    line(`of the server after ${plan.floodBytes / 1e9} GB in ten terminals`, ({ after }) => after.server),
    line(`of the window after ${plan.floodBytes / 1e9} GB in ten terminals`, ({ after }) => after.window),
  ];
}

/** A B, A B: what else the machine does falls on both. */
async function turns(rounds, subjects, measure) {
  const samples = subjects.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, subject] of subjects.entries()) samples[at].push(await measure(subject));
  }
  return samples;
}

function named({ cols, rows }) {
  return `${cols}×${rows}`;
}

function keep(found) {
  const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const commit =
    git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', 'src') === '' ? '' : '+');
  const date = new Date().toISOString();
  const folder = fileURLToPath(new URL('results', import.meta.url));
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${date.slice(0, 10)}-${commit}${quick ? '-quick' : ''}.json`);
  const machine = `${cpus()[0]?.model.trim()} × ${cpus().length}, Node ${process.version}`;
  const round = (value) => (value === undefined ? undefined : Number(value.toPrecision(4)));
  const rounded = found.map(({ name, unit, better, ...numbers }) => ({
    name,
    unit,
    better,
    ...Object.fromEntries(Object.entries(numbers).map(([key, value]) => [key, round(value)])),
  }));
  writeFileSync(
    path,
    `${JSON.stringify({ commit, date, machine, quick, figures: rounded }, undefined, 1)}\n`,
  );
  console.log(`kept in ${path}`);
}
