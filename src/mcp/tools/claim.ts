/** `term_claim`, `term_release` and `term_rename` — who may type in a terminal, and what it is called. */

import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { META_KEY } from '../../protocol/common/meta.ts';
import type { ReleaseMeta } from '../../protocol/cotty/cotty-meta.ts';
import { onMachine } from '../../protocol/cotty/terminal-names.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import type { Agent } from '../agent/agent.ts';
import { heldAdvice } from '../agent/refusal.ts';
import { listed, waitFor } from '../agent/wait-for.ts';
import { holderOf, metaOf } from '../answers/terminal-description.ts';
import { terminalNamed } from './terminal-named.ts';
import { type Answer, arranges, type Call, no, tool } from './tool.ts';
import { milliseconds, name, timeout } from './tool-params.ts';

const ASK_SECONDS = 50;

export const claim = tool({
  name: 'term_claim',
  title: 'Hold a terminal',
  description:
    'Keeps a terminal for you between commands, so that no other agent runs commands in it. Without it, term_run holds it only while the command runs. Refused while somebody else holds it; ask: true asks the person on their screen and waits, or waits until the other agent is done.',
  input: z.strictObject({
    name,
    ask: z.boolean().optional().describe('true: ask the holder, and wait'),
    timeout: timeout.optional().describe(`Seconds to wait. Default: ${ASK_SECONDS}`),
  }),
  output: z.object({ held: z.boolean() }),
  hints: arranges,
  async run(call, { name: wanted, ask = false, timeout: seconds = ASK_SECONDS }): Promise<Answer> {
    const { agent } = call;
    const found = terminalNamed(agent, wanted);
    if (!found.ok) return found;
    const { uri, name: shown } = found;
    const refused = await hold(agent, uri, `claim-${randomUUID()}`);
    if (refused === undefined) return heldAnswer(shown);
    if (!ask) {
      return no(`${shown}: ${withAdvice(refused)}`);
    }
    const answer = await askFor(call, uri, seconds);
    if (answer !== undefined) return no(`${shown}: ${answer}`);
    // The terminal was handed over, or another agent released it.
    const refusedAgain = await hold(agent, uri, `claim-${randomUUID()}`);
    return refusedAgain === undefined ? heldAnswer(shown) : no(`${shown}: ${refusedAgain}`);
  },
});

function withAdvice(reason: string): string {
  const advice = heldAdvice(reason);
  return advice === undefined ? reason : `${reason}. ${advice}`;
}

function heldAnswer(name: string): Answer {
  return {
    ok: true,
    text: `${name} is yours until you call term_release or a person takes it over`,
    data: { held: true },
  };
}

/**
 * Claims a terminal; returns undefined on success, else the reason. With an id the terminal is in use;
 * without one it is held in the background, where another agent may take it.
 */
async function hold(agent: Agent, uri: string, toolCallId?: string): Promise<string | undefined> {
  const outcome = await agent.act(uri, {
    type: 'terminal/claimed',
    claim: agent.claim(agent.machineOf(uri), toolCallId),
  });
  return outcome.ok ? undefined : outcome.reason;
}

/** Asks the holder for a terminal; returns undefined when it is free or handed over, else why not. */
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
      return 'the terminal was closed';
    case 'refused':
      return `${holder() === asked ? `${asked} declined: not now` : `${holder()} holds it now`}. Work in a terminal of your own (term_spawn), or ask again later`;
    case undefined:
      return `${holder()} did not answer within ${seconds} s. The question stays on the screen; ask again later`;
  }
}

/** Whether an agent holds it in the background only: another agent may then take it while nothing runs. */
function isFree(info: TerminalInfo): boolean {
  const { claim } = info;
  return claim.kind === 'session' && claim.toolCallId === undefined && metaOf(info).running === undefined;
}

export const release = tool({
  name: 'term_release',
  title: 'Release a terminal',
  description:
    'Ends your term_claim: the person who handed it over has it back, else other agents may use it.',
  input: z.strictObject({ name }),
  output: z.object({ ok: z.boolean() }),
  hints: arranges,
  async run({ agent, signal }, args): Promise<Answer> {
    const found = terminalNamed(agent, args.name);
    if (!found.ok) return found;
    const info = { ...found.info, claim: (await agent.look(found.uri)).claim };
    if (!agent.holds(info)) {
      const holder = holderOf(info);
      return {
        ok: true,
        text: `you do not hold ${found.name}${holder === null ? '' : `; ${holder} holds it`}`,
        data: { ok: true },
      };
    }
    const gives: ReleaseMeta = { release: true };
    const outcome = await agent.act(found.uri, {
      type: 'terminal/claimed',
      claim: agent.claim(agent.machineOf(found.uri)),
      _meta: { [META_KEY]: gives },
    });
    if (!outcome.ok) return no(`${found.name}: ${outcome.reason}`);
    const { claim: now } = await agent.look(found.uri);
    const holds = (claim: TerminalInfo['claim']) => agent.holds({ resource: found.uri, claim });
    if (holds(now))
      return {
        ok: true,
        text: `${found.name} is released: other agents may run commands there`,
        data: { ok: true },
      };
    const its = ({ resource, claim }: TerminalInfo) => resource === found.uri && !holds(claim);
    await listed(agent, signal, (terminals) => terminals.some(its));
    const given = agent.terminals.find(its);
    const holder = given === undefined ? null : holderOf(given);
    const back = holder === null ? '' : `: ${holder} has it back`;
    return { ok: true, text: `${found.name} is released${back}`, data: { ok: true } };
  },
});

export const rename = tool({
  name: 'term_rename',
  title: 'Rename a terminal',
  description:
    'Renames a terminal (people see the name). Its id stays the same. Refused if somebody else holds it.',
  input: z.strictObject({ name, new_name: z.string().min(1).max(100) }),
  output: z.object({ ok: z.boolean() }),
  hints: arranges,
  async run({ agent, signal }, { name: wanted, new_name }): Promise<Answer> {
    const found = terminalNamed(agent, wanted);
    if (!found.ok) return found;
    const outcome = await asHolder(agent, found.uri, () =>
      agent.act(found.uri, { type: 'terminal/titleChanged', title: new_name }),
    );
    if (!outcome.ok) return no(`${found.name}: ${withAdvice(outcome.reason)}`);
    const { title } = await agent.look(found.uri);
    await listed(agent, signal, (terminals) =>
      terminals.some((one) => one.resource === found.uri && one.title === title),
    );
    const now = onMachine(agent.machineOf(found.uri), title);
    return { ok: true, text: `${found.name} is now ${now}`, data: { ok: true } };
  },
});

/** Runs `run` as the holder. A free terminal is claimed for that, in the background. */
async function asHolder<T>(
  agent: Agent,
  uri: string,
  run: () => Promise<T>,
): Promise<T | { ok: false; reason: string }> {
  if (agent.holds({ resource: uri, claim: (await agent.look(uri)).claim })) return run();
  const refused = await hold(agent, uri);
  return refused === undefined ? run() : { ok: false, reason: refused };
}
