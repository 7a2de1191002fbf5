/** What is measured, each in a home of its own: the built cotty, tmux, the floor in Node, and no multiplexer at all. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Outer } from './outer.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const launcher = process.env['COTTY_BENCH_BIN'] ?? here('../../bin/cotty.js');
const CTRL_K = '\x0b';
/** Long enough for a mode to change, which nothing on a reader without an emulator tells. */
const SETTLE_MS = 500;

/** Printed by the shell of every new terminal, and by what then runs in it: one character, as the marks. */
export const GREETING = '±';
const READY = 'µ';

export class Place {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'cb-'));
    this.home = join(this.folder, 'home');
    mkdirSync(this.home);
    writeFileSync(join(this.home, '.bashrc'), `PS1='$ '\necho ${GREETING}\n`);
    writeFileSync(join(this.home, 'tmux.conf'), TMUX_CONF);
    this.env = {
      PATH: process.env['PATH'],
      HOME: this.home,
      COTTY_RUNTIME_DIR: join(this.folder, 'run'),
      TMUX_TMPDIR: this.folder,
      SHELL: '/bin/bash',
      TERM: 'xterm-256color',
      COLORTERM: 'truecolor',
      LANG: 'C.UTF-8',
      USER: 'bench',
    };
  }

  run(file, args) {
    return execFileSync(file, args, {
      env: this.env,
      cwd: this.home,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  }

  outer(file, args, size) {
    return new Outer({ file, args, cwd: this.home, env: this.env, ...size });
  }

  /** A shell that ends may still write into its home: figures are worth more than a folder among temporary ones. */
  remove() {
    try {
      rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
    } catch (error) {
      console.error(`left behind: ${error.message}`);
    }
  }
}

/** True colour as cotty has it, and as much scrollback. */
const TMUX_CONF = `set -g default-terminal tmux-256color
set -ga terminal-overrides ',*:Tc'
set -g history-limit 2000
set -g default-command 'exec bash'
`;

const pane = here('pane.sh');

export const cotty = {
  name: 'cotty',
  /** Ctrl+PageDown. */
  nextTab: '\x1b[6;5~',
  /** Alt+Shift and Alt with arrow keys. */
  split: { right: '\x1b[1;4C', below: '\x1b[1;4B' },
  go: { left: '\x1b[1;3D', right: '\x1b[1;3C' },
  /** F7 to BROWSE, the next arrangement after that of three panes, and back. */
  grid: ['\x1b[18~', '\x17 ', 'i'],
  start: (place, size) => place.outer(process.execPath, [launcher], size),
  join: (place, size) => place.outer(process.execPath, [launcher], size),
  attach: (place, size, name) => place.outer(process.execPath, [launcher, 'attach', name], size),
  connect: (place, size, url) => place.outer(process.execPath, [launcher, '--connect', url], size),
  /** A window in RAW, in which the pane's program waits for what it is told. */
  open: (place, size) => inRaw(cotty.start(place, size)),
  more: (place, name, command) =>
    place.run(process.execPath, [launcher, 'new', name, '--detached', '--', 'sh', '-c', command]),
  /** A terminal with a shell, which no window shows. */
  shell: (place, name) => place.run(process.execPath, [launcher, 'new', name, '--detached']),
  /** A link for a browser. */
  web: (place) =>
    JSON.parse(
      place.run(process.execPath, [launcher, 'web', '--listen', '127.0.0.1:0', '--no-open', '--json']),
    ),
  serverPid: (place) => JSON.parse(place.run(process.execPath, [launcher, 'host', 'status', '--json'])).pid,
  stop: (place) => place.run(process.execPath, [launcher, 'host', 'stop', '--yes']),
};

/** Host and window in one process. */
export const embedded = {
  ...cotty,
  name: 'cotty --embed',
  start: (place, size) => place.outer(process.execPath, [launcher, '--embed'], size),
  open: (place, size) => inRaw(embedded.start(place, size)),
  serverPid: () => undefined,
  stop: () => {},
};

export const tmux = {
  name: 'tmux',
  nextTab: '\x02n',
  split: { right: '\x02%', below: '\x02"' },
  go: { left: '\x02\x1b[D', right: '\x02\x1b[C' },
  grid: ['\x02\x1b5'],
  start: (place, size) =>
    place.outer('tmux', ['-u', '-f', join(place.home, 'tmux.conf'), 'new-session'], size),
  join: (place, size) => place.outer('tmux', ['-u', 'attach'], size),
  async open(place, size) {
    const outer = tmux.start(place, size);
    await outer.seen(GREETING);
    await sleep(SETTLE_MS);
    return inPane(outer);
  },
  more: (place, name, command) =>
    place.run('tmux', ['new-window', '-d', '-n', name, `${command}; sleep 1000`]),
  serverPid: (place) => Number(place.run('tmux', ['display', '-p', '#{pid}'])),
  stop: (place) => place.run('tmux', ['kill-server']),
};

const leanFile = here('lean.mjs');

/** The floor: two processes of Node between which bytes go, and nothing else. */
export const lean = {
  name: 'lean',
  start: (place, size) =>
    place.outer(process.execPath, [leanFile, place.folder, `${size.cols}`, `${size.rows}`], size),
  async open(place, size) {
    const outer = lean.start(place, size);
    await outer.seen(GREETING);
    await sleep(SETTLE_MS);
    return inPane(outer);
  },
  serverPid: (place) => Number(readFileSync(join(place.folder, 'lean.pid'), 'utf8')),
  // It ends with its window.
  stop: () => {},
};

export const bare = {
  name: 'none',
  async open(place, size) {
    const outer = place.outer('/bin/sh', [pane], size);
    await outer.seen(READY);
    return outer;
  },
  serverPid: () => undefined,
  stop: () => {},
};

async function inRaw(outer) {
  await outer.seen(GREETING);
  await sleep(2 * SETTLE_MS);
  outer.write(CTRL_K);
  await sleep(SETTLE_MS);
  return inPane(outer);
}

async function inPane(outer) {
  const ready = outer.seen(READY);
  outer.write(`sh ${pane}\r`);
  await ready;
  await sleep(SETTLE_MS);
  return outer;
}

/** One window of a subject, for as long as `use` takes, with a program in it that does what it is told. */
export function within(subject, size, use) {
  return during(subject, (place) => subject.open(place, size), use);
}

/** One window of a subject with a shell in it, as a person has it. */
export function withStarted(subject, size, use) {
  const started = async (place) => {
    const outer = subject.start(place, size);
    await outer.seen(GREETING);
    await sleep(2 * SETTLE_MS);
    return outer;
  };
  return during(subject, started, use);
}

async function during(subject, open, use) {
  const place = new Place();
  try {
    const outer = await open(place);
    const pids = [outer.pid, subject.serverPid(place)].filter((pid) => pid !== undefined);
    const result = await use({ outer, place, pids });
    await outer.close();
    return result;
  } finally {
    stopQuietly(subject, place);
    place.remove();
  }
}

export function stopQuietly(subject, place) {
  try {
    subject.stop(place);
  } catch {
    // It has ended by itself, or never begun.
  }
}
