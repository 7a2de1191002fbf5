/** `cotty send` — types text and keys into a terminal as the current user. */

import { keyModesOf, ordinaryModes } from '../../screen/keys/key-notation.ts';
import { hostFlags } from '../connect/host-flags.ts';
import { withTerminal } from '../connect/with-terminal.ts';
import { ExitCode } from '../ground/exit-code.ts';
import type { Io } from '../ground/io.ts';
import { parseArgs } from '../ground/parse-args.ts';
import { refuseArgs } from '../ground/usage-error.ts';
import { keysOf } from './key-arguments.ts';

const flags = { ...hostFlags, l: 'boolean', literal: 'boolean' } as const;

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, {
    flags,
    positionals: ['NAME', 'KEYS'],
    required: 1,
    many: true,
    command: true,
  });
  if (!parsed.ok) return refuseArgs(parsed, 'send', io);
  const { connect, token, l, literal } = parsed.flags;
  const [name = '', ...words] = [...parsed.input, ...parsed.command];
  if (words.length === 0)
    return refuseArgs({ ok: false, help: false, error: 'KEYS are missing' }, 'send', io);
  const keys = keysOf(words, l || literal);
  return withTerminal(name, { connect, token }, io, async (client, { resource }) => {
    const modes = keys.needsModes ? keyModesOf(await client.cotty.screen(resource)) : ordinaryModes;
    await client.cotty.type(resource, keys.bytes(modes));
    return ExitCode.ok;
  });
}
