/** Commands by which a shell puts another program in its own place: `exec zsh`. */

import type { CommandMeta } from './command-meta.ts';

export function isExec(commandLine: string): boolean {
  return commandLine.trimStart().startsWith('exec ');
}

/** Whether a command that has ended has put another shell in the place of its own: it will never have an exit code. */
export function replacedItsShell(
  { entered }: Pick<CommandMeta, 'entered'>,
  { commandLine, exitCode }: { readonly commandLine: string; readonly exitCode?: number | undefined },
): boolean {
  return entered === 'left' && exitCode === undefined && isExec(commandLine);
}
