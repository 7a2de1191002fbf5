/** The agents of one MCP server: its own, and with --compat one for each further handle that calls name. */

import { ErrorCode, isRefusal } from '../../protocol/common/error-codes.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import type { Wake } from '../../protocol/cotty/wake.ts';
import { Agent } from './agent.ts';
import { isHandle, numbered, plainHandle } from './handle.ts';
import type { HostAccess } from './host-access.ts';

/** Highest number appended to a handle that is taken. Two MCP servers of one program are common; dozens are a mistake. */
const MAX_NUMBER = 50;
/** Each further handle is a connection to the host. The limit stops a program that invents handles. */
const MAX_FURTHER = 16;

export type Found =
  | { readonly ok: true; readonly agent: Agent }
  | { readonly ok: false; readonly error: string };

export type AgentsOptions = {
  readonly access: HostAccess;
  /** Handle that the server's own agent asks for. Called after the MCP client has introduced itself. */
  readonly handle: () => string;
  /** Allows calls to name other handles (--compat). */
  readonly further: boolean;
  /** Called when the server's own agent has connected, for the first time or again. */
  readonly onOwn: (agent: Agent) => void;
  readonly onWake: (agent: Agent, wake: Wake) => void;
};

export class Agents {
  readonly #options: AgentsOptions;
  readonly #further = new Map<string, Promise<Agent>>();
  #own: Promise<Agent> | undefined;
  #closed = false;

  constructor(options: AgentsOptions) {
    this.#options = options;
  }

  /** Connects at the first call, and again after a failure. */
  own(): Promise<Found> {
    this.#own ??= this.#numbered(this.#options.handle());
    return this.#found(this.#own, () => {
      this.#own = undefined;
    });
  }

  /** Returns the agent that a call names as its sender. */
  async named(written: string): Promise<Found> {
    const own = await this.own();
    const handle = plainHandle(written);
    if (!own.ok || handle === own.agent.handle) return own;
    if (!this.#options.further) {
      return no(`from_handle "${written}" is not you: this connection is ${own.agent.handle}`);
    }
    if (!isHandle(handle))
      return no(`from_handle "${written}" is not a handle: use up to 48 letters, digits and . _ @ + -`);
    if (!this.#further.has(handle) && this.#further.size >= MAX_FURTHER) {
      return no(
        `from_handle "${written}": this server already serves ${MAX_FURTHER} other handles; use one of them`,
      );
    }
    const opening = this.#further.get(handle) ?? this.#open(handle);
    this.#further.set(handle, opening);
    return this.#found(opening, () => this.#further.delete(handle));
  }

  async close(): Promise<void> {
    this.#closed = true;
    const all = [this.#own, ...this.#further.values()];
    for (const opened of await Promise.allSettled(all)) {
      if (opened.status === 'fulfilled') opened.value?.close();
    }
  }

  async #found(opening: Promise<Agent>, forget: () => void): Promise<Found> {
    try {
      const agent = await opening;
      if (!agent.isClosed) return { ok: true, agent };
      forget();
      agent.close();
      return no('the connection to the host was closed; call again to open a new one');
    } catch (error) {
      forget();
      return no(reasonOf(error));
    }
  }

  /** Connects with the wanted handle. If another program has it, a number is added. */
  async #numbered(wanted: string): Promise<Agent> {
    for (let count = 1; ; count += 1) {
      try {
        const agent = await this.#open(numbered(wanted, count));
        this.#options.onOwn(agent);
        return agent;
      } catch (error) {
        const isTaken = isRefusal(error) && error.code === ErrorCode.AlreadyExists;
        if (!isTaken || count === MAX_NUMBER) throw error;
      }
    }
  }

  async #open(handle: string): Promise<Agent> {
    const { access, onWake } = this.#options;
    const agent = await Agent.open({ access, handle, onWake });
    if (this.#closed) agent.close();
    access.log(`connected to the host as agent:${handle}`);
    return agent;
  }
}

function no(error: string): Found {
  return { ok: false, error };
}
