/** Typed calls of the requests that steer the web door of this user's own host. */

import { ROOT_URI } from '../protocol/common/uri.ts';
import type {
  NewWebLink,
  WebAccess,
  WebLink,
  WebOpenParams,
  WebRequests,
  WebStatus,
} from '../protocol/cotty/web.ts';
import { parseRevoked, parseWebLink, parseWebLinks, parseWebStatus } from '../protocol/validate/read-web.ts';

type Ask = <M extends keyof WebRequests>(method: M, params: WebRequests[M]['params']) => Promise<unknown>;

export class WebCalls {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  async open(params: Omit<WebOpenParams, 'channel' | '_meta'>): Promise<WebStatus> {
    return parseWebStatus(await this.#ask('x-cotty/webOpen', { channel: ROOT_URI, ...params }));
  }

  async status(): Promise<WebStatus> {
    return parseWebStatus(await this.#ask('x-cotty/webStatus', { channel: ROOT_URI }));
  }

  async link(access: WebAccess): Promise<NewWebLink> {
    return parseWebLink(await this.#ask('x-cotty/webLink', { channel: ROOT_URI, access }));
  }

  async links(): Promise<readonly WebLink[]> {
    return parseWebLinks(await this.#ask('x-cotty/webLinks', { channel: ROOT_URI }));
  }

  /** Ends one, or all without an id. Returns the ids of those that were ended; rejects when there is none of that id. */
  async revoke(id?: string): Promise<readonly string[]> {
    const asked = { channel: ROOT_URI, ...(id === undefined ? {} : { id }) };
    return parseRevoked(await this.#ask('x-cotty/webRevoke', asked));
  }

  async close(): Promise<void> {
    await this.#ask('x-cotty/webClose', { channel: ROOT_URI });
  }
}
