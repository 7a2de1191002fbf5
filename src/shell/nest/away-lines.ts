/**
 * The two lines that set up integration in an inner shell, wherever it runs. The first one asks which shell it is, in syntax that
 * all shells understand. The second one makes it read the script from its terminal (`scripts/receive.sh`). No file is read or
 * written there.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bareScript, type InnerShell, innerScript } from './inner-script.ts';

/** The property in the answer to the first line: the versions of bash, zsh and fish, of which one is set. */
export const PROBE = 'Probe';

/** The script finds our lines in the history by these words. */
const OURS = ' : cotty;';

/**
 * zsh keeps the second line, which begins with a blank, out of its history only if that option is set before. The first line is
 * removed from it afterwards.
 */
const SPACES = '[[ -o hist_ignore_space ]] || { setopt hist_ignore_space; __cotty_spaces=1; }';

/** `name` signs the answer: only a program that has read the line knows it. */
export function askingLine(name: string): string {
  const versions = '"$BASH_VERSION" "$ZSH_VERSION" "$FISH_VERSION"';
  return `${OURS} test -n "$ZSH_VERSION" && eval '${SPACES}'; printf '\\033]633;P;${PROBE}=%s/%s/%s;${name}\\007' ${versions}`;
}

/** Returns undefined for a shell that has no script. */
export function answeredShell(versions: string): InnerShell | undefined {
  const [bash, zsh, fish] = versions.split('/');
  if (bash) return 'bash';
  if (zsh) return 'zsh';
  return fish ? 'fish' : undefined;
}

/** `name` signs the reports of the reader. The line is shorter than 4,096 bytes: longer ones are cut if no line editor reads. */
export function loadingLine(shell: InnerShell, folder: string, name: string): string {
  const lines = bareScript(readFileSync(join(folder, 'receive.sh'), 'utf8')).split('\n');
  const reader = lines.map((line) => (/(?:\{|^do)$/.test(line) ? `${line} ` : `${line}; `)).join('');
  const read = `__cotty_name="${name}" sh -c '${reader.trimEnd()}'`;
  return `${OURS} ${shell === 'fish' ? `${read} | source` : `eval "$(${read})"`}`;
}

/**
 * Returns the script for the second line. It removes both lines from the history, because the user has not typed them. `folder`
 * has the scripts.
 */
export function loadedScript(shell: InnerShell, folder: string): string {
  const script = innerScript(shell, folder);
  if (shell === 'fish') return `set -g __cotty_inner 1\nset -gu __cotty_unsaid 1\n${script}\n${END}`;
  if (shell === 'bash')
    return `__cotty_inner=1\n__cotty_load() {\n${script}\n}\n__cotty_load\nunset -f __cotty_load\n${FORGET_IN_BASH}\n${END}`;
  const forget = bareScript(readFileSync(join(folder, 'forget-lines.zsh'), 'utf8'));
  return `__cotty_inner=1\n${script}\n${forget}\n${END}`;
}

/** The status of the last command is what the first prompt shows. The reader prints a dot behind the text. */
const END = 'true #';

const FORGET_IN_BASH =
  'for __cotty_line in 1 2; do __cotty_newest; [[ $__cotty_line != *": cotty;"* ]] || builtin history -d "$__cotty_number"; done';
