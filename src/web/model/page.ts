/** The page as one person has it open: its connection, the list of terminals, the one in front and those beside it. */

import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { placeName } from '../../client/blocks/place.ts';
import type { RunPlace } from '../../client/blocks/recorded-run.ts';
import { claimOf } from '../../client/claims.ts';
import type { Client } from '../../client/client.ts';
import { holderOf, isOwn, type Me, refusedAtOwner } from '../../client/holder.ts';
import { membersOf } from '../../client/panes/split.ts';
import { SPLIT_NOTE } from '../../client/panes/split-note.ts';
import { type QueueItem, queueOf } from '../../client/waiting.ts';
import { namesAddress } from '../../protocol/common/link-text.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import type { HostMeta, TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { Look } from '../../protocol/cotty/program.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { parseRedrawn } from '../../protocol/validate/read-redrawn.ts';
import type { Session } from '../connect/sign-in.ts';
import { isWebAddress, openLink } from '../screen/palette.ts';
import { steady } from './block-list.ts';
import { FrontTerminal } from './front-terminal.ts';
import { HostLine } from './host-line.ts';
import { controlled } from './key-row.ts';
import type { OpenMenu } from './menu.ts';
import { Panes } from './panes.ts';
import { coversTerminal, hashOf, type Place, placeIn } from './place.ts';
import { RunLine } from './run-line.ts';
import type { Settings } from './settings.ts';
import { ShownRows } from './shown-rows.ts';
import { type Change, type Dialog, goneNotice } from './subject.ts';

import {
  areSameRows,
  inOrder,
  isRunning,
  rowOf,
  type Seen,
  seenNow,
  type TerminalRow,
} from './terminal-rows.ts';

export const WATCH_ONLY = 'This link only looks: nothing can be typed or changed from here.';

/** Focus reports of the emulator, which are left out: the host tells programs of their focus, by what is looked at anywhere. */
const FOCUS_REPORTS: ReadonlySet<string> = new Set(['\x1b[I', '\x1b[O']);

export type PageOptions = {
  readonly client: Client;
  readonly session: Session;
  readonly settings: Settings;
  /** Ends the session of this browser; it needs a new link then. */
  readonly signOut: () => void;
  /** Called when the host has closed the connection for good. */
  readonly onEnd: (reason: string) => void;
};

