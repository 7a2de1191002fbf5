/** Tells which resources changed: a few times a second at most, and only of those that somebody subscribed to. */

import type { Agent } from '../agent/agent.ts';
import { type Coalesced, coalesced } from '../agent/coalesced.ts';
import type { TerminalView } from '../agent/watched-terminals.ts';

const UPDATE_EVERY_MS = 1_000;
const LIST_EVERY_MS = 500;
/** Each is a stream from the host. */
const MAX_SUBSCRIBED = 64;

type Tell = { readonly listChanged: () => void; readonly updated: (uri: string) => void };

type Subscribed = {
  /** Undefined: the list itself. */
  readonly terminal: string | undefined;
  readonly news: Coalesced;
  view?: Promise<TerminalView | undefined>;
};

export class ResourceNews {
  readonly #tell: Tell;
  readonly #subscribed = new Map<string, Subscribed>();
  readonly #list: Coalesced;
  #agent: Agent | undefined;
  #stop: () => void = () => {};
  #names = '';

  constructor(tell: Tell) {
    this.#tell = tell;
    this.#list = coalesced(LIST_EVERY_MS, tell.listChanged);
  }

  /** A new connection takes the place of one that was closed. */
  follow(agent: Agent): void {
    this.#stop();
    this.#agent = agent;
    this.#names = namesOf(agent);
    this.#stop = agent.client.root.onChange(() => this.#rootChanged(agent));
    for (const [uri, one] of this.#subscribed) this.#look(uri, one);
  }

  /** Throws where there are too many. */
  subscribe(uri: string, terminal: string | undefined): void {
    if (this.#subscribed.has(uri)) return;
    if (this.#subscribed.size >= MAX_SUBSCRIBED)
      throw new Error(`${uri}: more than ${MAX_SUBSCRIBED} resources are subscribed already`);
    const one: Subscribed = { terminal, news: coalesced(UPDATE_EVERY_MS, () => this.#tell.updated(uri)) };
    this.#subscribed.set(uri, one);
    this.#look(uri, one);
  }

  unsubscribe(uri: string): void {
    const one = this.#subscribed.get(uri);
    this.#subscribed.delete(uri);
    one?.news.close();
    void one?.view?.then((view) => view?.close());
  }

  close(): void {
    this.#stop();
    this.#list.close();
    for (const uri of [...this.#subscribed.keys()]) this.unsubscribe(uri);
  }

  #look(uri: string, one: Subscribed): void {
    const agent = this.#agent;
    if (agent === undefined || one.terminal === undefined) return;
    one.view = agent.views.open(one.terminal).then(
      (view) => {
        if (this.#subscribed.get(uri) === one) view.mirror.onChange(() => one.news.soon());
        return view;
      },
      // It is gone: the list says so.
      () => undefined,
    );
  }

  #rootChanged(agent: Agent): void {
    const names = namesOf(agent);
    if (names !== this.#names) this.#list.soon();
    this.#names = names;
    for (const one of this.#subscribed.values()) if (one.terminal === undefined) one.news.soon();
  }
}

function namesOf({ terminals }: Agent): string {
  return JSON.stringify(terminals.map(({ resource, title }) => [resource, title]));
}
