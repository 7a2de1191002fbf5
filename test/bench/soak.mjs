/**
 * An hour in which everything comes and goes: terminals, windows, agents, scripts, floods, full-screen programs. The memory
 * of the host and of a window that stays open is sampled; after ten minutes it has to be level.
 *
 *   npm run soak                    an hour
 *   npm run soak -- --minutes 15    less; the first third is left out then
 */

import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { proportionalMb } from './processes.mjs';
import { cotty, GREETING, Place, stopQuietly } from './subjects.mjs';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error(`--minutes ${values.minutes} is no number of minutes`);

const launcher =
  process.env['COTTY_BENCH_BIN'] ?? fileURLToPath(new URL('../../bin/cotty.js', import.meta.url));
const SIZE = { cols: 120, rows: 40 };
const SAMPLES = 30;
const WARM_UP_MS = Math.min(10 * 60_000, (minutes * 60_000) / 3);
/** Growth from the first half of what is level to the second; a saw-tooth of collections moves both alike. */
const ALLOWED = 1.1;
const ALLOWED_MB = 10;
/** How long an agent stays. */
const AGENT_MS = 5000;

const place = new Place();
const counts = { terminals: 0, windows: 0, agents: 0, commands: 0, floods: 0 };
const failures = new Map();
const samples = [];
const until = Date.now() + minutes * 60_000;
const begun = Date.now();

/** One call of cotty; what fails is counted by its first line and does not end the run. */
function call(args, input) {
  return new Promise((resolve) => {
    const options = { env: place.env, cwd: place.home, timeout: 120_000, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(process.execPath, [launcher, ...args], options, (error, stdout, stderr) => {
      // The exit code of a command says nothing of cotty, which explains its own.
      if (error !== null && (stderr !== '' || args[0] !== 'run')) {
        const why = `${args[0]}: ${(stderr || error.message).split('\n')[0]}`;
        failures.set(why, (failures.get(why) ?? 0) + 1);
      }
      resolve(stdout);
    });
    // An agent that hangs up gets no further answers.
    if (input === undefined) child.stdin?.end();
    else {
      child.stdin?.write(input);
      setTimeout(() => child.stdin?.end(), AGENT_MS);
    }
  });
}

const LOADS = [
  'echo one',
  'false',
  'seq 20000',
  "seq -f '%0100.0f' 40000",
  "i=0; while [ $i -lt 3000 ]; do printf '\\033[%d;1H\\033[3%dm%d\\033[K' $((i%30+1)) $((i%8)) $i; i=$((i+1)); done; printf '\\033[m\\033[2J\\033[H'",
  "printf '\\033[?1049h'; seq 3000; printf '\\033[?1049l'",
  "head -c 3000000 /dev/zero | tr '\\0' x",
  "printf '\\033]0;title %s\\007' $$; sleep 0.2",
];

/** A terminal: made, filled by commands, read, ended. */
async function terminals(lane) {
  while (Date.now() < until) {
    const name = `t${lane}-${counts.terminals}`;
    counts.terminals += 1;
    await call(['new', name, '--detached']);
    for (let n = 0; n < 12 && Date.now() < until; n += 1) {
      const load = LOADS[(n + lane) % LOADS.length];
      await call(['run', name, '--timeout', '60', '--', load]);
      counts.commands += 1;
    }
    await call(['read', name, '--last', '3', '--json']);
    await call(['history', '--limit', '20', '--json']);
    await call(['kill', name]);
  }
}

/** A window: opened, looked at, closed. */
async function windows() {
  while (Date.now() < until) {
    counts.windows += 1;
    const outer = cotty.join(place, SIZE);
    await sleep(4000);
    for (const keys of ['\x1b', 'j', 'J', 'k', '/seq\r', '\x1b', 'i', 'echo from a window\r']) {
      outer.write(keys);
      await sleep(400);
    }
    await outer.close();
  }
}

/** An agent: introduces itself over MCP, makes a terminal, runs, reads, closes it and goes. */
async function agents() {
  const say = (id, method, params) => `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
  const tool = (id, name, input) => say(id, 'tools/call', { name, arguments: input });
  while (Date.now() < until) {
    counts.agents += 1;
    const clientInfo = { name: `agent${counts.agents % 5}`, version: '1' };
    const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    const terminal = `a${counts.agents}`;
    await call(
      ['mcp'],
      say(1, 'initialize', hello) +
        `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n` +
        tool(2, 'term_spawn', { name: terminal }) +
        tool(3, 'term_list', {}),
    );
    await call(['run', terminal, '--timeout', '60', '--', 'seq 5000']);
    await call(['kill', terminal]);
    await sleep(500);
  }
}

/** A flood in the tab in front of the window that stays open, and beside it. */
async function floods(outer) {
  for (let n = 0; Date.now() < until; n += 1) {
    counts.floods += 1;
    outer.write(`seq ${200_000 + n}\r`);
    await sleep(8000);
    outer.write("yes 'a line of a flood that is stopped' | head -c 20000000\r");
    await sleep(8000);
  }
}

function sample(host, window) {
  const memory = {
    minute: (Date.now() - begun) / 60_000,
    host: proportionalMb(host),
    window: proportionalMb(window),
  };
  samples.push(memory);
  console.log(
    `${memory.minute.toFixed(1)} min: host ${memory.host.toFixed(0)} MB, window ${memory.window.toFixed(0)} MB`,
    JSON.stringify(counts),
  );
}

async function sampling(host, window) {
  while (Date.now() < until) {
    sample(host, window);
    await sleep((minutes * 60_000) / SAMPLES);
  }
  sample(host, window);
}

/** The mean of each half of the samples after the warm-up, and the most there was. */
function levels(of) {
  const level = samples.filter(({ minute }) => minute * 60_000 >= WARM_UP_MS).map((each) => each[of]);
  const middle = Math.ceil(level.length / 2);
  const mean = (list) => list.reduce((sum, each) => sum + each, 0) / list.length;
  const [first, second] = [mean(level.slice(0, middle)), mean(level.slice(middle))];
  return {
    first,
    second,
    peak: Math.max(...samples.map((each) => each[of])),
    flat: second <= Math.max(first * ALLOWED, first + ALLOWED_MB),
  };
}

let flat = false;
try {
  const outer = cotty.start(place, SIZE);
  await outer.seen(GREETING);
  await sleep(3000);
  const host = cotty.serverPid(place);
  await Promise.all([
    terminals(0),
    terminals(1),
    windows(),
    agents(),
    floods(outer),
    sampling(host, outer.pid),
  ]);
  await outer.close();
  for (const of of ['host', 'window']) {
    const { first, second, peak, flat: level } = levels(of);
    const told = [first, second, peak].map((each) => each.toFixed(0));
    console.log(`${of}: ${told[0]} MB, then ${told[1]} MB; peak ${told[2]} MB: ${level ? 'level' : 'GROWS'}`);
  }
  console.log(`${minutes} minutes: ${JSON.stringify(counts)}`);
  for (const [why, count] of failures) console.log(`failed ${count} times: ${why}`);
  flat = ['host', 'window'].every((of) => levels(of).flat);
} finally {
  stopQuietly(cotty, place);
  place.remove();
}
process.exitCode = flat ? 0 : 1;
