/** The MCP server: offers tools, resources and a prompt for the terminals of one host to one MCP client. */

import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Wake } from '../protocol/cotty/wake.ts';
import type { Agent } from './agent/agent.ts';
import { Agents } from './agent/agents.ts';
import { handleFrom } from './agent/handle.ts';
import type { HostAccess } from './agent/host-access.ts';
import { wakeMessage } from './answers/wake-messages.ts';
import { registerPrompt } from './resources/prompt.ts';
import { Resources } from './resources/resources.ts';
import { answerCall, type Extra } from './tool-call.ts';
import { toolsOf } from './tool-list.ts';
import type { Tool } from './tools/tool.ts';

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
