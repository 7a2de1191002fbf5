/** The page as one person has it open: its connection, the list of terminals, and the one in front. */

import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Client } from '../../client/client.ts';
import { holderOf, isOwn, type Me, refusedAtOwner } from '../../client/holder.ts';
import { cottyMeta, META_KEY } from '../../protocol/common/meta.ts';
import type { HostMeta, TakeOverMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { parsePreview } from '../../protocol/validate/read-preview.ts';
import type { Session } from '../door/door.ts';
import { FrontTerminal } from './front-terminal.ts';
import { controlled } from './key-row.ts';
import { coversTerminal, hashOf, type Place, placeIn } from './place.ts';
import { Messages } from './say.ts';
import type { Settings } from './settings.ts';
import { inOrder, rowOf, type Seen, seenNow, type TerminalRow } from './terminal-rows.ts';

export const WATCH_ONLY = 'This link only looks: nothing can be typed or changed from here.';

export type Connection =
  | { readonly kind: 'ready' }
  /** `at` is when the next attempt begins, in Unix milliseconds. */
  | { readonly kind: 'away'; readonly reason: string; readonly at: number }
  | { readonly kind: 'closed'; readonly reason: string };

/** A question that lies over the page until it is answered. */
export type Dialog =
  | { readonly kind: 'new' }
  | { readonly kind: 'rename'; readonly uri: string }
  | { readonly kind: 'close'; readonly uri: string; readonly would: readonly string[] }
  | { readonly kind: 'endAll' }
  /** `kept` was typed for a terminal that somebody else holds. */
  | { readonly kind: 'takeOver'; readonly uri: string; readonly holder: string; readonly kept: Kept }
  | { readonly kind: 'history' }
  | { readonly kind: 'settings' }
  | { readonly kind: 'keys' };

export type Kept = { readonly data: string; readonly bytes: boolean } | undefined;

export type PageOptions = {
  readonly client: Client;
  readonly session: Session;
  readonly settings: Settings;
  /** Called when the host has sent the page away for good. */
  readonly onEnd: (reason: string) => void;
};

export class Page {
  readonly client: Client;
  readonly session: Session;
  readonly settings: Settings;
  readonly me: Me;
  readonly messages = new Messages();
  readonly terminals: Signal<readonly TerminalInfo[]>;
  readonly connection = signal<Connection>({ kind: 'ready' });
  readonly place = signal<Place>(placeIn(location.hash));
  readonly dialog = signal<Dialog | undefined>(undefined);
  readonly filter = signal('');
  readonly drawer = signal(false);
  /** Whether the key row's Ctrl waits for the next character. */
  readonly ctrl = signal(false);
  /** Unix milliseconds; it goes on each second while the page is looked at. */
  readonly now = signal(Date.now());
  readonly front = signal<FrontTerminal | undefined>(undefined);
  readonly rows: ReadonlySignal<readonly TerminalRow[]>;
  /** From whom each terminal was taken, so that it can be handed back. */
  readonly takenFrom = new Map<string, TerminalInfo['claim']>();
  /** Requests of agents that were told to wait, by terminal. */
  readonly declined = signal<ReadonlyMap<string, string>>(new Map());
  readonly #seen = signal<ReadonlyMap<string, Seen>>(new Map());
  readonly #onEnd: (reason: string) => void;

  constructor({ client, session, settings, onEnd }: PageOptions) {
    this.client = client;
    this.session = session;
    this.settings = settings;
    this.#onEnd = onEnd;
    const { via } = cottyMeta<HostMeta>(client.welcome?._meta);
    this.me = { clientId: client.clientId, writer: session.writer, ...(via !== undefined && { via }) };
    this.terminals = signal(client.root.state.terminals ?? []);
    this.rows = computed(() => {
      const context = { me: this.me, home: this.home, now: this.now.value, seen: this.#seenOf };
      return inOrder(this.terminals.value.map((info) => rowOf(info, context)));
    });
    this.#listen();
    effect(() => this.#show(this.place.value, this.terminals.value));
    effect(() => this.#look());
  }

  /** Whether this page may type and change things; one with a link to watch may not. */
  get mayType(): boolean {
    return this.session.access === 'full';
  }

  /** The home folder of the host's person, shown as `~`. */
  get home(): string | undefined {
    const folder = this.client.welcome?.defaultDirectory;
    return folder?.startsWith('file://') === true
      ? decodeURIComponent(folder.slice('file://'.length))
      : folder;
  }

  info(uri: string): TerminalInfo | undefined {
    return this.terminals.value.find(({ resource }) => resource === uri);
  }

  isOwn(uri: string): boolean {
    const info = this.info(uri);
    return info !== undefined && isOwn(holderOf(info, this.me));
  }

  go(place: Place): void {
    this.drawer.value = false;
    if (hashOf(place) !== location.hash) history.pushState(null, '', hashOf(place));
    this.place.value = place;
  }

  /** Sends what is typed; takes the terminal first where nobody is asked for it, and asks where somebody else holds it. */
  type(uri: string, data: string, bytes = false): void {
    const info = this.info(uri);
    if (info === undefined || data === '') return;
    const refused = this.#whyNotTyped(info);
    if (refused !== undefined) {
      this.messages.say(refused, { kind: 'bad' });
      return;
    }
    const holder = holderOf(info, this.me);
    if (holder.kind === 'other')
      this.dialog.value = { kind: 'takeOver', uri, holder: holder.name, kept: { data, bytes } };
    else {
      if (holder.kind === 'mine' || holder.kind === 'gone') this.claim(uri, holder.id);
      this.send(uri, data, bytes);
    }
  }

  /** Sends input without a question. */
  send(uri: string, data: string, bytes = false): void {
    const front = this.front.peek();
    if (front?.uri === uri) front.noteTyped(data);
    if (!this.client.type(uri, data, bytes))
      this.messages.say('The host has been away for too long: this was not kept.', { kind: 'bad' });
  }

  /** Claims a terminal; names the holder it is taken from, so that a race has one winner. */
  claim(uri: string, takeOverFrom: string | undefined): void {
    const meta: TakeOverMeta | undefined = takeOverFrom === undefined ? undefined : { takeOverFrom };
    this.client.dispatch(uri, {
      type: 'terminal/claimed',
      claim: { kind: 'client', clientId: this.me.clientId },
      ...(meta !== undefined && { _meta: { [META_KEY]: meta } }),
    });
  }

  /** Soft keyboards tell no keys: Ctrl of the key row counts for what is typed next, however it comes. */
  #withCtrl(data: string): string {
    if (!this.ctrl.peek()) return data;
    this.ctrl.value = false;
    return controlled(data);
  }

  #whyNotTyped(info: TerminalInfo): string | undefined {
    if (!this.mayType) return WATCH_ONLY;
    if (info.lifecycle.status === 'exited') return 'This terminal has ended: its shell takes no input.';
    const holder = holderOf(info, this.me);
    return holder.kind === 'owner' ? refusedAtOwner(holder, 'type') : undefined;
  }

  #open(uri: string): FrontTerminal {
    const { client, session, home, settings, terminals } = this;
    return new FrontTerminal({
      uri,
      client,
      writer: session.writer,
      home,
      settings,
      terminals,
      onInput: (data, bytes) => this.type(uri, this.#withCtrl(data), bytes),
      onRefused: (why) => this.messages.say(why, { kind: 'bad' }),
    });
  }

  readonly #seenOf = (uri: string): Seen | undefined => this.#seen.value.get(uri);

  #listen(): void {
    const { client } = this;
    client.root.onChange(({ terminals = [] }) => {
      this.terminals.value = terminals;
    });
    client.onConnectionState((state, { reason = '', retryInMs = 0 }) => {
      if (state === 'ready') this.connection.value = { kind: 'ready' };
      else if (state === 'away') this.connection.value = { kind: 'away', reason, at: Date.now() + retryInMs };
      else {
        this.connection.value = { kind: 'closed', reason };
        this.#onEnd(reason);
      }
    });
    client.onNotification((method, params) => {
      const preview = method === 'x-cotty/preview' ? parsePreview(params) : undefined;
      const front = this.front.peek();
      if (preview !== undefined && preview.channel === front?.uri) front.preview(preview.text);
    });
    addEventListener('hashchange', () => {
      this.place.value = placeIn(location.hash);
    });
    // Whoever comes back to the page, or gets a network again, does not wait for the rest of a delay.
    addEventListener('online', () => client.retryNow());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') client.retryNow();
      this.now.value = Date.now();
    });
    setInterval(() => {
      if (document.visibilityState === 'visible') this.now.value = Date.now();
    }, 1000);
  }

  /** Brings the terminal of the place to the front; without one the last stays there, or the first of the list comes. */
  #show(place: Place, terminals: readonly TerminalInfo[]): void {
    const before = this.front.peek();
    const wanted = place.kind === 'terminal' ? place.uri : before?.uri;
    const first = terminals[0]?.resource;
    const uri = terminals.some(({ resource }) => resource === wanted) ? wanted : first;
    if (before?.uri === uri) return;
    batch(() => {
      before?.close();
      this.front.value = uri === undefined ? undefined : this.#open(uri);
    });
  }

  /** Notes what was looked at: signs of the terminal in front are no news while the page is seen. */
  #look(): void {
    const front = this.front.value?.uri;
    const terminals = this.terminals.value;
    const before = this.#seen.peek();
    const inSight = document.visibilityState === 'visible' && !coversTerminal(this.place.value);
    const entries = terminals.map((info) => {
      const known = before.get(info.resource);
      const looks = known === undefined || (info.resource === front && inSight);
      return [info.resource, looks ? seenNow(info) : known] as const;
    });
    this.#seen.value = new Map(entries);
  }
}
