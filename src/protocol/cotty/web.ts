/** The web door of a host as its own user's programs steer it: opened on request, entered by links that work once. */

import type { Meta } from '../common/meta.ts';

type OnRoot = { readonly channel: string; readonly _meta?: Meta };

/** The port at which the web door is opened when none is asked for, if it is free. */
export const USUAL_WEB_PORT = 7070;

/** What a link leads to: everything, or only looking. */
export type WebAccess = 'full' | 'watch';

export type WebListen = { readonly host: string; readonly port: number };

export type WebOpenParams = OnRoot & {
  /** Without it the door is at the usual port of this machine alone, or at the next one that is free. */
  readonly listen?: WebListen;
  /** Paths of the certificate and of its key, as PEM; the host reads them whenever it opens the door. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Names by which browsers may call this machine, beside its address. */
  readonly allowHosts?: readonly string[];
};

export type WebStatus = {
  readonly open: boolean;
  /** Where the door is, as `http://` or `https://`, with the actual port. Only of an open door. */
  readonly address?: string;
  readonly allowHosts?: readonly string[];
  /** Whether other machines can reach it. */
  readonly beyondLoopback?: boolean;
  /** Why an open door does not listen yet: it is tried again each second. */
  readonly waits?: string;
  /** Why there is no page to be served, where the installation lacks it. */
  readonly noPage?: string;
  /** Links that wait, sessions made of links, and connections of these now. */
  readonly links: number;
  readonly sessions: number;
  readonly connections: number;
};

/** A link, and from its use on the session of the browser that used it; both have one id. */
export type WebLink = {
  readonly id: string;
  readonly access: WebAccess;
  /** Unix milliseconds, as all times here. */
  readonly made: number;
  /** When the link ends unused, or the session when it is not seen again. */
  readonly expires: number;
  /** When the link was used; absent while it waits. */
  readonly used?: number;
  readonly lastSeen?: number;
  /** IP address that the session was last seen from. */
  readonly from?: string;
  /** The browser by name, as it has told it. */
  readonly browser?: string;
  /** Open connections of the session. */
  readonly connections: number;
};

export type NewWebLink = {
  readonly id: string;
  /** The secret that the link carries in its fragment. It is told this once. */
  readonly secret: string;
  readonly expires: number;
};

/** These come over the own user's Unix socket only, and from no agent; `webLinks` and `webRevoke` from the user's browsers as well. */
export type WebRequests = {
  /** Opens the door. One that is open already stays as it is; it is refused when it is open elsewhere. */
  'x-cotty/webOpen': { params: WebOpenParams; result: WebStatus };
  'x-cotty/webStatus': { params: OnRoot; result: WebStatus };
  /** Makes a link. */
  'x-cotty/webLink': { params: OnRoot & { readonly access: WebAccess }; result: NewWebLink };
  'x-cotty/webLinks': { params: OnRoot; result: { readonly links: readonly WebLink[] } };
  /** Ends a link or the session made of it with its connections; all of them without an id. */
  'x-cotty/webRevoke': {
    params: OnRoot & { readonly id?: string };
    result: { readonly revoked: readonly string[] };
  };
  /** Closes the door. Sessions stay, for the case that it is opened again. */
  'x-cotty/webClose': { params: OnRoot; result: { readonly wasOpen: boolean } };
};
