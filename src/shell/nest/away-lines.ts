/**
 * The lines that give its marks to a shell on another machine or in a container, where cotty is not. The first asks which shell
 * it is, in the language of all; the second brings the script along, packed: no file is left there.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

export type AwayShell = 'bash' | 'zsh' | 'fish';

/** What the answer is told as, a property: the versions of bash, zsh and fish, of which it has one. */
export const PROBE = 'Probe';

/** By these words the script finds our lines in the history. */
const OURS = ' : cotty;';

/** zsh keeps the second line, which begins with a blank, out of its history only if told so before; the first one it is made to forget. */
const SPACES = '[[ -o hist_ignore_space ]] || { setopt hist_ignore_space; __cotty_spaces=1; }';

/** `name` signs the answer: who has not read the line cannot give it. */
export function askingLine(name: string): string {
  const versions = '"$BASH_VERSION" "$ZSH_VERSION" "$FISH_VERSION"';
  return `${OURS} test -n "$ZSH_VERSION" && eval '${SPACES}'; printf '\\033]633;P;${PROBE}=%s/%s/%s;${name}\\007' ${versions}`;
}

/** Returns undefined for a shell that has no script. */
export function answeredShell(versions: string): AwayShell | undefined {
  const [bash, zsh, fish] = versions.split('/');
  if (bash) return 'bash';
  if (zsh) return 'zsh';
  return fish ? 'fish' : undefined;
}

/** `folder` has the scripts. The line is shorter than 4,096 bytes: longer ones are cut where no line editor reads. */
export function loadingLine(shell: AwayShell, folder: string): string {
  const read = (name: string) => bare(readFileSync(join(folder, name), 'utf8'));
  const forget = shell === 'zsh' ? read('forget-lines.zsh') : '';
  const script = around(shell, read(`integration.${shell}`), forget);
  const packed = gzipSync(script, { level: 9 }).toString('base64');
  const unpack = `printf %s ${packed} | base64 -d | gzip -dc`;
  return `${OURS} ${shell === 'fish' ? `${unpack} | source` : `eval "$(${unpack})"`}`;
}

/** Leaves out comments and indents. */
function bare(script: string): string {
  const lines = script.split('\n').map((line) => line.trimStart());
  return lines.filter((line) => line !== '' && !line.startsWith('#')).join('\n');
}

const FORGET_IN_BASH =
  'for __cotty_line in 1 2; do __cotty_newest; [[ $__cotty_line != *": cotty;"* ]] || builtin history -d "$__cotty_number"; done';

/** The same as `enter` does: nobody has typed the lines. */
function around(shell: AwayShell, script: string, forget: string): string {
  if (shell === 'bash')
    return `__cotty_inner=1\n__cotty_load() {\n${script}\n}\n__cotty_load\nunset -f __cotty_load\n${FORGET_IN_BASH}\ntrue\n`;
  if (shell === 'zsh')
    return `__cotty_inner=1\n${script}\n${forget}\nif (( \${+__cotty_spaces} )); then unsetopt hist_ignore_space; unset __cotty_spaces; fi\n`;
  return `set -g __cotty_inner 1\nset -gu __cotty_unsaid 1\n${script}\n`;
}
