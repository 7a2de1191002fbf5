/** `term_claim`, `term_release` and `term_rename` — who may type, and what the terminal is called. */

import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import type { Agent } from '../agent/agent.ts';
import { heldAdvice } from '../agent/refusal.ts';
import { listed, waitFor } from '../agent/wait-for.ts';
import { holderOf, metaOf } from '../answers/terminal-description.ts';
import { milliseconds, name, timeout } from './params.ts';
import { terminalNamed } from './terminal-named.ts';
import { type Answer, arranges, type Call, no, tool } from './tool.ts';

const ASK_SECONDS = 50;

export const claim = tool({
  name: 'term_claim',
  title: 'Hold a terminal',
  description:
    'Keeps a terminal for you between commands, so that no other agent runs something in it; term_run alone takes it only while the command runs. If somebody else holds it this is refused; ask: true asks the person on the screen, or waits for the other agent to be done.',
  input: z.strictObject({
    name,
    ask: z.boolean().optional().describe('Ask the person who holds it, and wait'),
    timeout: timeout.optional().describe(`Seconds to wait for the answer; ${ASK_SECONDS} unless given`),
  }),
  output: z.object({ held: z.boolean() }),
  hints: arranges,
  async run(call, { name: wanted, ask = false, timeout: seconds = ASK_SECONDS }): Promise<Answer> {
    const { agent } = call;
    const found = terminalNamed(agent, wanted);
    if (!found.ok) return found;
    const { uri, name: shown } = found;
    const refused = await hold(agent, uri, `claim-${randomUUID()}`);
    if (refused === undefined) return held(shown);
    if (!ask) {
      return no(`${shown}: ${advised(refused)}`);
    }
    const answer = await askFor(call, uri, seconds);
    if (answer !== undefined) return no(`${shown}: ${answer}`);
    // Handed over, or given up by another agent.
    const late = await hold(agent, uri, `claim-${randomUUID()}`);
    return late === undefined ? held(shown) : no(`${shown}: ${late}`);
  },
});

function advised(reason: string): string {
  const advice = heldAdvice(reason);
  return advice === undefined ? reason : `${reason}. ${advice}`;
}

function held(name: string): Answer {
  return {
    ok: true,
    text: `${name} is yours until term_release, or until a person takes it`,
    data: { held: true },
  };
}

/** Undefined: it is held now. With an id it is in use, without it is in the background: another agent may take it. */
export async function hold(agent: Agent, uri: string, toolCallId?: string): Promise<string | undefined> {
  const outcome = await agent.act(uri, { type: 'terminal/claimed', claim: agent.claim(toolCallId) });
  return outcome.ok ? undefined : outcome.reason;
}

/** Undefined: it was handed over. */
async function askFor({ agent, signal }: Call, uri: string, seconds: number): Promise<string | undefined> {
  const find = (): TerminalInfo | undefined => agent.terminals.find(({ resource }) => resource === uri);
  const holder = (): string => {
    const info = find();
    return (info && holderOf(info)) ?? 'the person who holds it';
  };
  const asked = holder();
  await agent.client.cotty.askFor(uri);
  let shown = false;
  const look = (): 'given' | 'refused' | 'gone' | undefined => {
    const info = find();
    if (info === undefined) return 'gone';
    if (agent.holds(info) || isFree(info)) return 'given';
    const { askedBy } = metaOf(info);
    shown ||= askedBy !== undefined;
    return shown && askedBy === undefined ? 'refused' : undefined;
  };
  const answer = await waitFor(agent.client.root, look, { timeoutMs: milliseconds(seconds), signal });
  switch (answer) {
    case 'given':
      return undefined;
    case 'gone':
      return 'it was closed';
    case 'refused':
      return `${holder() === asked ? `${asked} declined: not now` : `${holder()} has it now`}. Work in a terminal of your own (term_spawn), or ask again later`;
    case undefined:
      return `${holder()} did not answer within ${seconds} s; the question stays on the screen: ask again later`;
  }
}

/** An agent has it, but in the background: the host lets another one take it while nothing runs. */
function isFree(info: TerminalInfo): boolean {
  const { claim } = info;
  return claim.kind === 'session' && claim.toolCallId === undefined && metaOf(info).running === undefined;
}

export const release = tool({
  name: 'term_release',
  title: 'Release a terminal',
  description:
    'Ends term_claim: other agents may run commands in the terminal again. People never need this.',
  input: z.strictObject({ name }),
  output: z.object({ ok: z.boolean() }),
  hints: arranges,
  async run({ agent }, args): Promise<Answer> {
    const found = terminalNamed(agent, args.name);
    if (!found.ok) return found;
    const info = { ...found.info, claim: (await agent.look(found.uri)).claim };
    if (!agent.holds(info)) {
      const holder = holderOf(info);
      return {
        ok: true,
        text: `${found.name} is not held by you${holder === null ? '' : `, but by ${holder}`}`,
        data: { ok: true },
      };
    }
    const refused = await hold(agent, found.uri);
    return refused === undefined
      ? { ok: true, text: `${found.name} is released`, data: { ok: true } }
      : no(`${found.name}: ${refused}`);
  },
});

export const rename = tool({
  name: 'term_rename',
  title: 'Rename a terminal',
  description:
    'Gives a terminal another name (its title, as people see it). The id stays. Only the holder may.',
  input: z.strictObject({ name, new_name: z.string().min(1).max(100) }),
  output: z.object({ ok: z.boolean() }),
  hints: arranges,
  async run({ agent, signal }, { name: wanted, new_name }): Promise<Answer> {
    const found = terminalNamed(agent, wanted);
    if (!found.ok) return found;
    if (agent.terminals.some(({ title, resource }) => title === new_name && resource !== found.uri)) {
      return no(`there is already a terminal "${new_name}"`);
    }
    const outcome = await asHolder(agent, found.uri, () =>
      agent.act(found.uri, { type: 'terminal/titleChanged', title: new_name }),
    );
    if (!outcome.ok) return no(`${found.name}: ${advised(outcome.reason)}`);
    await listed(agent, signal, (terminals) => terminals.some(({ title }) => title === new_name));
    return { ok: true, text: `${found.name} is now ${new_name}`, data: { ok: true } };
  },
});

/** What nobody is using may be taken for a moment; it stays in the background, where it was. */
async function asHolder<T>(
  agent: Agent,
  uri: string,
  run: () => Promise<T>,
): Promise<T | { ok: false; reason: string }> {
  if (agent.holds(await agent.look(uri))) return run();
  const refused = await hold(agent, uri);
  return refused === undefined ? run() : { ok: false, reason: refused };
}
