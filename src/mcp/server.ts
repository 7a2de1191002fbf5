/** The MCP server: offers tools, resources and a prompt for the terminals of one host to one MCP client. */

import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult, ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import { META_KEY } from '../protocol/common/meta.ts';
import type { Wake } from '../protocol/cotty/wake.ts';
import type { Agent } from './agent/agent.ts';
import { Agents } from './agent/agents.ts';
import { handleFrom } from './agent/handle.ts';
import type { HostAccess } from './agent/host-access.ts';
import { refusal } from './agent/refusal.ts';
import { waitingLine, wakeMessage } from './answers/wake-messages.ts';
import { registerPrompt } from './resources/prompt.ts';
import { Resources } from './resources/resources.ts';
import { toolsOf } from './tool-list.ts';
import { type Answer, type Call, no, type Tool } from './tools/tool.ts';

export type ServerOptions = {
  readonly access: HostAccess;
  /** Derived from the name of the MCP client when absent. */
  readonly handle?: string;
  readonly compat: boolean;
  readonly now: () => number;
};

export class TerminalServer {
  readonly #options: ServerOptions;
  readonly #server: McpServer;
  readonly #agents: Agents;
  readonly #resources: Resources;
  #closed = false;

  constructor(options: ServerOptions) {
    const { access, compat, now } = options;
    this.#options = options;
    this.#server = new McpServer(
      { name: 'cotty', title: 'cotty terminals', version: access.version },
      {
        capabilities: { logging: {}, resources: { subscribe: true, listChanged: true } },
        instructions: INSTRUCTIONS,
      },
    );
    this.#agents = new Agents({
      access,
      handle: () => this.#handle(),
      further: compat,
      onOwn: (agent) => this.#resources.follow(agent),
      onWake: (agent, wake) => this.#announce(agent, wake),
    });
    for (const tool of toolsOf({ compat })) this.#register(tool);
    registerPrompt(this.#server, this.#agents, now);
    this.#resources = new Resources({ server: this.#server, agents: this.#agents, now });
    // Connects to the host at once, so that wake-ups arrive and people see the agent.
    this.#server.server.oninitialized = () => void this.#agents.own();
  }

  async connect(transport: Transport): Promise<void> {
    await this.#server.connect(transport);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#resources.close();
    await this.#agents.close();
    await this.#server.close();
  }

  #handle(): string {
    const { handle } = this.#options;
    return handle ?? handleFrom(this.#server.server.getClientVersion()?.name ?? '');
  }

  #register(tool: Tool): void {
    const { access, now } = this.#options;
    const about = {
      title: tool.title,
      description: tool.description,
      inputSchema: tool.input,
      annotations: tool.hints,
    };
    this.#server.registerTool(tool.name, about, (args: Record<string, unknown>, extra: Extra) =>
      answerCall({ tool, args, extra, agents: this.#agents, access, now }),
    );
  }

  /** Sends a log message. The wake-up still counts as undelivered: many clients never show log messages. */
  #announce(agent: Agent, wake: Wake): void {
    const data = { to: agent.handle, text: wakeMessage(wake), terminal: wake.terminal, seq: wake.seq };
    this.#server.sendLoggingMessage({ level: 'notice', logger: 'cotty', data }).catch(() => {
      // The client has disconnected; the wake-up waits at the host.
    });
  }
}

/** Instructions that an agent reads once, before it sees a tool. */
const INSTRUCTIONS = `Terminals that you share with people and other agents. They keep running after you end.

Use a terminal for work that must keep running or that others should see: dev servers, watchers, log tailing, REPLs, long builds and test runs. For one-off commands (git status, ls, mkdir, cat, grep) use your own shell tool.

- Call term_list first. What you need may already be running, perhaps in a person's terminal. You may read every terminal.
- term_run waits until the command ends and returns its exit code. Set wait: false for servers. Set a timeout for any command that may hang.
- Do not poll. Call term_subscribe, then term_wait: you are woken when somebody else's command ends.
- A terminal has one holder. If a person holds it, term_run and term_keys are refused. Ask with term_claim ask: true, or make your own terminal with term_spawn.
- For programs that expect keys (menus, editors, prompts): look with term_screen, type with term_keys.`;

// Calls of tools.

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

type ToolCall = {
  readonly tool: Tool;
  readonly args: Readonly<Record<string, unknown>>;
  readonly extra: Extra;
  readonly agents: Agents;
  readonly access: HostAccess;
  readonly now: () => number;
};

async function answerCall({ tool, args, extra, agents, access, now }: ToolCall): Promise<CallToolResult> {
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
