/** `term_list` — all terminals, of people and agents. */

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
    'All live terminals, those of people too: what runs in each, who made it, who holds it, the last exit code. Look here first: what you need may run already.',
  input: z.strictObject({}),
  output: z.object({ you: z.string(), terminals: z.array(terminalSchema) }),
  hints: looks,
  async run({ agent, now }) {
    const terminals = await allTerminals(agent, now());
    const lines = terminals.map(summaryLine);
    const text =
      lines.length === 0
        ? 'No terminals. term_spawn makes one.'
        : lines.map((line) => `- ${line}`).join('\n');
    return { ok: true, text: `You are ${agent.writer}.\n${text}`, data: { you: agent.writer, terminals } };
  },
});

export function allTerminals(agent: Agent, now: number): Promise<ShownTerminal[]> {
  return Promise.all(agent.terminals.map((info) => oneTerminal(agent, info, now)));
}

/** Each is looked at once, for what the list does not say or says late. One that ends meanwhile keeps its line. */
export async function oneTerminal(agent: Agent, info: TerminalInfo, now: number): Promise<ShownTerminal> {
  try {
    return shownTerminal(info, agent, { now, state: await agent.look(info.resource) });
  } catch {
    // Gone between the list and the look.
    return shownTerminal(info, agent, { now, state: undefined });
  }
}
