/**
 * A fleet of simulated hosts on this machine: how late events come, what is lost over kills of the server and of hosts, and what
 * memory it takes.
 *
 *   node test/bench/fleet.mjs [--hosts 1000] [--rate 100] [--seconds 60] [--processes 4]
 *
 * A third of the way the server is killed and started again after five seconds; at two thirds one process of hosts is killed.
 * Then everything in the ledgers must be in the index. Needs nats-server. The figures are printed as JSON.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync as readdir,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { connect } from '@nats-io/transport-node';
import { build } from 'esbuild';
import { percentile } from './figures.mjs';

const { values } = parseArgs({
  options: {
    hosts: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '60' },
    processes: { type: 'string', default: '4' },
  },
});
const [hosts, rate, seconds, processes] = [values.hosts, values.rate, values.seconds, values.processes].map(
  Number,
);
const root = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'cotty-fleet-'));
const out = join(root, 'node_modules/.cache/fleet');
const say = (text) => process.stderr.write(`${text}\n`);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

await build({
  entryPoints: ['fleet-hosts', 'fleet-check'].map((name) => join(root, `test/bench/${name}.ts`)),
  outdir: out,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  logLevel: 'warning',
});

const port = await freePort();
const url = `nats://127.0.0.1:${port}`;
const config = join(scratch, 'nats.conf');
writeFileSync(config, `listen: 127.0.0.1:${port}\njetstream { store_dir: "${scratch}/stream" }\n`);
let server = startServer();
const workers = [];
try {
  const watcher = await connect({
    servers: [`127.0.0.1:${port}`],
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
  });
  const lags = [];
  let phase = 'start';
  watcher.subscribe('cotty.*.*.ended', {
    callback: (_error, message) => {
      const { record } = JSON.parse(message.string());
      lags.push({ phase, ms: Date.now() - Date.parse(record.finished_at) });
    },
  });
  const begun = Date.now();
  for (let number = 0; number < processes; number += 1) workers.push(startHosts(number));
  const ready = await Promise.all(workers.map(({ ready }) => ready));
  say(`${hosts} hosts in ${processes} processes are there after ${Date.now() - begun} ms`);
  phase = 'steady';
  await sleep((seconds / 3) * 1000);
  const serverSteady = memoryOf(server.pid);
  const hostsSteady = workers.map(({ child }) => memoryOf(child.pid));
  say('the server is killed');
  phase = 'server away';
  server.kill('SIGKILL');
  await sleep(5000);
  server = startServer();
  await sleep((seconds / 3) * 1000 - 5000);
  say('one process of hosts is killed');
  phase = 'hosts killed';
  workers[0].child.kill('SIGKILL');
  await once(workers[0].child, 'exit');
  workers[0] = startHosts(0);
  await workers[0].ready;
  await sleep((seconds / 3) * 1000);
  const serverAtEnd = memoryOf(server.pid);
  await Promise.all(
    workers.map(({ child }) => {
      child.stdin.write('stop\n');
      return once(child, 'exit');
    }),
  );
  // What was not published within a second at the end comes with the next start.
  phase = 'end';
  for (let number = 0; number < processes; number += 1) workers[number] = startHosts(number, 0.001);
  await Promise.all(workers.map(({ ready }) => ready));
  await sleep(5000);
  for (const { child } of workers) child.stdin.write('stop\n');
  await Promise.all(workers.map(({ child }) => once(child, 'exit')));
  await watcher.close();
  const check = spawn(
    process.execPath,
    [join(out, 'fleet-check.mjs'), `${scratch}/hosts`, `${scratch}/index`, url],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let checked = '';
  check.stdout.on('data', (text) => {
    checked += text;
  });
  await once(check, 'close');
  const lag = (name) => {
    const ms = lags.filter((each) => each.phase === name).map((each) => each.ms);
    return {
      events: ms.length,
      p50: percentile(ms, 0.5),
      p95: percentile(ms, 0.95),
      p99: percentile(ms, 0.99),
      most: Math.max(...ms),
    };
  };
  const mb = (bytes) => Math.round(bytes / 1e5) / 10;
  const figures = {
    hosts,
    rate,
    seconds,
    lagMs: { steady: lag('steady'), serverAway: lag('server away'), hostsKilled: lag('hosts killed') },
    serverMB: { steady: mb(serverSteady), end: mb(serverAtEnd) },
    hostProcessMB: { afterStart: ready.map(mb), steady: hostsSteady.map(mb) },
    streamMB: mb(sizeOf(`${scratch}/stream`)),
    ...JSON.parse(checked),
  };
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
  if (figures.lost > 0 || figures.inLedgers === 0) process.exitCode = 1;
} finally {
  for (const { child } of workers) child.kill('SIGKILL');
  server.kill('SIGKILL');
  rmSync(scratch, { recursive: true, force: true });
}

function startServer() {
  return spawn('nats-server', ['-c', config, '-l', `${scratch}/nats.log`], {
    stdio: 'ignore',
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  });
}

function startHosts(number, own = rate / processes) {
  const folder = join(scratch, 'hosts', `p${number}`);
  mkdirSync(folder, { recursive: true });
  const args = [join(out, 'fleet-hosts.mjs'), folder, String(hosts / processes), url, String(own)];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ready = new Promise((resolve, reject) => {
    child.on('exit', (code, signal) => reject(new Error(`hosts ended: ${code ?? signal}`)));
    child.stdout.on('data', (text) => {
      const [, rss] = /ready (\d+)/.exec(text.toString()) ?? [];
      if (rss !== undefined) resolve(Number(rss));
    });
  });
  ready.catch(() => {});
  return { child, ready };
}

/** Resident memory in bytes. */
function memoryOf(pid) {
  const [, kib] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) * 1024;
}

function sizeOf(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.size;
  return readdir(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

async function freePort() {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port: free } = listener.address();
  listener.close();
  return free;
}
