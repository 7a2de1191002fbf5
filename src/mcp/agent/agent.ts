/** One agent at the host: its connection under its handle, its wake-ups, and the terminals it watches. */

import { randomUUID } from 'node:crypto';
import { type Client, HostClient } from '../../client/client.ts';
import type { ActionOutcome } from '../../client/pending-actions.ts';
import { agentSession } from '../../protocol/common/uri.ts';
import type { Wake } from '../../protocol/cotty/wake.ts';
import type { Action } from '../../protocol/envelope.ts';
import type { SessionClaim, TerminalInfo, TerminalState } from '../../protocol/terminal/state.ts';
import { AgentInbox } from './agent-inbox.ts';
import type { HostAccess } from './host-access.ts';
import { WatchedTerminals } from './watched-terminals.ts';

/** Agents read records and screens from the host; a mirror needs only recent output. In characters. */
const CONTENT = { limitChars: 256 * 1024, keepChars: 64 * 1024 };

/**
 * Limit in milliseconds for a reconnect. A restarted host is back within a second, and a tool has to answer before its caller
 * times out.
 */
const AWAY_MS = 10_000;

export type AgentOptions = {
  readonly access: HostAccess;
  readonly handle: string;
  readonly onWake: (agent: Agent, wake: Wake) => void;
};

export class Agent {
  readonly handle: string;
  readonly client: Client;
  readonly inbox: AgentInbox;
  readonly watched: WatchedTerminals;
  readonly #access: HostAccess;

  /** Rejects if there is no host, or if it refuses the handle. */
  static async open(options: AgentOptions): Promise<Agent> {
    const { access, handle } = options;
    const located = await access.locate();
    if (!located.ok) throw new Error(located.error);
    const client = await HostClient.open({
      ...access.way(located.url),
      clientId: `cotty-mcp-${randomUUID()}`,
      clientInfo: { name: 'cotty mcp', version: access.version },
      meta: {
        writer: `agent:${handle}`,
        screens: false,
        ...(access.root === undefined ? {} : { root: access.root }),
      },
      contentLimit: CONTENT,
      log: access.log,
    });
    const agent = new Agent(client, options);
    await agent.inbox.load();
    return agent;
  }

  private constructor(client: Client, { access, handle, onWake }: AgentOptions) {
    this.handle = handle;
    this.client = client;
    this.#access = access;
    this.watched = new WatchedTerminals(client);
    this.inbox = new AgentInbox({ client, onWake: (wake) => onWake(this, wake), log: access.log });
  }

  /** The writer that records name for this agent. */
  get writer(): string {
    return `agent:${this.handle}`;
  }

  get session(): string {
    return agentSession(this.handle);
  }

  get terminals(): readonly TerminalInfo[] {
    return this.client.root.state.terminals ?? [];
  }

  get isClosed(): boolean {
    return this.client.connectionState === 'closed';
  }

  /** Builds a claim: with an id the terminal is in use, without one it is held in the background. */
  claim(toolCallId?: string): SessionClaim {
    return {
      kind: 'session',
      session: this.session,
      ...(toolCallId === undefined ? {} : { toolCallId }),
    };
  }

  holds({ claim }: Pick<TerminalInfo, 'claim'>): boolean {
    return claim.kind === 'session' && claim.session === this.session;
  }

  /** Waits for a host that is away, or starts one. Returns undefined when connected, else the reason. */
  async ready(): Promise<string | undefined> {
    if (this.client.connectionState === 'ready') return undefined;
    const located = await this.#access.locate();
    if (!located.ok) return located.error;
    return new Promise((resolve) => {
      const settle = (error: string | undefined): void => {
        clearTimeout(timer);
        stop();
        resolve(error);
      };
      const timer = setTimeout(
        () => settle(`the host did not come back within ${AWAY_MS / 1000} s`),
        AWAY_MS,
      );
      const stop = this.client.onConnectionState((state, { reason }) => {
        if (state === 'ready') settle(undefined);
        if (state === 'closed') settle(reason ?? 'the connection to the host is closed');
      });
      if (this.client.connectionState === 'ready') settle(undefined);
      else this.client.retryNow();
    });
  }

  /** Returns the current state of a terminal. The list of terminals shows a change only a moment later. */
  async look(uri: string): Promise<TerminalState> {
    const view = await this.watched.open(uri);
    view.close();
    return view.mirror.state;
  }

  /** Dispatches an action and returns its outcome, which comes with the echo: only subscribers receive it. */
  async act(uri: string, action: Action): Promise<ActionOutcome> {
    const view = await this.watched.open(uri);
    try {
      return await this.client.dispatchAndConfirm(uri, action);
    } finally {
      view.close();
    }
  }

  close(): void {
    this.inbox.close();
    this.client.close();
  }
}
