/** `term_subscribe` and `term_unsubscribe` — which finished commands wake the agent. */

import * as z from 'zod';
import { ROOT_URI } from '../../protocol/common/uri.ts';
import type { WatchFilter } from '../../protocol/cotty/wake.ts';
import type { Agent } from '../agent/agent.ts';
import { milliseconds, name } from './params.ts';
import { terminalNamed } from './terminal-named.ts';
import { type Answer, arranges, no, tool } from './tool.ts';

const where = {
  name: name.optional().describe('One terminal; without it, all: true is needed'),
  all: z.boolean().optional().describe('true: every terminal, also those made later'),
};

export const subscribe = tool({
  name: 'term_subscribe',
  title: 'Wake me when commands end',
  description:
    'From now on you get one wake-up for each command that ends there: who ran what, exit code, duration, last lines, first error line. Never for commands you run yourself. All filters must hold. It stays when you or the host restart. Wake-ups wait until term_wait delivers them.',
  input: z.strictObject({
    ...where,
    failed: z.boolean().optional().describe('Only those that did not end with 0'),
    matches: z
      .string()
      .min(1)
      .max(1000)
      .optional()
      .describe('Only where this RE2 pattern is found in command or output'),
    longer_than: z.number().positive().optional().describe('Only those that ran so many seconds'),
    command_id: z
      .string()
      .min(1)
      .optional()
      .describe('Only this command, once; also one of your own that goes on after its timeout'),
  }),
  output: z.object({ ok: z.boolean(), id: z.string(), subscribers: z.array(z.string()) }),
  hints: arranges,
  async run({ agent }, args): Promise<Answer> {
    const place = placeOf(agent, args);
    if (!place.ok) return place;
    const { failed, matches, longer_than, command_id } = args;
    const filter: WatchFilter = {
      ...(failed === true ? { failed } : {}),
      ...(matches === undefined ? {} : { matches }),
      ...(longer_than === undefined ? {} : { longerThanMs: milliseconds(longer_than) }),
      ...(command_id === undefined ? {} : { commandId: command_id }),
    };
    const { watch, subscribers } = await agent.client.cotty.watch(place.uri, filter);
    await agent.inbox.load();
    const text = `${agent.writer} is woken for ${place.said}${filtered(filter)} (${watch.id}). Woken there: ${subscribers.join(', ')}`;
    return { ok: true, text, data: { ok: true, id: watch.id, subscribers: [...subscribers] } };
  },
});

export const unsubscribe = tool({
  name: 'term_unsubscribe',
  title: 'Wake me no longer',
  description:
    'Ends your subscriptions of one terminal, or with all: true those to all terminals. What waits already stays.',
  input: z.strictObject({ ...where, id: z.string().min(1).optional().describe('Only this subscription') }),
  output: z.object({ ok: z.boolean(), subscribers: z.array(z.string()) }),
  hints: arranges,
  async run({ agent }, args): Promise<Answer> {
    const place = placeOf(agent, args);
    if (!place.ok) return place;
    const subscribers = await agent.client.cotty.unwatch(place.uri, args.id);
    await agent.inbox.load();
    return {
      ok: true,
      text: `${agent.writer} is no longer woken for ${place.said}`,
      data: { ok: true, subscribers: [...subscribers] },
    };
  },
});

type Place =
  | { readonly ok: true; readonly uri: string; readonly said: string }
  | { readonly ok: false; readonly text: string };

function placeOf(
  agent: Agent,
  { name: wanted, all }: { readonly name?: string | undefined; readonly all?: boolean | undefined },
): Place {
  if (wanted === undefined) {
    return all === true
      ? { ok: true, uri: ROOT_URI, said: 'all terminals' }
      : { ok: false, text: no('give name, or all: true').text };
  }
  if (all === true) return { ok: false, text: 'give name or all, not both' };
  const found = terminalNamed(agent, wanted);
  return found.ok ? { ok: true, uri: found.uri, said: found.name } : found;
}

function filtered({ failed, matches, longerThanMs, commandId }: WatchFilter): string {
  const said = [
    ...(failed === true ? ['failed'] : []),
    ...(matches === undefined ? [] : [`matches ${JSON.stringify(matches)}`]),
    ...(longerThanMs === undefined ? [] : [`longer than ${longerThanMs / 1000} s`]),
    ...(commandId === undefined ? [] : [`command ${commandId}`]),
  ];
  return said.length === 0 ? '' : `, only: ${said.join(', ')}`;
}
