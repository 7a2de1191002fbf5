/** `cotty send` — types text and keys into a terminal as the current user. */

import type { Client } from '../../client/client.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { keyModesOf, ordinaryModes } from '../../screen/keys/key-notation.ts';
import { hostFlags } from '../connect/host-flags.ts';
import { withTerminal } from '../connect/with-terminal.ts';
import { ExitCode } from '../ground/exit-code.ts';
import type { Io } from '../ground/io.ts';
import { parseArgs } from '../ground/parse-args.ts';
import { refuseArgs, refuseUsage } from '../ground/usage-error.ts';
import { eachFlag, readGroup } from './group/group-flags.ts';
import { eachOfGroup } from './group/with-group.ts';
import { keysOf } from './key-arguments.ts';

const flags = { ...hostFlags, ...eachFlag, l: 'boolean', literal: 'boolean' } as const;

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags, positionals: ['KEYS'], many: true, command: true });
  if (!parsed.ok) return refuseArgs(parsed, 'send', io);
  const { connect, token, each, l, literal } = parsed.flags;
  const wrong = (error: string) => refuseUsage(error, 'send', io);
  const read = readGroup({ each }, []);
  if (!read.ok) return wrong(read.error);
  const given = [...parsed.input, ...parsed.command];
  const [name, words] = read.group === undefined ? [given[0], given.slice(1)] : ['', given];
  if (name === undefined) return wrong('NAME is missing');
  if (words.length === 0) return wrong('KEYS are missing');
  const keys = keysOf(words, l || literal);
  const typeInto = async (client: Client, { resource }: TerminalInfo): Promise<number> => {
    const modes = keys.needsModes ? keyModesOf(await client.cotty.screen(resource)) : ordinaryModes;
    await client.cotty.type(resource, keys.bytes(modes));
    return ExitCode.ok;
  };
  return read.group === undefined
    ? withTerminal(name, { connect, token }, io, typeInto)
    : eachOfGroup(read.group.names, { connect, token }, io, typeInto);
}
