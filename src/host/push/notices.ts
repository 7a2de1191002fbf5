/**
 * Notices that the host sends out itself, for people who look at no window and no page: to an address that its user has named, and
 * to browsers that have subscribed. While there is neither, it does nothing and talks to nobody. They are about the terminals of this
 * host, and about those of other machines that somebody follows for it.
 */

import { join } from 'node:path';
import { cottyMeta } from '../../protocol/common/meta.ts';
import { isRootUri } from '../../protocol/common/uri.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { NotifyStatus, NotifyTried } from '../../protocol/cotty/notify.ts';
import type { ActionEnvelope } from '../../protocol/envelope.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import type { Clock } from '../common/clock.ts';
import type { EnvelopeReceiver, Store } from '../stream/store.ts';
import { letterTo, type Notice, noticeOf, pushLetter, pushMessage } from './letters.ts';
import { isSameNews, type News, newsOf } from './news.ts';
import { type NotifyFile, readNotifyFile, type VapidKeys, writeNotifyFile } from './notify-file.ts';
import { Outlet } from './outlet.ts';
import { type Posted, post } from './post.ts';
import { type PushSubscription, shownAddress, type Target } from './push-target.ts';
import { newVapidKeys } from './web-push.ts';

/** A browser that has subscribed; `id` is that of its session. */
export type Browser = { readonly id: string; readonly name: string; readonly push: PushSubscription };

/** The browsers that are signed in. */
export type Browsers = {
  /** Those that get notices now: a session that has ended is not among them. */
  readonly subscribed: readonly Browser[];
  /** Must end the subscription of a session: its push service does not know it any more. */
  unsubscribe(id: string): void;
};

/** What is known of another machine: its terminals, or why it cannot be told. Without either it is no longer one of the person's. */
export type FarNews =
  | { readonly machine: string; readonly terminals: readonly TerminalInfo[] }
  | { readonly machine: string; readonly trouble?: string };

/** Follows the terminals of other machines from now on; the returned function ends that. */
export type FollowMachines = (told: (news: FarNews) => void) => () => void;

export type NoticesOptions = {
  readonly store: Pick<Store, 'root'>;
  readonly clock: Clock;
  readonly log: (message: string) => void;
  /** The state folder; without it nothing is kept. */
  readonly folder: string | undefined;
  /** Name of the machine. */
  readonly machine: string;
  /** Whether a person looks at a terminal now, anywhere. */
  readonly isLookedAt: (uri: string) => boolean;
  readonly browsers: () => Browsers | undefined;
  /** Called when somebody wants to be told. */
  readonly follow?: FollowMachines | undefined;
  /** Called when `followsMachines` may have changed. */
  readonly changed?: () => void;
};

const FILE = 'notify.json';
/** Least duration (ms) of work whose end is told. */
const LONG_MS = 60_000;
const TEST: Pick<Notice, 'text' | 'news'> = { text: 'This is a test of cotty notify.', news: [] };
/** Statuses by which a push service says that a subscription has ended. */
const GONE: ReadonlySet<number> = new Set([404, 410]);

export class Notices implements EnvelopeReceiver {
  readonly #options: NoticesOptions;
  #kept: NotifyFile;
  #address: Outlet | undefined;
  readonly #browsers = new Map<string, Outlet>();
  /** The last news of each terminal, and since when (Unix ms) its program works. */
  readonly #known = new Map<string, News>();
  readonly #working = new Map<string, number>();
  /** Since when (Unix ms) somebody wants to be told, in this host: what was so before is no news. */
  #since = 0;
  #isOn = false;
  /** The terminals of other machines; undefined of one that was not reached yet. */
  readonly #far = new Map<string, { terminals?: readonly TerminalInfo[]; trouble?: string }>();
  #unfollow: (() => void) | undefined;

  constructor(options: NoticesOptions) {
    const { folder } = options;
    this.#options = options;
    this.#kept = folder === undefined ? {} : readNotifyFile(join(folder, FILE));
    this.#address = this.#addressOutlet();
  }

