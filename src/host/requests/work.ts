/** `x-cotty/work`: what a terminal would lose if it were closed now, so that people are asked before. */

import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { hasEnded, processStat } from '../ground/process-stat.ts';
import { childrenOf, foregroundGroup, foregroundProgram, programOf } from '../processes/foreground.ts';
import type { Terminals } from '../terminal/terminals.ts';
import type { Request } from './request.ts';
import { terminalOf } from './use-terminal.ts';

export function work(terminals: Terminals): Request<'x-cotty/work'> {
  return {
    when: 'ready',
    readOnly: true,
    async run(_peer, { channel }) {
      const terminal = terminalOf(terminals, channel);
      const { pid, running } = terminal.meta;
      if (terminal.state.lifecycle.status === 'exited') return { running: null, jobs: [] };
      // The process of a terminal at a client is known to that client only.
      const isHere = terminal.owner === undefined && pid !== undefined;
      const program = isHere ? foregroundProgram(pid) : undefined;
      return { running: running?.commandLine ?? program ?? null, jobs: isHere ? await jobsOf(pid) : [] };
    },
  };
}

/** The background jobs of a shell: its children that lead other process groups than its own, and are not in the foreground. */
type Child = { readonly group: number; readonly name: string };

/** Returns the name of one program of each job, stopped jobs included. */
async function jobsOf(shell: number): Promise<readonly string[]> {
  const children = process.platform === 'linux' ? linuxChildren(shell) : await otherChildren(shell);
  const groups = new Map<number, string>();
  for (const { group, name } of children) if (!groups.has(group)) groups.set(group, name);
  return [...groups.values()];
}

function linuxChildren(shell: number): readonly Child[] {
  const own = processStat(shell);
  const front = foregroundGroup(shell);
  return childrenOf(shell).flatMap((pid): readonly Child[] => {
    const stat = processStat(pid);
    if (stat === undefined || hasEnded(stat) || stat.group === own?.group) return [];
    const { group } = stat;
    return group === front ? [] : [{ group, name: programOf(pid) ?? 'a program' }];
  });
}

/** Asks `ps`: the process groups of the shell's children, as macOS and BSD list them. */
function otherChildren(shell: number): Promise<readonly Child[]> {
  return new Promise((resolve) => {
    execFile('ps', ['-A', '-o', 'pid=,ppid=,pgid=,tpgid=,stat=,comm='], (error, stdout) => {
      const rows = error === null ? stdout.split('\n').map((line) => line.trim().split(/\s+/)) : [];
      const own = rows.find(([pid]) => Number(pid) === shell);
      resolve(
        rows.flatMap(([, parent, group, front, state = '', ...name]): readonly Child[] => {
          const isJob = Number(parent) === shell && group !== own?.[2] && group !== front;
          return isJob && !state.startsWith('Z')
            ? [{ group: Number(group), name: basename(name.join(' ')) || 'a program' }]
            : [];
        }),
      );
    });
  });
}
