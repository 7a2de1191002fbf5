/** Which program reads what is typed into a terminal, where the system tells. */

import { readFileSync } from 'node:fs';

/** The name of whatever has the terminal instead of its shell; undefined: the shell itself, or nobody can tell. */
export function foregroundProgram(shell: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const own = statOf(shell);
  const group = own === undefined ? Number.NaN : Number(own.fields[5]);
  if (own === undefined || group <= 0 || group === Number(own.fields[2])) return undefined;
  return statOf(group)?.name ?? 'a program';
}

/** The shell has the terminal and sleeps: it waits for input. False where nobody can tell. */
export function isAtShell(shell: number): boolean {
  if (process.platform !== 'linux') return false;
  const fields = statOf(shell)?.fields ?? [];
  return fields[0] === 'S' && fields[5] !== undefined && fields[5] === fields[2];
}

/** The fields after the name, from the state on. */
function statOf(pid: number): { readonly name: string; readonly fields: readonly string[] } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may itself hold spaces and parentheses.
    const end = stat.lastIndexOf(')');
    return { name: stat.slice(stat.indexOf('(') + 1, end), fields: stat.slice(end + 2).split(' ') };
  } catch {
    // It has ended.
    return undefined;
  }
}
