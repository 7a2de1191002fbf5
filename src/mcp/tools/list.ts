/** `term_list`: all terminals, of people and of agents. */

import * as z from 'zod';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import type { Agent } from '../agent/agent.ts';
import { type ShownTerminal, terminalSchema } from '../answers/schemas.ts';
import { summaryLine } from '../answers/summary.ts';
import { shownTerminal } from '../answers/terminal-description.ts';
import { looks, tool } from './tool.ts';

export const list = tool({
  name: 'term_list',
  title: 'List terminals',
  description:
    'Lists all live terminals, those of people and of other machines (box:build) too: what runs in each, who made it, who holds it, the last exit code, the newest note. Call this first: what you need may be running.',
  input: z.strictObject({
    closed: z.boolean().optional().describe('true: also recently closed ones'),
  }),
  output: z.object({ you: z.string(), terminals: z.array(terminalSchema) }),
  hints: looks,
  async run({ agent, now }, { closed = false }) {
    const time = now();
    const gone = closed ? await closedTerminals(agent, time) : [];
    const terminals = [...(await allTerminals(agent, time)), ...gone];
    const lines = terminals.map(summaryLine);
    const text =
      lines.length === 0
        ? 'No terminals. Make one with term_spawn.'
        : lines.map((line) => `- ${line}`).join('\n');
    return { ok: true, text: `You are ${agent.writer}.\n${text}`, data: { you: agent.writer, terminals } };
  },
});

async function closedTerminals(agent: Agent, now: number): Promise<ShownTerminal[]> {
  const closed = await agent.client.cotty.allClosed();
  return closed.map(({ info, parkedUntil }) => ({
    ...shownTerminal(info, agent, { now, state: undefined }),
    closed_until: new Date(parkedUntil).toISOString(),
  }));
}

export function allTerminals(agent: Agent, now: number): Promise<ShownTerminal[]> {
  return Promise.all(agent.terminals.map((info) => oneTerminal(agent, info, now)));
}

/** Reads the state of the terminal itself, because the list has fewer fields and lags a moment behind. */
export async function oneTerminal(agent: Agent, info: TerminalInfo, now: number): Promise<ShownTerminal> {
  try {
    return shownTerminal(info, agent, { now, state: await agent.look(info.resource) });
  } catch {
    // The terminal was closed after it was listed.
    return shownTerminal(info, agent, { now, state: undefined });
  }
}
