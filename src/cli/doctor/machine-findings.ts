/** Findings about the programs around cotty: tmux, the shell, Node, node-pty. */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { Io } from '../ground/io.ts';
import type { Finding } from './finding.ts';

type Env = Io['env'];

/** Time limit for each program. These programs answer at once unless something is wrong with them. */
const TIMEOUT_MS = 3000;

/** Output of a program, trimmed; undefined when it is missing, slow or fails. */
function output(file: string, args: readonly string[], env: Env): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(file, [...args], { timeout: TIMEOUT_MS, env: { ...env } }, (error, stdout) => {
      resolve(error === null ? stdout.trim() : undefined);
    });
  });
}

export async function tmuxFindings(env: Env): Promise<Finding[]> {
  if (!env['TMUX']) return [];
  const [version, clipboard, passthrough] = await Promise.all([
    output('tmux', ['-V'], env),
    output('tmux', ['show-options', '-gv', 'set-clipboard'], env),
    output('tmux', ['show-options', '-gv', 'allow-passthrough'], env),
  ]);
  if (version === undefined)
    return [{ id: 'tmux', status: 'unknown', text: 'TMUX is set, but tmux does not answer' }];
  return [
    { id: 'tmux', status: 'info', text: version },
    clipboard === 'on'
      ? { id: 'tmux-clipboard', status: 'yes', text: 'set-clipboard is on: tmux passes copied text on' }
      : {
          id: 'tmux-clipboard',
          status: 'no',
          text: `set-clipboard is ${clipboard ?? 'unknown to this tmux'}: tmux does not pass copied text on`,
          hint: 'In ~/.tmux.conf: set -g set-clipboard on',
        },
    {
      id: 'tmux-passthrough',
      status: passthrough === 'on' || passthrough === 'all' ? 'yes' : 'no',
      text: `allow-passthrough is ${passthrough ?? 'unknown to this tmux'} (cotty does not need it)`,
    },
  ];
}

const integrated = new Set(['bash', 'zsh', 'fish']);

export async function shellFindings(env: Env): Promise<Finding[]> {
  const shell = env['SHELL'] ?? '/bin/sh';
  const name = basename(shell);
  if (!integrated.has(name)) {
    const text = `${shell}: commands are not detected, so there are no blocks; everything else works`;
    return [
      {
        id: 'shell',
        status: 'no',
        text,
        hint: 'Blocks need bash, zsh or fish: set SHELL, or `shell` in the configuration.',
      },
    ];
  }
  const version = await output(shell, ['--version'], env);
  if (version === undefined) {
    return [
      {
        id: 'shell',
        status: 'bad',
        text: `${shell} cannot be started`,
        hint: 'Set SHELL to a shell that is installed.',
      },
    ];
  }
  const [first = ''] = version.split('\n');
  const old = name === 'bash' && isOlderThan(first, 4, 4);
  if (old) {
    const hint = 'macOS comes with bash 3.2. Use a newer bash, or zsh, or fish.';
    return [
      {
        id: 'shell',
        status: 'no',
        text: `${first}: too old to detect commands; bash 4.4 or newer is needed`,
        hint,
      },
    ];
  }
  return [{ id: 'shell', status: 'yes', text: `${first}: commands are detected` }];
}

function isOlderThan(text: string, major: number, minor: number): boolean {
  const [, first, second] = /(\d{1,9})\.(\d{1,9})/.exec(text) ?? [];
  if (first === undefined) return false;
  return Number(first) < major || (Number(first) === major && Number(second) < minor);
}

/** Loads node-pty in a child process: a native module that crashes while it loads must not end `doctor`. */
const LOAD = 'require(process.argv[1]); process.stdout.write("ok")';

/** The major version of Node from which on windows start sooner and floods need less CPU. */
const RECOMMENDED_NODE = 24;

export function nodeFinding(version: string): Finding {
  const text = `Node ${version} (${process.platform} ${process.arch})`;
  if (Number.parseInt(version, 10) >= RECOMMENDED_NODE) return { id: 'node', status: 'yes', text };
  const hint = `Node ${RECOMMENDED_NODE}, the newest with long-term support, opens windows sooner and needs less CPU.`;
  return { id: 'node', status: 'yes', text, hint };
}

export async function nodeFindings(env: Env): Promise<Finding[]> {
  const node = nodeFinding(process.versions.node);
  const folder = ptyFolder();
  if (folder === undefined) {
    return [
      node,
      { id: 'node-pty', status: 'bad', text: 'node-pty is not installed', hint: 'Run npm install again.' },
    ];
  }
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const loads = (await output(process.execPath, ['-e', LOAD, folder], env)) === 'ok';
  return [
    node,
    loads
      ? { id: 'node-pty', status: 'yes', text: `node-pty ${version} loads` }
      : {
          id: 'node-pty',
          status: 'bad',
          text: `node-pty ${version} does not load on this system`,
          hint: 'Install a compiler and Python, then run: npm rebuild node-pty',
        },
  ];
}

function ptyFolder(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve('node-pty/package.json'));
  } catch {
    // node-pty is not installed.
    return undefined;
  }
}
