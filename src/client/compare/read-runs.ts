/** Reads the runs that a comparison asks for. */

import { reasonOf } from '../../protocol/common/reason-of.ts';
import type { RunPlace } from '../blocks/recorded-run.ts';
import type { Client } from '../client.ts';
import { type Against as AgainstRun, comparedRuns, type NamedCommand } from '../run/compared-runs.ts';
import type { Against, CompareAsk, FoundRuns } from './comparing.ts';

type Host = Pick<Client, 'cotty' | 'root'>;

/** Never rejects: what is missing is told in a sentence. */
export async function readRuns(host: Host, { later, against }: CompareAsk): Promise<FoundRuns> {
  const skip = against.kind === 'run' ? 0 : against.skip;
  try {
    const runs = await comparedRuns(host.cotty, named(host, later), asAsked(host, against), skip);
    return runs.ok ? { before: runs.before, after: runs.after } : { why: sentence(runs.reason) };
  } catch (error) {
    return { why: sentence(reasonOf(error)) };
  }
}

function asAsked(host: Host, against: Against): AgainstRun {
  if (against.kind === 'run') return named(host, against.run);
  return against.kind === 'succeeded' ? 'green' : 'previous';
}

function named({ root }: Host, { uri: channel, seq }: RunPlace): NamedCommand {
  const title = root.state.terminals?.find(({ resource }) => resource === channel)?.title;
  return { channel, seq, name: title ?? channel.slice(channel.lastIndexOf('/') + 1) };
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}

/** Returns the newest finished run of a command in a terminal that began at a time or later (Unix ms). */
export async function newestRun(
  { cotty }: Pick<Client, 'cotty'>,
  uri: string,
  { commandLine, since }: { readonly commandLine: string; readonly since: number },
): Promise<RunPlace | undefined> {
  const { commands } = await cotty.commands(uri);
  const found = commands.findLast(
    (each) => each.isComplete && each.timestamp >= since && each.commandLine.trim() === commandLine.trim(),
  );
  return found && { uri, seq: found.seq };
}