export class Page {
  readonly client: Client;
  readonly session: Session;
  readonly settings: Settings;
  readonly signOut: () => void;
  readonly me: Me;
  readonly messages = new Messages();
  readonly terminals: Signal<readonly TerminalInfo[]>;
  readonly hostLine: HostLine;
  readonly place = signal<Place>(placeIn(location.hash));
  readonly dialog = signal<Dialog | undefined>(undefined);
  readonly menu = signal<OpenMenu | undefined>(undefined);
  /** Whether a dialog or a menu lies over the page, to which all keys go. */
  readonly isModal = computed(() => this.dialog.value !== undefined || this.menu.value !== undefined);
  readonly filter = signal('');
  readonly drawer = signal(false);
  /** Whether the key row's Ctrl waits for the next character. */
  readonly ctrl = signal(false);
  /** Whether the page is in sight. */
  readonly isSeen = signal(isSeenNow());
  /** Whether the page has the focus of the browser. */
  readonly #hasFocus = signal(document.hasFocus());
  readonly #look = steady(
    () => this.#lookNow(),
    (one, other) => one.focus === other.focus && one.inView.join('\n') === other.inView.join('\n'),
  );
  /** The run that others are compared with. */
  readonly compareMark = signal<RunPlace | undefined>(undefined);
  /** Stops waiting for the end of a command that was run again. */
  stopRerun = () => {};
  readonly clock: Clock;
  readonly panes: Panes;
  /** The terminals in view and, while they are hidden, others of the same split, each at most once. */
  readonly opened = signal<ReadonlyMap<string, FrontTerminal>>(new Map());
  /** The terminal that has the keys. */
  readonly front: ReadonlySignal<FrontTerminal | undefined> = computed(() =>
    this.opened.value.get(this.panes.front.value ?? ''),
  );
  readonly rows: ReadonlySignal<readonly TerminalRow[]>;
  /** Who waits for the person, and what is done and unseen. */
  readonly queue: ReadonlySignal<readonly QueueItem[]> = computed(() => queueOf(this.terminals.value, 0));
  /** The rows as the list at the side shows them. */
  readonly list: ShownRows;
  /** Previous holder of each terminal that was taken over, so that it can be handed back. */
  readonly takenFrom = new Map<string, TerminalInfo['claim']>();
  readonly #seen = new SeenSigns();
  /** Since when (Unix ms) the work of each terminal had ended when the host was last told that it is seen. */
  readonly #told = new Map<string, number>();
  readonly #lines = new Map<string, RunLine>();
  /** The names that the list has shown, for what is said of a terminal that is gone. */
  #titles: ReadonlyMap<string, string> = new Map();
  readonly #stops: (() => void)[] = [];

  constructor({ client, session, settings, signOut, onEnd }: PageOptions) {
    this.client = client;
    this.session = session;
    this.settings = settings;
    this.signOut = signOut;
    const { via } = cottyMeta<HostMeta>(client.welcome?._meta);
    this.me = { clientId: client.clientId, writer: session.writer, ...(via !== undefined && { via }) };
    this.terminals = signal(client.root.state.terminals ?? []);
    this.panes = new Panes({
      terminals: this.terminals,
      // A host that keeps no notes forgets them with the page.
      keep: (text) => void client.cotty.note(SPLIT_NOTE, text).catch(() => {}),
    });
    this.hostLine = new HostLine({
      client,
      isSeen: () => this.isSeen.peek(),
      onEnd,
      onBack: ({ unsent }) => {
        if (unsent > 0)
          this.messages.say(
            `${unsent} characters were not sent: they had waited for too long, or their program is gone.`,
            { kind: 'bad' },
          );
      },
    });
    this.clock = new Clock(
      this.isSeen,
      computed(() => this.#showsSeconds()),
    );
    this.rows = steady(() => {
      const terminals = this.terminals.value;
      const { me, home } = this;
      const context = { me, home, terminals, now: this.clock.now.value, seen: this.#seen.of };
      return inOrder(terminals.map((info) => rowOf(info, context)));
    }, areSameRows);
    this.list = new ShownRows(this.rows, this.filter);
    this.#listen();
    this.#stops.push(
      effect(() => this.#show(this.place.value, this.terminals.value)),
      effect(() => this.#openInView()),
      effect(() => this.#seen.note(this.terminals.value, this.#inSight())),
      effect(() => this.#tellSeen()),
    );
    if (this.mayType) this.#stops.push(effect(() => client.notifyLooking(this.#look.value)));
  }

  /** Ends everything that the page does; nothing of it may be shown any more. */
  close(): void {
    this.stopRerun();
    for (const stop of this.#stops) stop();
    for (const each of this.opened.peek().values()) each.close();
  }

  /** Whether this page may type and change things; one with a link to watch may not. */
  get mayType(): boolean {
    return this.session.access === 'full';
  }

  /** The home folder of the host's person, shown as `~`. */
  get home(): string | undefined {
    const folder = this.client.welcome?.defaultDirectory;
    return folder && placeName(folder, undefined);
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

  /** Brings a pane in view to the front; the way back of the browser does not lead from pane to pane. */
  focusPane(uri: string): void {
    const place: Place = { kind: 'terminal', uri };
    if (this.panes.front.peek() === uri) return;
    history.replaceState(null, '', hashOf(place));
    this.place.value = place;
  }

  /**
   * Sends input, and returns whether it was sent. A terminal of another window of this person is taken over first; if somebody
   * else holds it, a dialog asks, and what is typed is sent when it is answered.
   */
  type(uri: string, data: string, bytes = false, onSent = () => {}): boolean {
    const info = this.info(uri);
    if (info === undefined || data === '') return false;
    const refused = this.#whyNotTyped(info);
    if (refused !== undefined) {
      this.messages.say(refused, { kind: 'bad' });
      return false;
    }
    const holder = holderOf(info, this.me);
    if (holder.kind === 'other') {
      this.dialog.value = { kind: 'takeOver', uri, holder: holder.name, kept: { data, bytes, onSent } };
      return false;
    }
    if (holder.kind === 'mine' || holder.kind === 'gone') this.takeSized(uri, holder.id);
    if (!this.send(uri, data, bytes)) return false;
    onSent();
    return true;
  }

  /** Sends input without a question, and returns whether it was sent, or is kept until the host is back. */
  send(uri: string, data: string, bytes = false): boolean {
    this.opened.peek().get(uri)?.noteTyped(data);
    if (!this.client.type(uri, data, bytes)) {
      this.messages.say('The host was not reachable for too long: this was not kept.', { kind: 'bad' });
      return false;
    }
    this.hostLine.typed();
    return true;
  }

  /**
   * Claims a terminal and gives it the size of this page. The host takes both in their order, so whatever is sent next finds the
   * program at that size already.
   */
  takeSized(uri: string, takeOverFrom: string | undefined): void {
    this.claim(uri, takeOverFrom);
    const fitted = this.opened.peek().get(uri)?.screen.fitted;
    if (fitted !== undefined) this.client.resize(uri, fitted);
  }

  claim(uri: string, takeOverFrom: string | undefined): void {
    this.client.claim(uri, claimOf(this.me.clientId, takeOverFrom));
  }

  /** Soft keyboards report no keys, so Ctrl of the key row applies to the next typed character, however it arrives. */
  #withCtrl(data: string): string {
    if (!this.ctrl.peek()) return data;
    this.ctrl.value = false;
    return controlled(data);
  }

  /** Opens a hyperlink of a program; asks before where its text does not say where it leads. */
  follow(address: string, text: string): void {
    if (!isWebAddress(address)) this.messages.say(`Only web addresses are opened here, not ${address}`);
    else if (namesAddress(text, address)) openLink(address);
    else this.dialog.value = { kind: 'link', address, text };
  }

  #whyNotTyped(info: TerminalInfo): string | undefined {
    if (!this.mayType) return WATCH_ONLY;
    if (this.panes.isPeeked(info.resource)) return 'This pane is only watched: no key goes to it.';
    if (info.lifecycle.status === 'exited') return 'This terminal has ended: its shell takes no input.';
    const holder = holderOf(info, this.me);
    return holder.kind === 'owner' ? refusedAtOwner(holder, 'type') : undefined;
  }

  /** RUN's line of a terminal: a half-written one stays while others are looked at. */
  #lineOf(uri: string): RunLine {
    const known = this.#lines.get(uri);
    if (known !== undefined) return known;
    const line = new RunLine({
      own: () =>
        this.opened
          .peek()
          .get(uri)
          ?.list.all.peek()
          .map(({ commandLine }) => commandLine) ?? [],
      ask: (query) => this.client.cotty.past(uri, query),
    });
    this.#lines.set(uri, line);
    return line;
  }

  /** Whether leaving the page loses something: a half-written line, or a program that this page types into. */
  get holdsWork(): boolean {
    const open = this.terminals.peek();
    const isWritten = open.some(({ resource }) => (this.#lines.get(resource)?.text.peek() ?? '') !== '');
    return isWritten || open.some((info) => readsKeys(info) && holderOf(info, this.me).kind === 'me');
  }

  #open(uri: string): FrontTerminal {
    const { client, session, home, settings, terminals } = this;
    return new FrontTerminal({
      uri,
      client,
      line: this.#lineOf(uri),
      writer: session.writer,
      home,
      settings,
      terminals,
      onInput: (data, bytes) => {
        if (!FOCUS_REPORTS.has(data)) this.type(uri, this.#withCtrl(data), bytes);
      },
      onHyperlink: (address, text) => this.follow(address, text),
      onRefused: (why) => this.messages.say(why, { kind: 'bad' }),
    });
  }

  /** Clock for running times, and for the next attempt to reach the host. */
  #showsSeconds(): boolean {
    const runs = this.terminals.value.some(isRunning);
    return (
      runs || this.hostLine.connection.value.kind === 'away' || this.front.value?.running.value !== undefined
    );
  }

  /** The terminals in view, while the page is visible. */
  #inSight(): ReadonlySet<string> {
    const isCovered = !this.isSeen.value || coversTerminal(this.place.value);
    return new Set(isCovered ? [] : this.panes.shown.value.panes.map(({ uri }) => uri));
  }

  /** Tells the host what a person sees here of work that has ended: it is no news then in any window. */
  #tellSeen(): void {
    const inSight = this.#hasFocus.value && this.mayType ? this.#inSight() : new Set();
    for (const { uri, state, since } of this.queue.value) {
      if (state === 'blocked' || !inSight.has(uri) || this.#told.get(uri) === since) continue;
      this.#told.set(uri, since);
      this.client.cotty.seen(uri).catch(() => this.#told.delete(uri));
    }
  }

  /** What a person looks at here. */
  #lookNow(): Look {
    const inView = [...this.#inSight()];
    const front = this.panes.front.value;
    const isCovered = this.isModal.value || this.drawer.value || !this.#hasFocus.value;
    const hasKeys = front !== undefined && !isCovered && inView.includes(front);
    return { inView, ...(hasKeys && !this.panes.isPeeked(front) && { focus: front }) };
  }

  #listen(): void {
    const { client, hostLine } = this;
    const stopRoot = client.root.onChange(({ terminals = [] }) => {
      this.terminals.value = terminals;
    });
    const stopPreviews = client.onNotification((method, params) => {
      const redrawn = method === 'x-cotty/redrawn' ? parseRedrawn(params) : undefined;
      if (redrawn !== undefined) this.opened.peek().get(redrawn.channel)?.redraw(redrawn);
    });
    const stopBrowser = listenToBrowser({
      address: (hash) => {
        this.place.value = placeIn(hash);
      },
      network: hostLine.check,
      seen: (isSeen) => {
        this.isSeen.value = isSeen;
        if (isSeen) hostLine.check();
      },
      focused: (hasFocus) => {
        this.#hasFocus.value = hasFocus;
      },
    });
    this.#stops.push(stopRoot, stopPreviews, stopBrowser, () => hostLine.stop(), this.clock.stop);
    if (this.mayType) this.#followSplits();
  }

  /** Follows the note of the panes, which is read again after each time that the host was away. */
  #followSplits(): void {
    const { client, panes } = this;
    const read = () => panes.read(() => client.cotty.note(SPLIT_NOTE)).catch(() => {});
    const stopNotes = client.onNote((name, text) => {
      if (name === SPLIT_NOTE) panes.noted(text);
    });
    const stopReads = effect(() => {
      if (this.hostLine.connection.value.kind === 'ready') void read();
    });
    this.#stops.push(stopNotes, stopReads);
  }

  /**
   * Brings the terminal of the place to the front. Without one the last stays there; when that is gone, the one beside it comes,
   * or the first of the list.
   */
  #show(place: Place, terminals: readonly TerminalInfo[]): void {
    const { panes } = this;
    const has = (uri: string) => terminals.some(({ resource }) => resource === uri);
    const before = panes.front.peek();
    const wanted = place.kind === 'terminal' ? place.uri : before;
    const known = [wanted, before].find((uri) => uri !== undefined && has(uri));
    const next = known ?? (before && panes.after(before, has)) ?? terminals[0]?.resource;
    const notice = goneNotice(this.dialog.peek(), {
      before,
      front: next,
      at: (uri) => this.#terminalAt(terminals, uri),
      titleOf: (uri) => this.#titles.get(uri) ?? 'The terminal',
      lineOf: (uri) => this.#lines.get(uri)?.text.peek() ?? '',
    });
    if (notice !== undefined) this.dialog.value = notice;
    this.#titles = new Map(this.rows.peek().map(({ uri, title }) => [uri, title]));
    for (const uri of this.#lines.keys()) if (!has(uri)) this.#lines.delete(uri);
    panes.show(next);
  }

  #terminalAt(terminals: readonly TerminalInfo[], uri: string): ReturnType<Change['at']> {
    const info = terminals.find(({ resource }) => resource === uri);
    if (info === undefined) return undefined;
    const holder = holderOf(info, this.me);
    return {
      hasExited: info.lifecycle.status === 'exited',
      holder: holder.kind === 'other' ? holder.name : undefined,
    };
  }

  /** Opens the terminals in view, and closes those that are in another split than the one in front. */
  #openInView(): void {
    const shown = this.panes.shown.value;
    const { split, panes } = shown;
    this.panes.noteBeside(shown);
    const before = this.opened.peek();
    const members = split === undefined ? [] : membersOf(split);
    const inView = panes.map(({ uri }) => uri);
    const kept = [...before.keys()].filter((uri) => members.includes(uri) || inView.includes(uri));
    const uris = new Set([...kept, ...inView]);
    const after = new Map([...uris].map((uri) => [uri, before.get(uri) ?? this.#open(uri)]));
    batch(() => {
      for (const [uri, each] of before) if (!uris.has(uri)) each.close();
      this.opened.value = after;
    });
  }
}

/** Whether a program reads each key itself, as editors and agents do. */
function readsKeys({ _meta }: TerminalInfo): boolean {
  const { running, lineEditing } = cottyMeta<TerminalMeta>(_meta);
  return running !== undefined && lineEditing === false;
}

/** Events of the browser: the address changes, the page is shown or hidden, the network is gone or back. */
type Told = {
  /** Called with the new fragment of the address. */
  readonly address: (hash: string) => void;
  readonly seen: (isSeen: boolean) => void;
  readonly focused: (hasFocus: boolean) => void;
  readonly network: () => void;
};

/** Listens until the returned function is called. */
function listenToBrowser({ address, seen, focused, network }: Told): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  addEventListener('hashchange', () => address(location.hash), { signal });
  addEventListener('online', () => network(), { signal });
  addEventListener('offline', () => network(), { signal });
  for (const event of ['focus', 'blur'])
    addEventListener(event, () => focused(document.hasFocus()), { signal });
  document.addEventListener('visibilitychange', () => seen(isSeenNow()), { signal });
  return () => listening.abort();
}

function isSeenNow(): boolean {
  return document.visibilityState === 'visible';
}

/** The clock of the page. It ticks only as often as a shown time changes, and only while the page is visible. */
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

export class Clock {
  /** Unix milliseconds: each second while seconds are shown, each minute otherwise. */
  readonly now = signal(Date.now());
  /** Start of the day in Unix milliseconds: times of day depend on it alone, and are not drawn again each second. */
  readonly today = computed(() => new Date(this.now.value).setHours(0, 0, 0, 0));
  /** Stops the clock. */
  readonly stop: () => void;

  constructor(isSeen: ReadonlySignal<boolean>, showsSeconds: ReadonlySignal<boolean>) {
    const tick = () => {
      this.now.value = Date.now();
    };
    this.stop = effect(() => {
      if (!isSeen.value) return undefined;
      tick();
      const timer = setInterval(tick, showsSeconds.value ? SECOND_MS : MINUTE_MS);
      return () => clearInterval(timer);
    });
  }
}

// Short messages at the edge of the page; some offer a way back.

type Said = {
  readonly id: number;
  readonly text: string;
  readonly kind: 'info' | 'bad';
  readonly act?: { readonly label: string; readonly run: () => void };
};

/** Limit: messages at a time; the oldest goes. */
const MOST = 4;
const SHOWN_MS = 6_000;

/** What `client` says, without a capital and a full stop, as a sentence. */
export function sentence(text: string): string {
  return `${capital(text)}.`;
}

export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

class Messages {
  readonly #all = signal<readonly Said[]>([]);
  #lastId = 0;

  get all(): ReadonlySignal<readonly Said[]> {
    return this.#all;
  }

  say(text: string, how: Partial<Pick<Said, 'kind' | 'act'>> & { readonly ms?: number } = {}): void {
    const { ms = SHOWN_MS, kind = 'info', act } = how;
    this.#lastId += 1;
    const id = this.#lastId;
    // A repeated message replaces the earlier one.
    const others = this.#all.value.filter((said) => said.text !== text);
    this.#all.value = [...others, { id, text, kind, ...(act && { act }) }].slice(-MOST);
    setTimeout(() => this.drop(id), ms);
  }

  bad(error: unknown): void {
    this.say(reasonOf(error), { kind: 'bad' });
  }

  /** Shows a message when work in the background fails. */
  watch(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.bad(error));
  }

  drop(id: number): void {
    this.#all.value = this.#all.value.filter((said) => said.id !== id);
  }
}

/** The state of each terminal when this page last showed it: later events are marked as new. */
export class SeenSigns {
  readonly #seen = signal<ReadonlyMap<string, Seen>>(new Map());

  readonly of = (uri: string): Seen | undefined => this.#seen.value.get(uri);

  /** Must be called at each change of the list. Signs of terminals in sight are no news, nor those of one that is new here. */
  note(terminals: readonly TerminalInfo[], inSight: ReadonlySet<string>): void {
    const before = this.#seen.peek();
    const entries = terminals.map((info) => {
      const known = inSight.has(info.resource) ? undefined : before.get(info.resource);
      return [info.resource, known ?? seenNow(info)] as const;
    });
    this.#seen.value = new Map(entries);
  }
}
