/** Findings about the tmux in which cotty runs, if any, about the shell, and about the native packages and Node. */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import type { Io } from '../common/io.ts';
import type { Finding } from './finding.ts';

type Env = Io['env'];

/** Time limit for each program. These programs answer at once unless something is wrong with them. */
const TIMEOUT_MS = 3000;

/** Returns what a program prints, trimmed; undefined when it is missing, slow or fails. */
function output(file: string, args: readonly string[], env: Env): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(file, [...args], { timeout: TIMEOUT_MS, env: { ...env } }, (error, stdout) => {
      resolve(error === null ? stdout.trim() : undefined);
    });
  });
}

export async function tmuxFindings(env: Env): Promise<readonly Finding[]> {
  if (!env['TMUX']) return [];
  const clipboard = await output('tmux', ['show-options', '-gv', 'set-clipboard'], env);
  if (clipboard === 'on') return [];
  return [
    {
      id: 'tmux-clipboard',
      status: 'no',
      text: `set-clipboard is ${clipboard ?? 'unknown to this tmux'}: tmux does not pass copied text on`,
      hint: 'In ~/.tmux.conf: set -g set-clipboard on',
    },
  ];
}

const INTEGRATED = ['bash', 'zsh', 'fish'];

export async function shellFindings(env: Env): Promise<readonly Finding[]> {
  const shell = env['SHELL'] ?? '/bin/sh';
  const id = 'shell';
  const name = basename(shell);
  if (!INTEGRATED.includes(name)) {
    const text = `${shell}: commands are not detected, so there are no blocks; everything else works`;
    const hint = 'Blocks need bash, zsh or fish: set SHELL, or `shell` in the configuration.';
    return [{ id, status: 'no', text, hint }];
  }
  const version = await output(shell, ['--version'], env);
  if (version === undefined) {
    const hint = 'Set SHELL to a shell that is installed.';
    return [{ id, status: 'bad', text: `${shell} cannot be started`, hint }];
  }
  const [first = ''] = version.split('\n');
  if (name !== 'bash' || !isOlderThan(first, 4, 4)) return [];
  const text = `${first}: too old to detect commands; bash 4.4 or newer is needed`;
  return [{ id, status: 'no', text, hint: 'macOS comes with bash 3.2. Use a newer bash, or zsh, or fish.' }];
}

function isOlderThan(text: string, major: number, minor: number): boolean {
  const [, first, second] = /(\d{1,9})\.(\d{1,9})/.exec(text) ?? [];
  if (first === undefined) return false;
  return Number(first) < major || (Number(first) === major && Number(second) < minor);
}

/** Loads a package in a child process: machine code that crashes while it loads must not end `doctor`. */
const LOAD = 'require(process.argv[1]).load?.(null); process.stdout.write("ok")';

/** The major version of Node from which on windows start sooner and bulk output needs less CPU. */
const RECOMMENDED_NODE = 24;

export async function packageFindings(env: Env, node = process.versions.node): Promise<readonly Finding[]> {
  const [pty, calls] = await Promise.all([missing('node-pty', env), missing('koffi', env)]);
  const isOld = Number.parseInt(node, 10) < RECOMMENDED_NODE;
  const text = `Node ${node}: newer ones open windows sooner and need less CPU`;
  const hint = `Use Node ${RECOMMENDED_NODE} or newer.`;
  return [
    ...(isOld ? [{ id: 'node', status: 'no', text, hint } as const] : []),
    ...(pty === undefined ? [] : [ptyFinding(pty)]),
    ...(calls === undefined ? [] : [callsFinding(calls)]),
  ];
}

/** `why`: that the package is not installed, or does not load. */
export function ptyFinding(why: string): Finding {
  const isAbsent = why.endsWith('not installed');
  return {
    id: 'node-pty',
    status: 'bad',
    text: why,
    // Without the variable, npm would keep the prebuilt binary, which does not load.
    hint: isAbsent
      ? 'Run npm install again.'
      : 'Install a C++ compiler, make and Python, then run: npm_config_build_from_source=true npm rebuild node-pty',
  };
}

/** koffi is optional: without it, the modes of a pty are read by running `stty`, which takes longer. */
function callsFinding(why: string): Finding {
  const hint = 'It costs some CPU while keys are typed. To change it: npm install --include=optional';
  return {
    id: 'system-calls',
    status: 'no',
    text: `modes of terminals are read by running stty: ${why}`,
    hint,
  };
}

/** Returns why a package cannot be used; undefined if it can. */
async function missing(name: string, env: Env): Promise<string | undefined> {
  const folder = packageFolder(name);
  if (folder === undefined) return `${name} is not installed`;
  if ((await output(process.execPath, ['-e', LOAD, folder], env)) === 'ok') return undefined;
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return `${name} ${version} does not load on this system`;
}

function packageFolder(name: string): string | undefined {
  try {
    // Not every package lets others read its package.json by name.
    const entry = createRequire(import.meta.url).resolve(name);
    return entry.slice(0, entry.lastIndexOf(join('node_modules', name))) + join('node_modules', name);
  } catch {
    // It is not installed.
    return undefined;
  }
}
