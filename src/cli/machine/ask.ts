/** `cotty machine ask -- PROMPT` — asks the program that connects to a machine, and prints the answer for ssh (`askpass.sh`). */

import { askThere } from '../../machine/questions.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { complain, sayOutput } from '../common/print.ts';

export async function run([dashes, prompt = '']: readonly string[], io: Io): Promise<number> {
  const { COTTY_ASK: place, SSH_ASKPASS_PROMPT: kind = '' } = io.env;
  if (place === undefined || dashes !== '--') {
    complain(io, 'only ssh runs `cotty machine ask`, for a window that connects to a machine');
    return ExitCode.usage;
  }
  const answer = await askThere(place, prompt, kind);
  if (answer === undefined) return ExitCode.failure;
  sayOutput(io, `${answer}\n`);
  return ExitCode.ok;
}
