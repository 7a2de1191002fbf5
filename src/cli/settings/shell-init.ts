/** `cotty shell-init` — prints the shell integration for the rc file of a shell that cotty does not start, also elsewhere. */

import { innerScript } from '../../shell/nest/inner-script.ts';
import { scriptsPath } from '../../shell/scripts-path.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { say } from '../common/print.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';

/** Guards: the script does nothing in scripts, where TERM_PROGRAM names another terminal, or where it already runs. */
const AROUND = {
  bash: [
    'if [[ $- == *i* && ! -v __cotty_nonce && ( -z $TERM_PROGRAM || $TERM_PROGRAM == cotty ) ]]; then\n__cotty_inner=1\n__cotty_load() {\n',
    '}\n__cotty_load\nunset -f __cotty_load\nfi\n',
  ],
  zsh: [
    'if [[ -o interactive && ! -v __cotty_nonce && ( -z $TERM_PROGRAM || $TERM_PROGRAM == cotty ) ]]; then\n__cotty_inner=1\n',
    'fi\n',
  ],
  fish: [
    'if not set -q COTTY_NONCE; and not set -q __cotty_nonce; and contains -- "$TERM_PROGRAM" \'\' cotty\nset -gu __cotty_inner 1\n',
    'end\n',
  ],
} as const;

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags: {}, positionals: ['bash, zsh or fish'], required: 1 });
  if (!parsed.ok) return refuseArgs(parsed, 'shell-init', io);
  const [asked = ''] = parsed.input;
  if (asked !== 'bash' && asked !== 'zsh' && asked !== 'fish') {
    const error = `there is no integration for "${asked}", only for bash, zsh, fish`;
    return refuseUsage(error, 'shell-init', io);
  }
  const [before, after] = AROUND[asked];
  say(io, before + innerScript(asked, scriptsPath()) + after);
  return ExitCode.ok;
}