  get status(): NotifyStatus {
    const { target } = this.#kept;
    const failure = this.#address?.failure;
    const failing = [...this.#browsers.values()].flatMap(({ to, failure: says }) =>
      says === undefined ? [] : [{ to, says }],
    );
    return {
      target: target ?? null,
      ...(failure === undefined ? {} : { failure }),
      browsers: this.#subscribed.length,
      ...(failing.length === 0 ? {} : { failing }),
      ...(this.#far.size === 0
        ? {}
        : {
            machines: [...this.#far].map(([name, { trouble }]) => ({
              name,
              ...(trouble === undefined ? {} : { trouble }),
            })),
          }),
    };
  }

  /** Whether other machines are followed: then this host has work although it has no terminals. */
  get followsMachines(): boolean {
    return this.#far.size > 0;
  }

  /** Sends notices to an address from now on; undefined ends that. Throws the system's error. */
  setTarget(target: Target | undefined): void {
    const { target: _, ...rest } = this.#kept;
    this.#keep({ ...rest, ...(target === undefined ? {} : { target }) });
    this.#address?.close();
    this.#address = this.#addressOutlet();
    this.check();
  }

  /** The key that browsers subscribe for. It is made when the first one asks. */
  async publicKey(): Promise<string> {
    return this.#vapid().publicKey;
  }

  /** Sends a notice that says it is a test, at once and to everybody. */
  async test(): Promise<readonly NotifyTried[]> {
    const { machine } = this.#options;
    const notice = { ...TEST, machine };
    const { target } = this.#kept;
    const tried = async (to: string, posting: Promise<Posted>) => {
      const { ok, says } = await posting;
      return { to, ok, says };
    };
    return Promise.all([
      ...(target === undefined
        ? []
        : [
            tried(
              target.url,
              post(() => letterTo(target, notice)),
            ),
          ]),
      ...this.#subscribed.map((browser) => tried(browser.name, this.#push(browser, notice))),
    ]);
  }

  take({ channel }: ActionEnvelope): void {
    if (isRootUri(channel)) this.check();
  }

  /** Must be called when a browser may have subscribed. */
  check(): void {
    const wasOn = this.#isOn;
    this.#isOn = this.#address !== undefined || this.#subscribed.length > 0;
    if (this.#isOn !== wasOn) this.#follow();
    if (!this.#isOn) return;
    const all = this.#all();
    if (!wasOn) this.#begin(all);
    for (const info of all) this.#look(info);
    this.#forget(all);
  }

  close(): void {
    this.#unfollow?.();
    this.#address?.close();
    for (const outlet of this.#browsers.values()) outlet.close();
  }

  #follow(): void {
    this.#unfollow?.();
    this.#unfollow = undefined;
    this.#far.clear();
    if (!this.#isOn) return;
    let isOver = false;
    const end = this.#options.follow?.((news) => {
      if (!isOver) this.#followed(news);
    });
    this.#unfollow = () => {
      isOver = true;
      end?.();
    };
  }

  #followed(news: FarNews): void {
    const { machine } = news;
    const before = this.#far.get(machine);
    if ('terminals' in news) this.#far.set(machine, { terminals: news.terminals });
    // While it is away, what was so is taken to be so still: it is no news again when the machine is back.
    else if (news.trouble !== undefined) this.#far.set(machine, { ...before, trouble: news.trouble });
    else this.#far.delete(machine);
    if ('terminals' in news && before?.terminals === undefined) {
      // What was so before this host knew the machine is no news. Its clock may be another one.
      for (const info of news.terminals) this.#knows(info);
    }
    this.check();
    this.#options.changed?.();
  }

  #knows(info: TerminalInfo): void {
    const news = newsOf(info);
    if (news !== undefined) this.#known.set(info.resource, news);
  }

  /** All terminals. One of another machine with the address of one before it is left out. */
  #all(): readonly TerminalInfo[] {
    const all = new Map<string, TerminalInfo>();
    const far = [...this.#far.values()].flatMap(({ terminals = [] }) => terminals);
    for (const info of [...(this.#options.store.root.terminals ?? []), ...far])
      if (!all.has(info.resource)) all.set(info.resource, info);
    return [...all.values()];
  }

  get #subscribed(): readonly Browser[] {
    return this.#options.browsers()?.subscribed ?? [];
  }

  #begin(all: readonly TerminalInfo[]): void {
    this.#since = this.#options.clock.now();
    this.#known.clear();
    this.#working.clear();
    for (const info of all) this.#knows(info);
  }

  #look(info: TerminalInfo): void {
    const { resource: uri } = info;
    const news = newsOf(info);
    const before = this.#known.get(uri);
    const worked = this.#workedFor(info);
    if (news === undefined) {
      this.#known.delete(uri);
      return;
    }
    this.#known.set(uri, news);
    if (isSameNews(news, before) || (news.machine === undefined && news.since < this.#since)) return;
    if (news.state === 'blocked' || worked >= LONG_MS) this.#tell(news);
  }

  /** For how long (ms) the program has worked, with all questions in between. */
  #workedFor({ resource: uri, _meta }: TerminalInfo): number {
    const { program } = cottyMeta<TerminalMeta>(_meta);
    const began = this.#working.get(uri);
    if (program?.state === 'working') {
      if (began === undefined) this.#working.set(uri, program.since);
      return 0;
    }
    if (program?.state !== 'blocked') this.#working.delete(uri);
    return program === undefined || began === undefined ? 0 : program.since - began;
  }

  #tell(news: News): void {
    const { target } = this.#kept;
    const isWanted = ({ withDone }: { readonly withDone: boolean }) => news.state === 'blocked' || withDone;
    if (target !== undefined && isWanted(target)) this.#address?.take(news);
    for (const { id, name, push } of this.#subscribed) {
      if (!isWanted(push)) continue;
      const outlet = this.#browsers.get(id) ?? this.#browserOutlet(id, name);
      this.#browsers.set(id, outlet);
      outlet.take(news);
    }
  }

  #forget(terminals: readonly TerminalInfo[]): void {
    const there = new Set(terminals.map(({ resource }) => resource));
    for (const known of [this.#known, this.#working])
      for (const uri of known.keys()) if (!there.has(uri)) known.delete(uri);
    const subscribed = new Set(this.#subscribed.map(({ id }) => id));
    for (const [id, outlet] of this.#browsers) {
      if (subscribed.has(id)) continue;
      outlet.close();
      this.#browsers.delete(id);
    }
  }

  readonly #newsNow = (uri: string): News | undefined => {
    const info = this.#all().find(({ resource }) => resource === uri);
    return info === undefined || this.#options.isLookedAt(uri) ? undefined : newsOf(info);
  };

  #addressOutlet(): Outlet | undefined {
    const { target } = this.#kept;
    if (target === undefined) return undefined;
    const { clock, log, machine } = this.#options;
    return new Outlet({
      clock,
      log,
      now: this.#newsNow,
      to: shownAddress(target.url),
      send: (news) => post(() => letterTo(target, noticeOf(news, target.withText, machine))),
    });
  }

  #browserOutlet(id: string, name: string): Outlet {
    const { clock, log, machine } = this.#options;
    return new Outlet({
      clock,
      log,
      now: this.#newsNow,
      to: name,
      send: async (news) => {
        const browser = this.#subscribed.find((each) => each.id === id);
        // It has signed out, or was thrown out, meanwhile.
        if (browser === undefined) return { ok: true, status: 0, says: 'not subscribed' };
        return this.#push(browser, noticeOf(news, browser.push.withText, machine));
      },
    });
  }

  async #push({ id, push }: Browser, notice: Notice): Promise<Posted> {
    const now = this.#options.clock.now();
    const posted = await post(() => pushLetter(push, this.#vapid(), pushMessage(notice), now));
    const isGone = !posted.ok && posted.status !== undefined && GONE.has(posted.status);
    if (isGone) this.#options.browsers()?.unsubscribe(id);
    return posted;
  }

  #vapid(): VapidKeys {
    const vapid = this.#kept.vapid ?? newVapidKeys();
    if (this.#kept.vapid === undefined) this.#keep({ ...this.#kept, vapid });
    return vapid;
  }

  #keep(file: NotifyFile): void {
    const { folder } = this.#options;
    if (folder !== undefined) writeNotifyFile(join(folder, FILE), file);
    this.#kept = file;
  }
}
