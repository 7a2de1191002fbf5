/**
 * The web server of a host: it is started on request of the user, and people sign in with links that work once. Its address,
 * links and sessions are kept in a file, so that the next host starts it again at the same address.
 */

import { readFileSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { systemCode } from '../../protocol/common/system-error.ts';
import { USUAL_WEB_PORT } from '../../protocol/common/uri.ts';
import type {
  NewWebLink,
  WebAccess,
  WebLink,
  WebListen,
  WebOpenParams,
  WebStatus,
} from '../../protocol/cotty/web.ts';
import { logged } from '../common/logged.ts';
import { StartError } from '../common/start-error.ts';
import { isLoopback } from '../listener/listen-address.ts';
import { reachWarning, type TlsTexts } from '../listener/tcp-port.ts';
import type { Browser, Browsers } from '../push/notices.ts';
import { Links } from './links.ts';
import { fingerprintOf, ownCertificate } from './own-certificate.ts';
import { PageConnections } from './page-connections.ts';
import { type PageFiles, readPageFiles } from './page-files.ts';
import { Tickets } from './tickets.ts';
import { readWebFile, type WebPlace, writeWebFile } from './web-file.ts';
import { openWebListener, type WebContext, type WebListener } from './web-listener.ts';

/** Options of a request to start the web server. Without `listen` it gets the first free one of the usual ports. */
type Wanted = Pick<WebOpenParams, 'listen' | 'tls' | 'ownTls' | 'allowHosts'>;

const LOOPBACK = '127.0.0.1';
/** Ports that are tried when none was asked for. */
const PORTS = 20;

/**
 * Tries ports one after the other while they are in use. Throws any other error of `open`, and that of the last port.
 */
async function atFreePort(open: (at: WebListen) => Promise<void>): Promise<void> {
  for (let port = USUAL_WEB_PORT; ; port += 1) {
    try {
      await open({ host: LOOPBACK, port });
      return;
    } catch (error) {
      const isTaken = error instanceof StartError && systemCode(error.cause) === 'EADDRINUSE';
      if (!isTaken || port === USUAL_WEB_PORT + PORTS - 1) throw error;
    }
  }
}

/** Whether a running server differs from the options of a request. Options that the request lacks do not count. */
function differs(place: WebPlace, { listen, tls, ownTls, allowHosts = [] }: Wanted): boolean {
  const { host, port } = place.listen;
  const isElsewhere =
    listen !== undefined && (listen.host !== host || (listen.port !== 0 && listen.port !== port));
  const isOther =
    (tls !== undefined && (tls.cert !== place.tls?.cert || tls.key !== place.tls.key)) ||
    (ownTls === true && place.ownTls !== true);
  return isElsewhere || isOther || allowHosts.some((name) => !place.allowHosts.includes(name));
}

/** Reads the certificate each time, because it may have been renewed. */
function readTls(
  { tls, ownTls, allowHosts }: WebPlace,
  folder: string | undefined,
  now: number,
): TlsTexts | undefined {
  if (tls === undefined) return ownTls === true ? ownCertificate(folder, allowHosts, now) : undefined;
  try {
    return { cert: readFileSync(tls.cert, 'utf8'), key: readFileSync(tls.key, 'utf8') };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new StartError('place', `certificate or key cannot be read: ${text}`, error);
  }
}

export type WebServerOptions = Pick<
  WebContext,
  'limits' | 'clock' | 'log' | 'onTransport' | 'onApi' | 'pushKey'
> & {
  /** Folder of the page's files. */
  readonly page: string;
  /** The state folder; without it nothing is kept. */
  readonly folder: string | undefined;
  /** Whether to start without what an earlier host has kept. */
  readonly clean: boolean;
  readonly version: string;
  /** The writer for whom pages act: `user:NAME`. */
  readonly writer: string;
  /** Called when the server was started or stopped. */
  readonly changed: () => void;
};

type Open = {
  readonly place: WebPlace;
  readonly page: PageFiles;
  readonly listener?: WebListener;
  /** Fingerprint of the host's own certificate. */
  readonly fingerprint?: string;
  readonly waits?: string;
};

const FILE = 'web.json';
const AGAIN_MS = 1000;
const ANEW = 'to start it with other options, stop it first with `cotty web stop`';

export class WebServer implements Browsers {
  readonly #options: WebServerOptions;
  readonly #connections = new PageConnections();
  readonly #links: Links;
  readonly #tickets: Tickets;
  #open: Open | undefined;
  #opening: Promise<unknown> = Promise.resolve();
  #cancelRetry: () => void = () => {};
  #trouble = '';

  constructor(options: WebServerOptions) {
    const { limits, clock } = options;
    this.#options = options;
    this.#tickets = new Tickets(limits, clock);
    this.#links = new Links({
      limits,
      clock,
      connections: (id) => this.#connections.count(id),
      onEnd: (id) => this.#connections.end(id),
      onChange: () => this.#keep(),
    });
  }

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** Base URL of the web server (`http://` or `https://`); undefined while it is closed. */
  get address(): string | undefined {
    if (this.#open === undefined) return undefined;
    const { listen, tls, ownTls } = this.#open.place;
    const host = listen.host.includes(':') ? `[${listen.host}]` : listen.host;
    return `${tls === undefined && ownTls !== true ? 'http' : 'https'}://${host}:${listen.port}`;
  }

  get status(): WebStatus {
    const links = this.#links.list();
    const address = this.address;
    const { place, page, waits, fingerprint } = this.#open ?? {};
    return {
      open: this.isOpen,
      ...(address === undefined ? {} : { address }),
      ...(place === undefined
        ? {}
        : { allowHosts: place.allowHosts, beyondLoopback: !isLoopback(place.listen.host) }),
      ...(fingerprint === undefined ? {} : { fingerprint }),
      ...(waits === undefined ? {} : { waits }),
      ...(page?.missing === undefined ? {} : { noPage: page.missing }),
      links: links.filter(({ used }) => used === undefined).length,
      sessions: links.filter(({ used }) => used !== undefined).length,
      connections: this.#connections.size,
    };
  }

  /** Starts the server where the earlier host had it. If that address is not free yet, starts it as soon as it is. */
  resume(): void {
    const { folder, clean } = this.#options;
    if (folder === undefined) return;
    if (clean) rmSync(join(folder, FILE), { force: true });
    const { open, entries } = readWebFile(join(folder, FILE));
    this.#links.restore(entries);
    if (open !== undefined) this.#reopenSoon(() => this.#reopen(open));
  }

  /** Starts the server. Throws a `StartError` if it cannot be started with these options. */
  open(params: Wanted): Promise<WebStatus> {
    return this.#oneAtATime(async () => {
      if (this.#open === undefined) await this.#openAnew(params);
      else if (differs(this.#open.place, params))
        throw new StartError('running', `the web server is open already, at ${this.address}: ${ANEW}`);
      return this.status;
    });
  }

  /** Stops the server until it is started by request. Sessions are kept, but their connections are closed. */
  close(): Promise<boolean> {
    return this.#oneAtATime(async () => {
      const was = this.isOpen;
      this.#cancelRetry();
      const listener = this.#open?.listener;
      this.#open = undefined;
      this.#keep();
      await listener?.close();
      if (was) this.#options.changed();
      return was;
    });
  }

  /** Stops the server because the host ends. The next host starts it again, unless `close` was called before. */
  async release(): Promise<void> {
    this.#cancelRetry();
    await this.#opening;
    await this.#open?.listener?.close();
  }

  link(access: WebAccess): NewWebLink {
    return this.#links.make(access);
  }

  links(): readonly WebLink[] {
    return this.#links.list();
  }

  /** The browsers to which notices are pushed: none while the server is closed, for a click would lead nowhere. */
  get subscribed(): readonly Browser[] {
    return this.isOpen ? this.#links.subscribed : [];
  }

  unsubscribe(id: string): void {
    this.#links.subscribe(id, undefined);
  }

  revoke(id?: string): readonly string[] {
    return this.#links.end(id);
  }

  async #openAnew({ listen, tls, ownTls, allowHosts = [] }: Wanted): Promise<void> {
    const page = this.#readPage();
    const openAt = (at: WebListen) =>
      this.#listen(
        {
          listen: at,
          ...(tls === undefined ? {} : { tls }),
          ...(ownTls === true && tls === undefined ? { ownTls } : {}),
          allowHosts,
        },
        page,
      );
    await (listen === undefined ? atFreePort(openAt) : openAt(listen));
    this.#keep();
    this.#options.changed();
  }

  #readPage(): PageFiles {
    const { page: folder, limits } = this.#options;
    return readPageFiles(folder, limits.webPageMiB);
  }

  async #listen(place: WebPlace, page: PageFiles): Promise<void> {
    const { log, version, writer, folder, clock } = this.#options;
    const tls = readTls(place, folder, clock.now());
    const listener = await openWebListener(place, tls, page, {
      ...this.#options,
      links: this.#links,
      tickets: this.#tickets,
      connections: this.#connections,
      about: { host: hostname(), version, writer },
    });
    const { host } = place.listen;
    this.#open = {
      place: { ...place, listen: { host, port: listener.port } },
      page,
      listener,
      ...(place.ownTls === true && tls !== undefined ? { fingerprint: fingerprintOf(tls) } : {}),
    };
    const address = this.address ?? '';
    log(`the web server is open at ${address}`);
    if (page.missing !== undefined) log(`the web server has no page: ${page.missing}`);
    if (!isLoopback(host)) log(reachWarning(address, 'a link', tls !== undefined));
  }

  /** Tries to start the server again and again: the address may still be in use by a host that is about to end. */
  async #reopen(place: WebPlace, page = this.#readPage()): Promise<void> {
    try {
      await this.#listen(place, page);
      this.#trouble = '';
    } catch (error) {
      const waits = error instanceof Error ? error.message : String(error);
      this.#open = { place, page, waits };
      if (waits !== this.#trouble) this.#options.log(`the web server waits: ${waits}`);
      this.#trouble = waits;
      this.#cancelRetry = this.#options.clock.after(AGAIN_MS, () => {
        this.#reopenSoon(async () => {
          if (this.#open?.waits !== undefined) await this.#reopen(place, page);
        });
      });
    }
    this.#options.changed();
  }

  #keep(): void {
    const { folder, log } = this.#options;
    if (folder === undefined) return;
    try {
      const place = this.#open?.place;
      writeWebFile(join(folder, FILE), {
        ...(place === undefined ? {} : { open: place }),
        entries: this.#links.entries,
      });
    } catch (error) {
      log(
        `the next host will not start the web server: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  #reopenSoon(reopen: () => Promise<void>): void {
    logged('the web server is not open', this.#options.log, this.#oneAtATime(reopen));
  }

  /** Runs starts and stops one after the other. */
  #oneAtATime<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#opening.then(act);
    this.#opening = done.catch(() => {});
    return done;
  }
}
