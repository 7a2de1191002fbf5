/**
 * The page of a person, mara, without its views, at a host in memory that other people and agents use, too. It notes what is begun
 * for which terminal, and compares what the page sends with it.
 */

import { effect } from '@preact/signals';
import { expect, vi } from 'vitest';
import { type Client, HostClient } from '../../src/client/client.ts';
import type { TerminalInfo } from '../../src/protocol/terminal/state.ts';
import { memoryPair, type Transport } from '../../src/rpc/transport.ts';
import type { FrontTerminal } from '../../src/web/model/front-terminal.ts';
import { Page } from '../../src/web/model/page.ts';
import { coversTerminal } from '../../src/web/model/place.ts';
import { openSettings } from '../../src/web/model/settings.ts';
import { DIALOG_SUBJECTS, type Dialog } from '../../src/web/model/subject.ts';
import type { FakePty } from '../support/fake-pty.ts';
import { MemoryHost, settled } from '../support/memory-host.ts';
import { Browser } from './browser.ts';

/** What changes something in a terminal. */
export type Act = 'input' | 'claim' | 'hand' | 'rename' | 'end' | 'restore' | 'answer' | 'annotate';

type Sent = { readonly act: Act; readonly uri: string; readonly text: string };

const REQUESTS: { readonly [method: string]: Act } = {
  disposeTerminal: 'end',
  'x-cotty/parkTerminal': 'end',
  'x-cotty/restoreTerminal': 'restore',
  'x-cotty/answer': 'answer',
  'x-cotty/annotate': 'annotate',
};

/** These are begun once for each time that they are sent; input and claims may be sent in pieces, and again. */
const ONCE: readonly Act[] = ['hand', 'rename', 'end', 'restore', 'answer', 'annotate'];

export const WHO = ['mara', 'ben', 'ada'] as const;
export type Who = (typeof WHO)[number];

export class PageRig {
  readonly browser: Browser;
  readonly memory: MemoryHost;
  readonly page: Page;
  /** Another window of mara, a window of ben, and the agent ada. */
  readonly others: { readonly [W in Who]: Client };
  readonly #line: Line;
  readonly #logged: string[];
  /** How often each act may be sent for each terminal, by `act uri`. */
  readonly #begun = new Map<string, number>();
  /** The terminals for which something was typed since the last look. */
  #typed = new Set<string>();
  /** The lines that were half-written in each terminal at the last look. */
  #drafts = new Map<string, string>();
  /** The terminals whose line the person has changed or sent since then. */
  #edited = new Set<string>();
  #sending = new Set<string>();
  /** The terminals into whose line something was recalled. */
  readonly #recalled = new Set<string>();
  /** All input that was sent. */
  #inputs = '';
  /** The open dialog with the terminal for which it was opened, and the one that was in front. */
  #asked:
    | { readonly dialog: Dialog; readonly uri: string | undefined; readonly front: string | undefined }
    | undefined;
  /** Whether there was a connection at the last look. */
  #wasReady = true;
  #count = 0;

