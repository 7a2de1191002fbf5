/** Finds the terminal that a call names, or returns a sentence that helps to name one. */

import { idOf, terminalsNamed } from '../../client/find-terminal.ts';
import { type GroupMember, onceEach } from '../../client/run/group.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import type { Agent } from '../agent/agent.ts';
import { nameOf } from '../answers/terminal-description.ts';

type Named =
  | { readonly ok: true; readonly info: TerminalInfo; readonly uri: string; readonly name: string }
  | { readonly ok: false; readonly text: string };

/** Also finds a terminal that was closed in the last minutes, the newest of that name, which can only be read. */
export async function terminalToRead(agent: Agent, name: string): Promise<Named> {
  const open = terminalNamed(agent, name);
  if (open.ok || sameName(agent.terminals, name).length > 0) return open;
  // Another host than cotty's has no such list.
  const closed = await agent.client.cotty.allClosed().catch(() => []);
  const infos = closed.map(({ info }) => info);
  const [info] = sameName(infos, name);
  return info === undefined
    ? open
    : { ok: true, info, uri: info.resource, name: nameOf(info, [...agent.terminals, ...infos]) };
}

/** Tabs and wake-ups write the name as `term:build`. */
function sameName(terminals: readonly TerminalInfo[], name: string): readonly TerminalInfo[] {
  const exact = terminalsNamed(terminals, name);
  return exact.length > 0 ? exact : terminalsNamed(terminals, name.replace(/^term:/, ''));
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
  const found = sameName(terminals, name);
  const [info] = found;
  if (info !== undefined && found.length === 1) {
    return { ok: true, info, uri: info.resource, name: nameOf(info, terminals) };
  }
  if (info !== undefined) {
    const ids = found.map(({ resource }) => idOf(resource)).join(', ');
    return {
      ok: false,
      text: `"${name}" is the name of ${found.length} terminals; use an id instead: ${ids}`,
    };
  }
  const open = terminals.map((one) => nameOf(one, terminals)).join(', ');
  const others = open === '' ? 'no terminal is open. Make one with term_spawn' : `open terminals: ${open}`;
  return { ok: false, text: `there is no terminal "${name}"; ${others}` };
}
