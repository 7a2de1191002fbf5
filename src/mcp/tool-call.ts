/** Answers one tool call: finds the calling agent, runs the tool, and turns its answer into an MCP result. */

import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { CallToolResult, ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import { META_KEY } from '../protocol/common/meta.ts';
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
  const sent = repeatsMuch(tool, answer) && !asksForFields(extra) ? withoutFields(answer) : answer;
  return result(sent, waitingLine(agent.inbox.waiting));
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

/** Longest text in the fields of an answer, in characters, that is sent although the text of the answer contains it. */
const REPEATED = 2_000;

/**
 * Whether the text repeats what is long in the fields. Some clients show a model only the fields, others only the text: a long
 * output in only one of them would be lost for some clients, and in both it would cost a model twice as many tokens.
 */
function repeatsMuch({ name }: Tool, { data }: Answer): boolean {
  // The texts of older set-ups' tools do not have everything that their fields have.
  return name.startsWith('term_') && isLong(data);
}

function isLong(value: unknown): boolean {
  if (typeof value === 'string') return value.length > REPEATED;
  if (typeof value !== 'object' || value === null) return false;
  const parts: unknown[] = Object.values(value);
  const lines = parts.filter((part) => typeof part === 'string');
  return (Array.isArray(value) && lines.join('\n').length > REPEATED) || parts.some(isLong);
}

/** Whether the caller asks for fields whatever their size, as a program does. */
function asksForFields({ _meta }: Extra): boolean {
  const asked: unknown = _meta?.[META_KEY];
  return typeof asked === 'object' && asked !== null && 'data' in asked && asked.data === true;
}

function withoutFields({ ok, text }: Answer): Answer {
  return { ok, text };
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
