/** A command with a folder and variables of its own: it runs in a subshell, so that the shell stays as it is. */

import { shellQuoted } from '../../protocol/common/shell-quote.ts';

/** Shells whose subshells are written with parentheses. */
const POSIX: readonly string[] = ['bash', 'zsh', 'sh', 'dash', 'ksh', 'mksh', 'ash'];
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

type Placed = { readonly ok: true; readonly cmd: string } | { readonly ok: false; readonly text: string };

type Wanted = {
  readonly cmd: string;
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
};

export function placedCommand({ cmd, cwd, env = {} }: Wanted, shell: string | undefined): Placed {
  const names = Object.keys(env);
  if (cwd === undefined && names.length === 0) return { ok: true, cmd };
  if (!POSIX.includes(shell ?? '')) {
    return {
      ok: false,
      text: `cwd and env need bash, zsh or sh; the shell is ${shell ?? 'not known'}: write them into cmd`,
    };
  }
  const wrong = names.find((each) => !NAME.test(each));
  if (wrong !== undefined)
    return { ok: false, text: `env: ${JSON.stringify(wrong)} is not a name of a variable` };
  const folder = cwd === undefined ? [] : [`cd -- ${shellQuoted(cwd)} || exit`];
  const variables = names.map((each) => `export ${each}=${shellQuoted(env[each] ?? '')}`);
  // The command has lines of its own, since it may end in a here-document or a comment.
  return { ok: true, cmd: `(${[...folder, ...variables].join('; ')}\n${cmd}\n)` };
}
