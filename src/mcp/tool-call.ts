/** Answers one tool call: finds the calling agent, runs the tool, and turns its answer into an MCP result. */

import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { CallToolResult, ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import type { Agents } from './agent/agents.ts';
import type { HostAccess } from './agent/host-access.ts';
import { refusal } from './agent/refusal.ts';
import { waitingLine } from './answers/wake-messages.ts';
import { type Answer, type Call, no, type Tool } from './tools/tool.ts';

export type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

type ToolCall = {
  readonly tool: Tool;
  readonly args: Readonly<Record<string, unknown>>;
  readonly extra: Extra;
  readonly agents: Agents;
  readonly access: HostAccess;
  readonly now: () => number;
};

export async function answerCall({
  tool,
  args,
  extra,
  agents,
  access,
  now,
}: ToolCall): Promise<CallToolResult> {
  const handle = args['from_handle'];
  const found = typeof handle === 'string' ? await agents.named(handle) : await agents.own();
  if (!found.ok) return result(no(found.error), '');
  const { agent } = found;
  const problem = await agent.ready();
  if (problem !== undefined) return result(no(`the host cannot be reached: ${problem}`), '');
  const call: Call = { agent, access, now, signal: extra.signal, ...progressOf(extra) };
  const answer = await answered(tool, call, args);
  // Mentioning a wake-up does not deliver it.
  return result(isOwn(tool) ? withoutRepeats(answer) : answer, waitingLine(agent.inbox.waiting));
}

async function answered(tool: Tool, call: Call, args: ToolCall['args']): Promise<Answer> {
  try {
    return await tool.run(call, args);
  } catch (error) {
    const name = args['name'];
    return no(refusal(error, typeof name === 'string' ? name : undefined));
  }
}

function result({ ok, text, data }: Answer, waiting: string): CallToolResult {
  const content = [text, waiting]
    .filter((part) => part !== '')
    .map((part) => ({ type: 'text' as const, text: part }));
  return {
    content,
    ...(data === undefined ? {} : { structuredContent: { ...data } }),
    ...(ok ? {} : { isError: true }),
  };
}

/** The texts of older set-ups' tools do not have everything that their data has. */
function isOwn({ name }: Tool): boolean {
  return name.startsWith('term_');
}

/** Longest text in `data`, in characters: the text of the answer has it in full. */
const DATA_CHARS = 2_000;

function withoutRepeats(answer: Answer): Answer {
  return answer.data === undefined
    ? answer
    : { ...answer, data: shortened(answer.data) as NonNullable<Answer['data']> };
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.length <= DATA_CHARS ? value : `… ${value.length} characters: see the text of this answer`;
  }
  if (Array.isArray(value)) {
    const isLong = value.every((each) => typeof each === 'string') && value.join('\n').length > DATA_CHARS;
    return isLong ? [`… ${value.length} lines: see the text of this answer`] : value.map(shortened);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shortened(each)]));
}

/** Returns a progress function if the caller sent a token. MCP wants the count to grow with each message. */
function progressOf({ _meta, sendNotification }: Extra): Pick<Call, 'progress'> {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return {};
  let last = 0;
  return {
    progress: (count, message) => {
      last = Math.max(last + 1, count);
      const params = { progressToken, progress: last, message };
      sendNotification({ method: 'notifications/progress', params }).catch(() => {
        // The client has disconnected; the command keeps running.
      });
    },
  };
}
