/** The requests of the page about itself: signing in and out, its session, tickets. */

import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { MAX_SECRET } from '../../protocol/cotty/web.ts';
import { isRecord } from '../../protocol/fields/object-fields.ts';
import {
  firstIssue,
  loose,
  optional,
  text as shortText,
  flag as yesOrNo,
} from '../../protocol/fields/parts.ts';
import type { Clock } from '../common/clock.ts';
import type { Limits } from '../common/limits.ts';
import { answer, bodyOf, type Described, flag, millis, text } from '../listener/described.ts';
import type { FailedTokens } from '../listener/failed-tokens.ts';
import { type Answer, refuse } from '../listener/http-reply.ts';
import { readBody } from '../listener/read-body.ts';
import { type PushSubscription, whyNoSubscription } from '../push/push-target.ts';
import { setCookie } from './cookie.ts';
import type { Links } from './links.ts';
import type { OwnPage } from './own-page.ts';
import type { Tickets } from './tickets.ts';
import { fromOf, type Visit, type WebGate } from './web-gate.ts';

// Browser and system are named from the User-Agent, for display.

/** In order of preference: the User-Agent of most browsers names other browsers as well. */
const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

export function browserName(userAgent: string | undefined): string {
  const said = userAgent ?? '';
  const named = (table: typeof BROWSERS | typeof SYSTEMS) => table.find(([mark]) => said.includes(mark))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (browser === undefined) return system ?? 'unknown';
  return system === undefined ? browser : `${browser}, ${system}`;
}

export type WebCallsOptions = {
  readonly port: () => number;
  readonly isEncrypted: boolean;
  readonly gate: WebGate;
  readonly ownPage: OwnPage;
  readonly links: Links;
  readonly tickets: Tickets;
  readonly failures: FailedTokens;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly pushKey: () => Promise<string>;
  /** Name of this machine, version of cotty, and the person whom the page acts for. */
  readonly about: { readonly host: string; readonly version: string; readonly writer: string };
};

type WebRoute = Described & {
  readonly needsSession: boolean;
  readonly handle: (calls: WebCalls, request: IncomingMessage) => Promise<Answer>;
};

const signIn = loose({ link: shortText(MAX_SECRET, 1) });
/** Limits: UTF-16 units of an address at a push service, and of a key. */
const MAX_ENDPOINT = 2048;
const MAX_KEY = 128;
const key = shortText(MAX_KEY, 1);
const subscribe = loose({
  subscription: optional(
    loose({ endpoint: shortText(MAX_ENDPOINT, 1), keys: loose({ p256dh: key, auth: key }) }),
  ),
  withText: optional(yesOrNo),
  withDone: optional(yesOrNo),
});
const empty = { name: 'Empty', schema: { type: 'object' } };
const OF_GET = [401, 403, 405];
const OF_POST = [400, ...OF_GET, 408, 413, 415];

export const webRoutes: readonly WebRoute[] = [
  {
    method: 'POST',
    path: '/web/sign-in',
    id: 'signIn',
    summary: 'Make a session of a link, which is used up by that; the cookie comes with the answer',
    body: bodyOf('SignIn', signIn),
    answer: answer('SignedIn', {
      id: text,
      key: { ...text, description: 'sent as X-Cotty-Key; kept for this origin alone' },
    }),
    refusals: OF_POST,
    needsSession: false,
    handle: (calls, request) => calls.signIn(request),
  },
  {
    method: 'GET',
    path: '/web/session',
    id: 'session',
    summary: 'Show the own session',
    answer: answer('WebSession', {
      id: text,
      access: { enum: ['full', 'watch'] },
      writer: text,
      host: text,
      version: text,
      expires: millis,
    }),
    refusals: OF_GET,
    needsSession: true,
    handle: async (calls, request) => calls.session(request),
  },
  {
    method: 'POST',
    path: '/web/ticket',
    id: 'ticket',
    summary: 'Get a ticket for one WebSocket at /web/ahp?ticket=…, which speaks the Agent Host Protocol',
    body: empty,
    answer: answer('Ticket', { ticket: text }),
    refusals: OF_POST,
    needsSession: true,
    handle: (calls, request) => calls.ticket(request),
  },
  {
    method: 'GET',
    path: '/web/push',
    id: 'pushKey',
    summary: 'Show the key for which a browser subscribes to be pushed notices, and whether this session has',
    answer: answer('PushKey', { key: text, subscribed: flag }),
    refusals: OF_GET,
    needsSession: true,
    handle: (calls, request) => calls.pushKey(request),
  },
  {
    method: 'POST',
    path: '/web/push',
    id: 'subscribe',
    summary: 'Push notices to this browser by a subscription of the Push API; without one, no more',
    body: bodyOf('Subscribe', subscribe),
    answer: { status: 204, json: null },
    refusals: OF_POST,
    needsSession: true,
    handle: (calls, request) => calls.subscribe(request),
  },
  {
    method: 'POST',
    path: '/web/sign-out',
    id: 'signOut',
    summary: 'End the own session with its WebSockets',
    body: empty,
    answer: { status: 204, json: null },
    refusals: OF_POST,
    needsSession: true,
    handle: (calls, request) => calls.signOut(request),
  },
];

const DAY_SECONDS = 24 * 60 * 60;

/** Browsers differ in the `Content-Type` of a request without a body, so every request has a body. */
const NO_BODY = refuse(400, 'the body must be a JSON object, such as {}');

export class WebCalls {
  readonly #options: WebCallsOptions;

