/** The foreground program of a terminal, which reads its input; known on Linux only. */

import { readFileSync } from 'node:fs';

/** Returns the name of the foreground program. Undefined when that is the shell itself, or when it is not known. */
export function foregroundProgram(shell: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const own = statOf(shell);
  const group = own === undefined ? Number.NaN : Number(own.fields[5]);
  if (own === undefined || group <= 0 || group === Number(own.fields[2])) return undefined;
  return statOf(group)?.name ?? 'a program';
}

/** Returns the process group in the foreground of the shell's terminal. */
export function foregroundGroup(shell: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const group = Number(statOf(shell)?.fields[5]);
  return group > 0 ? group : undefined;
}

/** Whether a process of the group exists. */
export function groupExists(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch (error) {
    // A group of another user cannot be signalled, but exists.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Tells whether the shell is in the foreground and sleeps, so it waits for input. False when that is not known. */
export function isAtShell(shell: number): boolean {
  if (process.platform !== 'linux') return false;
  const fields = statOf(shell)?.fields ?? [];
  return fields[0] === 'S' && fields[5] !== undefined && fields[5] === fields[2];
}

/** Reads `/proc/PID/stat`: the name, and the fields after it, beginning with the state. */
function statOf(pid: number): { readonly name: string; readonly fields: readonly string[] } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may itself hold spaces and parentheses.
    const end = stat.lastIndexOf(')');
    return { name: stat.slice(stat.indexOf('(') + 1, end), fields: stat.slice(end + 2).split(' ') };
  } catch {
    // The process has ended.
    return undefined;
  }
}
