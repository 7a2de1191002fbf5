/** Notifies the MCP client when the list of terminals or a subscribed resource changes, at a limited rate. */

import type { Agent } from '../agent/agent.ts';
import { type Coalesced, coalesced } from '../agent/coalesced.ts';
import type { WatchedTerminal } from '../agent/watched-terminals.ts';

const UPDATE_EVERY_MS = 1_000;
const LIST_EVERY_MS = 500;
/** Each subscribed terminal is a stream from the host. */
const MAX_SUBSCRIBED = 64;

type Notify = { readonly listChanged: () => void; readonly updated: (uri: string) => void };

type Subscribed = {
  /** Channel of the terminal; undefined for the list of terminals. */
  readonly terminal: string | undefined;
  readonly update: Coalesced;
  view?: Promise<WatchedTerminal | undefined>;
};

export class ResourceNews {
  readonly #notify: Notify;
  readonly #subscribed = new Map<string, Subscribed>();
  readonly #list: Coalesced;
  #agent: Agent | undefined;
  #stop: () => void = () => {};
  #names = '';

  constructor(notify: Notify) {
    this.#notify = notify;
    this.#list = coalesced(LIST_EVERY_MS, notify.listChanged);
  }

  /** Follows a new connection in place of a closed one. */
  follow(agent: Agent): void {
    this.#stop();
    this.#agent = agent;
    this.#names = namesOf(agent);
    this.#stop = agent.client.root.onChange(() => this.#rootChanged(agent));
    for (const [uri, subscribed] of this.#subscribed) this.#watch(uri, subscribed);
  }

  /** Throws if too many resources are subscribed. */
  subscribe(uri: string, terminal: string | undefined): void {
    if (this.#subscribed.has(uri)) return;
    if (this.#subscribed.size >= MAX_SUBSCRIBED)
      throw new Error(
        `${uri}: ${MAX_SUBSCRIBED} resources are subscribed already, which is the limit; unsubscribe one first`,
      );
    const update = coalesced(UPDATE_EVERY_MS, () => this.#notify.updated(uri));
    const subscribed: Subscribed = { terminal, update };
    this.#subscribed.set(uri, subscribed);
    this.#watch(uri, subscribed);
  }

  unsubscribe(uri: string): void {
    const subscribed = this.#subscribed.get(uri);
    this.#subscribed.delete(uri);
    subscribed?.update.close();
    void subscribed?.view?.then((view) => view?.close());
  }

  close(): void {
    this.#stop();
    this.#list.close();
    for (const uri of [...this.#subscribed.keys()]) this.unsubscribe(uri);
  }

  #watch(uri: string, subscribed: Subscribed): void {
    const agent = this.#agent;
    if (agent === undefined || subscribed.terminal === undefined) return;
    subscribed.view = agent.watched.open(subscribed.terminal).then(
      (view) => {
        if (this.#subscribed.get(uri) === subscribed) view.mirror.onChange(() => subscribed.update.soon());
        return view;
      },
      // The terminal is gone, which the list shows.
      () => undefined,
    );
  }

  #rootChanged(agent: Agent): void {
    const names = namesOf(agent);
    if (names !== this.#names) this.#list.soon();
    this.#names = names;
    for (const { terminal, update } of this.#subscribed.values()) if (terminal === undefined) update.soon();
  }
}

function namesOf({ terminals }: Agent): string {
  return JSON.stringify(terminals.map(({ resource, title }) => [resource, title]));
}