  constructor(options: WebCallsOptions) {
    this.#options = options;
  }

  async answer(request: IncomingMessage): Promise<Answer> {
    const { method = '', url = '' } = request;
    const path = url.split('?', 1)[0] ?? '';
    const there = webRoutes.filter((route) => route.path === path);
    if (there.length === 0) return refuse(404, 'there is nothing at this path');
    const Allow = there.map((route) => route.method).join(', ');
    const route = there.find((each) => each.method === method);
    return (
      route?.handle(this, request) ?? refuse(405, `${method} is not possible here, only ${Allow}`, { Allow })
    );
  }

  async signIn(request: IncomingMessage): Promise<Answer> {
    const { ownPage, links, gate, failures, clock } = this.#options;
    const foreign = ownPage.whyNotOwn(request, true);
    if (foreign !== undefined) return refuse(403, foreign);
    const read = await this.#body(request);
    if (!read.ok) return read.answer;
    const parsed = signIn.safeParse(read.value ?? {});
    if (!parsed.success) return refuse(400, firstIssue(parsed.error));
    const visitor = { from: fromOf(request), browser: browserName(request.headers['user-agent']) };
    const was = links.find(gate.cookie(request) ?? '')?.id;
    const used = links.use(parsed.data.link, visitor, was);
    if (typeof used !== 'string') {
      const { id, cookie, key } = used;
      return { status: 200, body: { id, key }, headers: this.#keep(request, cookie) };
    }
    const delayMs = failures.add(request.socket.remoteAddress);
    if (delayMs > 0) await new Promise<void>((resolve) => clock.after(delayMs, resolve));
    return refuse(401, WRONG[used]);
  }

  async signOut(request: IncomingMessage): Promise<Answer> {
    return this.#changing(request, ({ id }) => {
      this.#options.links.end(id);
      return { status: 204, headers: { 'Set-Cookie': setCookie('', 0, this.#cookieOf(request)) } };
    });
  }

  async ticket(request: IncomingMessage): Promise<Answer> {
    const { tickets } = this.#options;
    return this.#changing(request, ({ id }) => ({ status: 200, body: { ticket: tickets.issue(id) } }));
  }

  /** Sets the cookie again, so that it does not expire in a browser that is used. */
  session(request: IncomingMessage): Answer {
    const { gate, links, about } = this.#options;
    const judged = gate.session(request);
    if (!judged.ok) return refuse(judged.status, judged.reason);
    const { id, access } = judged.visit;
    const body = {
      id,
      access: access.watchOnly ? 'watch' : 'full',
      ...about,
      expires: links.expiresOf(id),
    };
    return { status: 200, body, headers: this.#keep(request, gate.cookie(request) ?? '') };
  }

  async pushKey(request: IncomingMessage): Promise<Answer> {
    const { gate, links, pushKey } = this.#options;
    const judged = gate.session(request);
    if (!judged.ok) return refuse(judged.status, judged.reason);
    const { id, access } = judged.visit;
    if (access.watchOnly) return refuse(403, NOT_FOR_WATCHERS);
    const subscribed = links.subscribed.some((each) => each.id === id);
    return { status: 200, body: { key: await pushKey(), subscribed } };
  }

  async subscribe(request: IncomingMessage): Promise<Answer> {
    return this.#changing(request, ({ id, access }, body) => {
      if (access.watchOnly) return refuse(403, NOT_FOR_WATCHERS);
      const parsed = subscribe.safeParse(body);
      if (!parsed.success) return refuse(400, firstIssue(parsed.error));
      const { subscription, withText = false, withDone = false } = parsed.data;
      const why = subscription && whyNoSubscription(subscription);
      if (why !== undefined) return refuse(400, why);
      const { links } = this.#options;
      links.subscribe(id, subscription && { ...pushAddress(subscription), withText, withDone });
      return { status: 204 };
    });
  }

  async #changing(request: IncomingMessage, act: (visit: Visit, body: object) => Answer): Promise<Answer> {
    const judged = this.#options.gate.session(request);
    if (!judged.ok) return refuse(judged.status, judged.reason);
    const read = await this.#body(request);
    if (!read.ok) return read.answer;
    return isRecord(read.value) ? act(judged.visit, read.value) : NO_BODY;
  }

  #body(request: IncomingMessage) {
    const { limits, clock } = this.#options;
    return readBody(request, { maxBytes: limits.webBodyBytes, clock, limits });
  }

  #keep(request: IncomingMessage, cookie: string): OutgoingHttpHeaders {
    const seconds = this.#options.limits.webSessionDays * DAY_SECONDS;
    return { 'Set-Cookie': setCookie(cookie, seconds, this.#cookieOf(request)) };
  }

  #cookieOf({ headers }: IncomingMessage) {
    const { port, isEncrypted } = this.#options;
    // Behind a proxy that terminates TLS, only the page's origin shows that the connection is encrypted.
    return {
      port: port(),
      secure: isEncrypted || headers.origin?.toLowerCase().startsWith('https://') === true,
    };
  }
}

const NOT_FOR_WATCHERS = 'a link to watch changes nothing: notices are for sessions that may type';

/** Without the keys that a browser may add. */
function pushAddress({ endpoint, keys: { p256dh, auth } }: Pick<PushSubscription, 'endpoint' | 'keys'>) {
  return { endpoint, keys: { p256dh, auth } };
}

const WRONG = {
  used: 'this link was used already, and works only once: `cotty web` makes a new one',
  unknown: 'this link is wrong or has expired: `cotty web` makes a new one',
};
