/** One agent at the host: its connection under its handle, its wake-ups, and the terminals it watches. */

import { randomUUID } from 'node:crypto';
import { type Client, HostClient } from '../../client/client.ts';
import { ManyHosts } from '../../client/machines/many-hosts.ts';
import type { ActionOutcome } from '../../client/pending-actions.ts';
import { agentSession } from '../../protocol/common/uri.ts';
import type { Wake } from '../../protocol/cotty/wake.ts';
import type { Action } from '../../protocol/envelope.ts';
import type { SessionClaim, TerminalInfo, TerminalState } from '../../protocol/terminal/state.ts';
import { AgentInbox } from './agent-inbox.ts';
import { handleElsewhere } from './handle.ts';
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
  readonly #hosts: ManyHosts | undefined;
  #stop = (): void => {};

  /** Rejects if there is no host, or if it refuses the handle. */
  static async open(options: AgentOptions): Promise<Agent> {
    const { access, handle } = options;
    const located = await access.locate();
    if (!located.ok) throw new Error(located.error);
    const home = await HostClient.open({
      ...access.way(located.url),
      clientId: `cotty-mcp-${randomUUID()}`,
      ...identity(handle, access),
      log: access.log,
    });
    const agent = new Agent(home, options);
    await agent.inbox.load();
    agent.#joinMachines();
    return agent;
  }

  private constructor(home: Client, { access, handle, onWake }: AgentOptions) {
    this.handle = handle;
    const { machines, log } = access;
    // Far machines are connected in the background, after the own host has answered.
    this.#hosts =
      machines &&
      new ManyHosts({
        home,
        identity: identity(handleElsewhere(handle, machines.here), access),
        machines: [],
        log,
      });
    const client = this.#hosts ?? home;
    this.client = client;
    this.#access = access;
    this.watched = new WatchedTerminals(client);
    this.inbox = new AgentInbox({ client, onWake: (wake) => onWake(this, wake), log: access.log });
  }

  /** Connects to the other machines, and reads the wake-ups that wait at each when it is there. */
  #joinMachines(): void {
    const hosts = this.#hosts;
    const { machines } = this.#access;
    if (hosts === undefined || machines === undefined) return;
    let ready: ReadonlySet<string> = new Set();
    const stopListening = hosts.onMachines(() => {
      const now = new Set(hosts.machines.filter(({ isReady }) => isReady).map(({ name }) => name));
      if ([...now].some((name) => !ready.has(name))) void this.inbox.load();
      ready = now;
    });
    hosts.setMachines(machines.read());
    const stopWatching = machines.watch(() => hosts.setMachines(machines.read()));
    this.#stop = () => {
      stopListening();
      stopWatching();
    };
  }

  /** The writer that records at the own host name for this agent. */
  get writer(): string {
    return writerFor(this.handle);
  }

  /** The writer that records of a terminal name for this agent. */
  writerAt(uri: string): string {
    return writerFor(this.#handleOn(this.machineOf(uri)));
  }

  /** The other machine that a terminal is on. */
  machineOf(uri: string): string | undefined {
    return this.#hosts?.machineOf(uri)?.name;
  }

  #handleOn(machine: string | undefined): string {
    const { machines } = this.#access;
    return machine === undefined || machines === undefined
      ? this.handle
      : handleElsewhere(this.handle, machines.here);
  }

  get terminals(): readonly TerminalInfo[] {
    return this.client.root.state.terminals ?? [];
  }

  get isClosed(): boolean {
    return this.client.connectionState === 'closed';
  }

  /** Builds a claim for the own host or a machine: with an id the terminal is in use, without one it is held in the background. */
  claim(machine?: string, toolCallId?: string): SessionClaim {
    return {
      kind: 'session',
      session: agentSession(this.#handleOn(machine)),
      ...(toolCallId === undefined ? {} : { toolCallId }),
    };
  }

  holds({ resource, claim }: Pick<TerminalInfo, 'resource' | 'claim'>): boolean {
    const session = agentSession(this.#handleOn(this.machineOf(resource)));
    return claim.kind === 'session' && claim.session === session;
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
    this.#stop();
    this.inbox.close();
    this.client.close();
  }
}

function writerFor(handle: string): string {
  return `agent:${handle}`;
}

function identity(handle: string, { version, root }: HostAccess) {
  return {
    clientInfo: { name: 'cotty mcp', version },
    meta: {
      writer: writerFor(handle),
      screens: false,
      ...(root === undefined ? {} : { root }),
    },
    contentLimit: CONTENT,
  };
}
