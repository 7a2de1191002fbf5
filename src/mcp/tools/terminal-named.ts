/** Finds the terminal that a call names, or returns a sentence that helps to name one. */

import { type GroupMember, onceEach } from '../../client/run/group.ts';
import { seqsOf } from '../../client/run/named-seqs.ts';
import {
  meaningOf,
  type NotOne,
  readName,
  readTerminal,
  type Seqs,
  seqsText,
} from '../../protocol/cotty/terminal-names.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import type { Agent } from '../agent/agent.ts';
import { nameOf } from '../answers/terminal-description.ts';

type Named =
  | { readonly ok: true; readonly info: TerminalInfo; readonly uri: string; readonly name: string }
  | No;
type No = { readonly ok: false; readonly text: string };

/** Also finds a terminal that was closed in the last minutes, the newest of that name, which can only be read. */
export async function terminalToRead(agent: Agent, name: string): Promise<Named> {
  const found = await meant(agent, name);
  if (!found.ok || found.seqs === undefined) return found;
  const read = readTerminal([found.info], name);
  return read.ok ? found : { ok: false, text: read.error };
}

/** The same where one of its commands may be named, `build:7`: `seq` is its number. */
export async function commandToRead(
  agent: Agent,
  name: string,
): Promise<(Exclude<Named, No> & { readonly seq?: number }) | No> {
  const found = await meant(agent, name);
  if (!found.ok || found.seqs === undefined) return found;
  const { seqs, ...terminal } = found;
  if ('from' in seqs && seqs.from === seqs.to) return { ...terminal, seq: seqs.from };
  const numbers = await seqsOf(agent.client.cotty, found.uri, seqs);
  const [seq, more] = numbers;
  if (seq !== undefined && more === undefined) return { ...terminal, seq };
  const text =
    seq === undefined
      ? `${found.name}: ${seqsText(seqs)}: there is no finished command of that number`
      : `"${name}" names ${numbers.length} commands: name one, such as ${found.name}:${seq}`;
  return { ok: false, text };
}

type Meant = Exclude<Named, No> & { readonly seqs?: Seqs };

async function meant(agent: Agent, name: string): Promise<Meant | No> {
  const { terminals } = agent;
  const open = readName(terminals, name);
  if (open.ok) return asNamed(open.terminal, open.seqs, terminals);
  if (open.found.length > 0) return notOne(open, terminals);
  // Another host than cotty's has no such list.
  const closed = await agent.client.cotty.allClosed().catch(() => []);
  const infos = closed.map(({ info }) => info);
  const {
    found: [info],
    seqs,
  } = meaningOf(infos, name);
  return info === undefined ? notOne(open, terminals) : asNamed(info, seqs, [...terminals, ...infos]);
}

function asNamed(info: TerminalInfo, seqs: Seqs | undefined, all: readonly TerminalInfo[]): Meant {
  const named = { ok: true as const, info, uri: info.resource, name: nameOf(info, all) };
  return seqs === undefined ? named : { ...named, seqs };
}

/** Each terminal once, in the order in which it was first named. */
export function terminalsOfCall(
  agent: Pick<Agent, 'terminals'>,
  names: readonly string[],
): readonly GroupMember[] {
  return onceEach(
    names.map((name) => {
      const found = terminalNamed(agent, name);
      return found.ok ? found : { ok: false, name, error: found.text };
    }),
  );
}

export function terminalNamed({ terminals }: Pick<Agent, 'terminals'>, name: string): Named {
  const read = readTerminal(terminals, name);
  if (!read.ok) return notOne(read, terminals);
  return asNamed(read.terminal, undefined, terminals);
}

/** Names the terminals that there are. */
function notOne({ error, found }: NotOne<TerminalInfo>, terminals: readonly TerminalInfo[]): No {
  if (found.length > 0) return { ok: false, text: error };
  const open = terminals.map((one) => nameOf(one, terminals)).join(', ');
  const others = open === '' ? 'no terminal is open. Make one with term_spawn' : `open terminals: ${open}`;
  return { ok: false, text: `${error}; ${others}` };
}
