/** The integration script of an inner shell, as one text, because it may run where no file of cotty can be read. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type InnerShell = 'bash' | 'zsh' | 'fish';

/** Returns the integration script, with the delivery of commands over the terminal. `folder` has the scripts. */
export function innerScript(shell: InnerShell, folder: string): string {
  const read = (name: string) => bareScript(readFileSync(join(folder, name), 'utf8'));
  const reader = read('receive.sh');
  const define =
    shell === 'fish'
      ? `set -gu __cotty_reader '${reader.replaceAll('\\', '\\\\')}'`
      : `__cotty_reader='${reader}'`;
  return `${define}\n${read(`delivery.${shell}`)}\n${read(`integration.${shell}`)}\n`;
}

/** Leaves out comments and indents. */
export function bareScript(script: string): string {
  const lines = script.split('\n').map((line) => line.trimStart());
  return lines.filter((line) => line !== '' && !line.startsWith('#')).join('\n');
}
