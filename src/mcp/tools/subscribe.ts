/** `term_subscribe` and `term_unsubscribe` — choose which finished commands, and programs that wait, wake the agent. */

import * as z from 'zod';
import { ROOT_URI } from '../../protocol/common/uri.ts';
import type { Watch, WatchFilter } from '../../protocol/cotty/wake.ts';
import { WATCHED_STATES } from '../../protocol/terminal/program-status.ts';
import type { CommandPart } from '../../protocol/terminal/state.ts';
import type { Agent } from '../agent/agent.ts';
import { runningIn, writerOf } from '../agent/command-state.ts';
import { terminalNamed } from './terminal-named.ts';
import { type Answer, arranges, no, tool } from './tool.ts';
import { milliseconds, name } from './tool-params.ts';

const targetParams = {
  name: name.optional().describe('One terminal. Without name, set all: true'),
  all: z.boolean().optional().describe('true: all terminals, later ones too'),
};

export const subscribe = tool({
  name: 'term_subscribe',
  title: 'Wake me when commands end',
  description:
    'From now on you get one wake-up for each command that ends in the terminal: who ran what, exit code, duration, last lines, first error line; and for each note that a person writes on one ("this is the failure I mean"). Your own commands wake you only if they run there now. A command must match all filters that you set. The subscription stays when you or the host restart. Wake-ups wait until you get them with term_wait.',
  input: z.strictObject({
    ...targetParams,
    program: z
      .enum(WATCHED_STATES)
      .optional()
      .describe('Instead: when the program waits for a person; or is done, failed or ended'),
    failed: z.boolean().optional().describe('true: only those whose exit code is not 0'),
    matches: z.string().min(1).max(1000).optional().describe('RE2 pattern in the command line or the output'),
    longer_than: z.number().positive().optional().describe('Only those that ran at least N seconds'),
    command_id: z
      .string()
      .min(1)
      .optional()
      .describe('Only this command, once; also your own that outlived its timeout'),
  }),
  output: z.object({ ok: z.boolean(), id: z.string(), subscribers: z.array(z.string()) }),
  hints: arranges,
  async run({ agent }, args): Promise<Answer> {
    const target = targetOf(agent, args);
    if (!target.ok) return target;
    const { program, failed, matches, longer_than, command_id } = args;
    const filter: WatchFilter = {
      ...(program === undefined ? {} : { program }),
      ...(failed === true ? { failed } : {}),
      ...(matches === undefined ? {} : { matches }),
      ...(longer_than === undefined ? {} : { longerThanMs: milliseconds(longer_than) }),
      ...(command_id === undefined ? {} : { commandId: command_id }),
    };
    const { watch, subscribers } = await agent.client.cotty.watch(target.uri, filter);
    if (watch.filter.program !== program) return refusedByHost(agent, target.uri, watch);
    // A watch of a program wakes for one's own, too.
    const isOwnTold = target.uri === ROOT_URI || command_id !== undefined || program !== undefined;
    const own = isOwnTold ? undefined : await ownIn(agent, target.uri);
    if (own !== undefined)
      await agent.client.cotty.watch(target.uri, { ...filter, commandId: own.commandId });
    await agent.inbox.load();
    const too =
      own === undefined
        ? ''
        : `, and to your own ${own.commandId} (${JSON.stringify(own.commandLine.slice(0, 60))}), which runs there`;
    const text = `${agent.writer} is subscribed to ${target.label}${filterText(filter)}${too} (id ${watch.id}). All subscribers: ${subscribers.join(', ')}`;
    return { ok: true, text, data: { ok: true, id: watch.id, subscribers: [...subscribers] } };
  },
});

/** An older host ignores a condition that it does not know: it would wake for every command. */
async function refusedByHost({ client, inbox }: Agent, uri: string, { id }: Watch): Promise<Answer> {
  if (!inbox.watches.some((watch) => watch.id === id)) await client.cotty.unwatch(uri, id);
  return no('this host is of an older version, which does not watch programs');
}

/** Returns the agent's own command that runs in a terminal: an agent wants to know when the server it started ends. */
async function ownIn(agent: Agent, uri: string): Promise<CommandPart | undefined> {
  const running = runningIn(await agent.look(uri));
  return running !== undefined && writerOf(running) === agent.writerAt(uri) ? running : undefined;
}

export const unsubscribe = tool({
  name: 'term_unsubscribe',
  title: 'Stop waking me',
  description:
    'Ends your subscriptions to one terminal, or with all: true those that you made with all: true. Wake-ups that already wait are still delivered.',
  input: z.strictObject({
    ...targetParams,
    id: z.string().min(1).optional().describe('Only the one with this id'),
  }),
  output: z.object({ ok: z.boolean(), subscribers: z.array(z.string()) }),
  hints: arranges,
  async run({ agent }, args): Promise<Answer> {
    const target = targetOf(agent, args);
    if (!target.ok) return target;
    const subscribers = await agent.client.cotty.unwatch(target.uri, args.id);
    await agent.inbox.load();
    return {
      ok: true,
      text: `${agent.writer} has ended its subscription to ${target.label}`,
      data: { ok: true, subscribers: [...subscribers] },
    };
  },
});

type Target =
  | { readonly ok: true; readonly uri: string; readonly label: string }
  | { readonly ok: false; readonly text: string };

function targetOf(
  agent: Agent,
  { name: wanted, all }: { readonly name?: string | undefined; readonly all?: boolean | undefined },
): Target {
  if (wanted === undefined) {
    return all === true
      ? { ok: true, uri: ROOT_URI, label: 'all terminals' }
      : { ok: false, text: no('give name, or set all: true').text };
  }
  if (all === true) return { ok: false, text: 'give either name or all: true, not both' };
  const found = terminalNamed(agent, wanted);
  return found.ok ? { ok: true, uri: found.uri, label: found.name } : found;
}

function filterText({ program, failed, matches, longerThanMs, commandId }: WatchFilter): string {
  const filters = [
    ...(program === undefined ? [] : [`programs that are ${program}`]),
    ...(failed === true ? ['failed'] : []),
    ...(matches === undefined ? [] : [`matches ${JSON.stringify(matches)}`]),
    ...(longerThanMs === undefined ? [] : [`longer than ${longerThanMs / 1000} s`]),
    ...(commandId === undefined ? [] : [`command ${commandId}`]),
  ];
  return filters.length === 0 ? '' : `, only: ${filters.join(', ')}`;
}
