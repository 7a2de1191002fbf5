/** Findings about the tmux in which cotty runs, if any, and about the shell. */

import { basename } from 'node:path';
import type { Io } from '../common/io.ts';
import type { Finding } from './finding.ts';
import { output } from './program-output.ts';

type Env = Io['env'];

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
