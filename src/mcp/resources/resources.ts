/** Terminals as MCP resources, `terminal://` for all and `terminal://NAME` for one, with change notices. */

import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { SubscribeRequestSchema, UnsubscribeRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Agent } from '../agent/agent.ts';
import type { Agents } from '../agent/agents.ts';
import { type Coalesced, coalesced } from '../agent/coalesced.ts';
import type { WatchedTerminal } from '../agent/watched-terminals.ts';
import { summaryLine } from '../answers/summary.ts';
import { nameOf } from '../answers/terminal-description.ts';
import { oneTerminal } from '../tools/list.ts';
import { lastLinesOf } from '../tools/read.ts';
import { terminalNamed } from '../tools/terminal-named.ts';
import { summaryOf } from './prompt.ts';

const LINES = 200;

type Options = { readonly server: McpServer; readonly agents: Agents; readonly now: () => number };

export class Resources {
  readonly #options: Options;
  readonly #news: ResourceNews;

  constructor(options: Options) {
    this.#options = options;
    const { server } = options;
    this.#news = new ResourceNews({
      listChanged: () => server.sendResourceListChanged(),
      updated: (uri) => {
        server.server.sendResourceUpdated({ uri }).catch(() => {
          // The client has disconnected, so nobody needs the notification.
        });
      },
    });
    this.#registerAll();
    this.#registerOne();
    server.server.setRequestHandler(SubscribeRequestSchema, async ({ params }) => {
      await this.#subscribe(params.uri);
      return {};
    });
    server.server.setRequestHandler(UnsubscribeRequestSchema, ({ params }) => {
      this.#news.unsubscribe(params.uri);
      return {};
    });
  }

  /** Starts to notify of changes at the host that this agent is connected to. */
  follow(agent: Agent): void {
    this.#news.follow(agent);
  }

  close(): void {
    this.#news.close();
  }

  #registerAll(): void {
    const { server, agents, now } = this.#options;
    const about = { title: 'All terminals', description: 'One line per terminal', mimeType: 'text/plain' };
    server.registerResource('terminals', ALL_URI, about, async (uri) => {
      const text = await summaryOf(agents, now);
      return { contents: [{ uri: uri.href, mimeType: 'text/plain', text }] };
    });
  }

  #registerOne(): void {
    const { agents, now } = this.#options;
    const template = new ResourceTemplate('terminal://{name}', {
      list: async () => {
        const own = await agents.own();
        return { resources: own.ok ? own.agent.terminals.map((info) => listed(own.agent, info)) : [] };
      },
      complete: {
        name: async (begun) => {
          const own = await agents.own();
          if (!own.ok) return [];
          const { terminals } = own.agent;
          return terminals.map((info) => nameOf(info, terminals)).filter((name) => name.startsWith(begun));
        },
      },
    });
    const about = {
      title: 'A terminal',
      description: `The last ${LINES} lines as plain text, and the state of the terminal as JSON`,
      mimeType: 'text/plain',
    };
    this.#options.server.registerResource('terminal', template, about, async (uri) => {
      const { agent, info } = await this.#named(uri.href);
      const shown = await oneTerminal(agent, info, now());
      const { lines } = await lastLinesOf(agent, info.resource, LINES);
      return {
        contents: [
          { uri: uri.href, mimeType: 'text/plain', text: `${summaryLine(shown)}\n──\n${lines.join('\n')}` },
          { uri: uri.href, mimeType: 'application/json', text: JSON.stringify(shown) },
        ],
      };
    });
  }

  async #subscribe(uri: string): Promise<void> {
    if (uri === ALL_URI) {
      this.#news.subscribe(uri, undefined);
      return;
    }
    const { info } = await this.#named(uri);
    this.#news.subscribe(uri, info.resource);
  }

  async #named(uri: string) {
    const own = await this.#options.agents.own();
    if (!own.ok) throw new Error(own.error);
    const found = terminalNamed(own.agent, nameIn(uri));
    if (!found.ok) throw new Error(found.text);
    return { agent: own.agent, info: found.info };
  }
}

function listed(agent: Agent, info: Agent['terminals'][number]) {
  const name = nameOf(info, agent.terminals);
  return { uri: resourceUri(name), name, title: info.title, mimeType: 'text/plain' };
}

/** URIs of terminals as MCP resources: `terminal://NAME`, and `terminal://` for all of them. */
const ALL_URI = 'terminal://';

export function resourceUri(name: string): string {
  return `${ALL_URI}${encodeURIComponent(name)}`;
}

export function nameIn(uri: string): string {
  const name = uri.slice(ALL_URI.length);
  try {
    return decodeURIComponent(name);
  } catch {
    // A lone % stands for itself.
    return name;
  }
}

// Changes of resources.

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

class ResourceNews {
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