  private constructor(
    parts: Pick<PageRig, 'browser' | 'memory' | 'page' | 'others'>,
    line: Line,
    logged: string[],
  ) {
    this.browser = parts.browser;
    this.memory = parts.memory;
    this.page = parts.page;
    this.others = parts.others;
    this.#line = line;
    this.#logged = logged;
    // A half-written line goes with its terminal, also with one that is back at once.
    effect(() => {
      const open = uris(this.page.terminals.value);
      for (const uri of this.#drafts.keys()) if (!open.includes(uri)) this.#drafts.delete(uri);
    });
  }

  static async open(): Promise<PageRig> {
    const browser = new Browser();
    const memory = await MemoryHost.start();
    const others = {
      mara: await connect(memory, 'window', 'user:mara'),
      ben: await connect(memory, 'ben', 'user:ben'),
      ada: await connect(memory, 'ada', 'agent:ada'),
    };
    const line = new Line(memory);
    const logged: string[] = [];
    const client = await HostClient.open({
      clientId: 'page',
      meta: { writer: 'user:mara', screens: true, ownInput: false, acks: true },
      transportFactory: line.dial,
      delay: () => 1_000,
      // What goes wrong in a listener is caught by the connection, which goes on.
      log: (message) => {
        if (message.includes('could not be processed')) logged.push(message);
      },
    });
    const page = new Page({
      client,
      session: { id: 's', access: 'full', writer: 'user:mara', host: 'host', version: '1' },
      settings: openSettings({ getItem: () => null, setItem: () => {} }),
      signOut: () => {},
      onEnd: () => {},
    });
    return new PageRig({ browser, memory, page, others }, line, logged);
  }

  async close(): Promise<void> {
    this.page.close();
    for (const client of [this.page.client, ...Object.values(this.others)]) client.close();
    await this.memory.host.close();
    vi.unstubAllGlobals();
  }

  // What is there.

  /** The terminals as the host has them. */
  get open(): readonly TerminalInfo[] {
    return this.others.ben.root.state.terminals ?? [];
  }

  /** A terminal of the host, if there is one; the number chooses it. */
  some(number: number): TerminalInfo | undefined {
    return this.open[number % this.open.length];
  }

  /** A terminal as the page has it, which may be gone already. */
  listed(number: number): string | undefined {
    const { value } = this.page.rows;
    return value[number % value.length]?.uri;
  }

  pty(uri: string): FakePty | undefined {
    return this.memory.ptys.findLast(({ options }) => uriOfPty(options.env) === uri);
  }

  /** The terminal in front, while its line or its program has the keys. */
  get keys(): FrontTerminal | undefined {
    const { isModal, place, front } = this.page;
    return isModal.peek() || coversTerminal(place.peek()) ? undefined : front.peek();
  }

  /** Text that names the terminal for which it is typed. */
  mark(uri: string): string {
    this.#count += 1;
    return `<${nameOf(uri)}:${this.#count}>`;
  }

  /** Notes that the person begins something for a terminal. */
  begin(uri: string, ...acts: readonly Act[]): void {
    for (const act of acts) this.#begun.set(`${act} ${uri}`, (this.#begun.get(`${act} ${uri}`) ?? 0) + 1);
    this.#typed.add(uri);
    this.#subject = uri;
  }

  /** Notes that the person changes the line of a terminal; `later`: the answer of the host may change it again. */
  edit(uri: string, later = false): void {
    this.#edited.add(uri);
    if (later) this.#recalled.add(uri);
  }

  /** Notes that the person sends the line of a terminal, which is empty only when it is on its way. */
  sendLine(uri: string): void {
    this.begin(uri, 'input', 'claim');
    this.edit(uri);
    this.#sending.add(uri);
  }

  #subject: string | undefined;
  /** The terminals for which what messages are about was begun. */
  readonly #messages = new WeakMap<object, string | undefined>();

  /** Notes that the person goes on with what a message is about. */
  goOn(message: object): void {
    this.#subject = this.#messages.get(message);
  }

  /** The terminal for which the open dialog was opened, which is not asked of the dialog itself. */
  get askedFor(): string | undefined {
    return this.#asked?.uri ?? this.#asked?.front;
  }

  // What happens to the connection.

  set isSlow(isSlow: boolean) {
    this.#line.isSlow = isSlow;
  }

  lose(): void {
    this.#line.isReachable = false;
    this.#line.lose();
  }

  reach(): void {
    this.#line.isReachable = true;
    this.page.hostLine.check();
  }

  /** Lets messages arrive and be answered, for some milliseconds. */
  async settle(ms = 20): Promise<void> {
    this.memory.clock.pass(ms);
    for (let turn = 0; turn < 4; turn += 1) {
      vi.advanceTimersByTime(Math.ceil(ms / 4));
      this.memory.clock.turn();
      await settled();
    }
    for (const each of this.page.opened.peek().values()) each.screen.fitted ??= { cols: 100, rows: 30 };
  }

  /** Everything arrives, and nothing more is on its way. */
  async rest(): Promise<void> {
    this.isSlow = false;
    this.reach();
    await this.settle(2_000);
    await this.settle(2_000);
  }

  // What must hold.

  /** Holds after each event. */
  look(): void {
    this.#lookAtFront();
    this.#lookAtDialog();
    this.#lookAtSent();
    this.#lookAtDrafts();
    expect(this.#logged).toEqual([]);
    for (const message of this.page.messages.all.peek())
      if (!this.#messages.has(message)) this.#messages.set(message, this.#subject);
    this.#typed = new Set();
    this.#edited = new Set();
    this.#sending = new Set();
    this.#subject = undefined;
  }

  /** Holds when everything has arrived. */
  lookAtRest(): void {
    const { page } = this;
    expect(page.hostLine.connection.peek()).toEqual({ kind: 'ready' });
    expect(page.hostLine.unsent.peek()).toEqual([]);
    expect(uris(page.terminals.peek())).toEqual(uris(this.open));
    expect(page.opened.peek().size > 0).toBe(this.open.length > 0);
    for (const each of page.opened.peek().values()) {
      expect(each.failure.peek()).toBeUndefined();
      expect(each.state.peek()).toBeDefined();
      expect(each.find.isSearching.peek()).toBe(false);
    }
    this.#line.sent.length = 0;
  }

  /** Nothing changes by itself any more. */
  lookIdle(): void {
    expect(this.#line.sent).toEqual([]);
  }

  #lookAtFront(): void {
    const { page } = this;
    const listed = uris(page.terminals.peek());
    const front = page.panes.front.peek();
    if (listed.length === 0) expect(front).toBeUndefined();
    else expect(listed).toContain(front);
    const opened = [...page.opened.peek().keys()];
    expect(page.front.peek()?.uri).toBe(front);
    for (const uri of opened) expect(listed).toContain(uri);
    for (const { uri } of page.panes.shown.peek().panes) expect(opened).toContain(uri);
  }

  #lookAtDialog(): void {
    const { page } = this;
    const dialog = page.dialog.peek();
    const front = page.panes.front.peek();
    if (dialog === undefined) this.#asked = undefined;
    else if (dialog !== this.#asked?.dialog) this.#asked = { dialog, uri: this.#subject, front };
    if (dialog === undefined || this.#asked === undefined) return;
    const info = 'uri' in dialog ? page.info(dialog.uri) : undefined;
    if ('uri' in dialog) expect(info).toBeDefined();
    if (DIALOG_SUBJECTS[dialog.kind] === 'front') expect(front).toBe(this.#asked.front);
    if (dialog.kind === 'takeOver')
      expect(page.rows.peek().find(({ uri }) => uri === dialog.uri)?.holder).toBe(dialog.holder);
  }

  #lookAtSent(): void {
    const sent = this.#line.sent.splice(0);
    // After a loss, what had waited is sent, and what may not have arrived is sent again.
    const wasReady = this.#wasReady;
    this.#wasReady = this.page.client.connectionState === 'ready';
    for (const { act, uri, text } of sent) {
      const times = this.#begun.get(`${act} ${uri}`) ?? 0;
      expect(times, `${act} for ${uri}, which was not begun`).toBeGreaterThan(0);
      if (ONCE.includes(act)) this.#begun.set(`${act} ${uri}`, times - 1);
      // With a connection, input is sent at once or never.
      if (act === 'input' && wasReady) expect([...this.#typed]).toContain(uri);
      if (act === 'input') this.#inputs += text;
      expectOwn(text, uri);
    }
    for (const { options, input } of this.memory.ptys) expectOwn(input, uriOfPty(options.env));
    for (const { resource, title } of this.open) expectOwn(title, resource);
  }

  #lookAtDrafts(): void {
    const { page } = this;
    for (const [uri, front] of page.opened.peek()) {
      const text = front.line.text.peek();
      expectOwn(text, uri);
      const before = this.#drafts.get(uri) ?? '';
      if (!this.#edited.has(uri) && !this.#recalled.has(uri)) expect(text).toBe(before);
      if (this.#sending.has(uri) && text === '') this.#expectOnItsWay(before);
      this.#drafts.set(uri, text);
    }
  }

  #expectOnItsWay(line: string): void {
    const waiting = this.page.client.underway.map(({ data }) => data).join('');
    for (const [mark] of line.matchAll(MARK)) expect(this.#inputs + waiting).toContain(mark);
  }
}

/** The connection of the page. */
class Line {
  isReachable = true;
  readonly sent: Sent[] = [];
  readonly #memory: MemoryHost;
  #near: Transport | undefined;
  #isSlow = false;

  constructor(memory: MemoryHost) {
    this.#memory = memory;
  }

  /** While it is slow, nothing of the host arrives. */
  set isSlow(isSlow: boolean) {
    this.#isSlow = isSlow;
    this.#near?.hold(isSlow);
  }

  readonly dial = (): Transport => {
    if (!this.isReachable) throw new Error('not reachable');
    const [near, far] = memoryPair();
    this.#memory.host.attach(far);
    this.#near = near;
    near.hold(this.#isSlow);
    const send = near.send.bind(near);
    near.send = (text) => {
      this.#note(text);
      send(text);
    };
    return near;
  };

  lose(): void {
    this.#near?.close(1006);
  }

  #note(message: string): void {
    const { method, params = {} } = JSON.parse(message) as {
      readonly method?: string;
      readonly params?: { readonly channel?: string; readonly action?: WireAction };
    };
    const { channel: uri = '', action } = params;
    const act = method === 'dispatchAction' ? actOf(action) : REQUESTS[method ?? ''];
    if (act !== undefined) this.sent.push({ act, uri, text: JSON.stringify(params) });
  }
}

type WireAction = { readonly type: string; readonly claim?: TerminalInfo['claim'] };

function actOf(action: WireAction | undefined): Act | undefined {
  switch (action?.type) {
    case 'terminal/input':
      return 'input';
    case 'terminal/titleChanged':
      return 'rename';
    case 'terminal/resized':
      return 'claim';
    case 'terminal/claimed':
      return action.claim?.kind === 'session' ? 'hand' : 'claim';
    default:
      return undefined;
  }
}

function connect({ host }: MemoryHost, clientId: string, writer: string): Promise<Client> {
  return HostClient.open({
    clientId,
    meta: { writer },
    transportFactory: () => {
      const [near, far] = memoryPair();
      host.attach(far);
      return near;
    },
  });
}

const MARK = /<([\w-]+):\d+>/g;

/** Expects that all marks in a text are of that terminal. */
function expectOwn(text: string, uri: string): void {
  const names = [...text.matchAll(MARK)].map(([, name]) => name);
  expect(new Set(names)).toEqual(new Set(names.length > 0 ? [nameOf(uri)] : []));
}

function nameOf(uri: string): string {
  return uri.slice(uri.lastIndexOf('/') + 1);
}

function uriOfPty(env: { readonly [name: string]: string | undefined } | undefined): string {
  return env?.['COTTY_TERMINAL'] ?? '';
}

function uris(terminals: readonly TerminalInfo[]): readonly string[] {
  return terminals.map(({ resource }) => resource);
}
