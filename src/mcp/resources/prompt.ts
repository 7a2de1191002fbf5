/** The MCP prompt `terminals`: a summary of all terminals, for a client to show to an agent at each turn. */

import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Agents } from '../agent/agents.ts';
import { summary } from '../answers/summary.ts';
import { allTerminals } from '../tools/list.ts';

export function registerPrompt(server: McpServer, agents: Agents, now: () => number): void {
  const about = {
    title: 'Active terminals',
    description: 'All live terminals, one line each; empty if there are none',
  };
  server.registerPrompt('terminals', about, async () => {
    const text = await summaryOf(agents, now);
    return {
      messages: text === '' ? [] : [{ role: 'user' as const, content: { type: 'text' as const, text } }],
    };
  });
}

export async function summaryOf(agents: Agents, now: () => number): Promise<string> {
  const own = await agents.own();
  if (!own.ok) throw new Error(own.error);
  return summary(await allTerminals(own.agent, now()));
}
