/**
 * The web listener of a host, as its own user's programs administer it: it is opened on request and entered by links that work
 * once. The requests come over the own user's Unix socket only, and from no agent; `webLinks` and `webRevoke` from the user's
 * browsers as well.
 */

import {
  answer,
  answers,
  cwd,
  flag,
  int,
  list,
  loose,
  number,
  oneOf,
  onRoot,
  optional,
  orElse,
  type Read,
  string,
  text,
  textLike,
} from '../fields/parts.ts';

/** Limit: UTF-16 units of a host's name (DNS allows 253). */
const MAX_HOST = 253;
const MAX_HOSTS = 64;
/** Limit: UTF-16 units of a secret; ours have 43. */
export const MAX_SECRET = 256;

/** The rights that a link gives: all of the person's, or only to watch. */
const access = oneOf(['full', 'watch']);
export type WebAccess = Read<typeof access>;

const host = textLike(MAX_HOST, /^[\w.:%-]+$/, 'not the name or address of a host');
const listen = loose({ host, port: int(0, 65_535) });
export type WebListen = Read<typeof listen>;

const openParams = loose({
  ...onRoot,
  /** Without it the listener is at the usual port of this machine alone, or at the next one that is free. */
  listen: optional(listen),
  /** Paths of the certificate and of its key, as PEM; the host reads them whenever it opens the listener. */
  tls: optional(loose({ cert: cwd, key: cwd })),
  /** Whether the host encrypts with a certificate of its own, without `tls`. */
  ownTls: optional(flag),
  /** Names by which browsers may call this machine, beside its address. */
  allowHosts: optional(list(host, MAX_HOSTS)),
});
export type WebOpenParams = Read<typeof openParams>;

const count = orElse(number(), 0);
const status = answer({
  open: flag,
  /** Its address, as `http://` or `https://`, with the actual port. Only if the server runs. */
  address: optional(string),
  allowHosts: optional(answers(string)),
  /** SHA-256 fingerprint of the certificate, where the host has made it itself. */
  fingerprint: optional(string),
  /** Whether other machines can reach it. */
  beyondLoopback: optional(flag),
  /** Why an open listener does not listen yet: it is tried again each second. */
  waits: optional(string),
  /** Why there is no page to be served, where the installation lacks it. */
  noPage: optional(string),
  /** Links that wait, sessions made of links, and connections of these now. */
  links: count,
  sessions: count,
  connections: count,
});
export type WebStatus = Read<typeof status>;

/** A link, and from its use on the session of the browser that used it; both have one id. */
const link = answer({
  id: string,
  access,
  /** Unix milliseconds, as all times here. */
  made: number(),
  /** When the link ends unused, or the session when it is not seen again. */
  expires: number(),
  /** When the link was used; absent while it waits. */
  used: optional(number()),
  lastSeen: optional(number()),
  /** IP address that the session was last seen from. */
  from: optional(string),
  /** The name of the browser, from its User-Agent. */
  browser: optional(string),
  /** Open connections of the session. */
  connections: count,
});
export type WebLink = Read<typeof link>;

const newLink = answer({
  id: string,
  /** The secret in the fragment of the link. It is returned only here. */
  secret: string,
  expires: number(),
});
export type NewWebLink = Read<typeof newLink>;

export const webRequests = {
  /** Opens the listener. One that is open already stays as it is; it is refused when it is open elsewhere. */
  'x-cotty/webOpen': { params: openParams, result: status },
  'x-cotty/webStatus': { params: loose(onRoot), result: status },
  /** Makes a link. */
  'x-cotty/webLink': { params: loose({ ...onRoot, access }), result: newLink },
  'x-cotty/webLinks': { params: loose(onRoot), result: answer({ links: answers(link) }) },
  /** Ends a link or the session made of it with its connections; all of them without an id. */
  'x-cotty/webRevoke': {
    params: loose({ ...onRoot, id: optional(text(MAX_SECRET, 1)) }),
    result: answer({ revoked: answers(string) }),
  },
  /** Closes the listener. Sessions stay, for the case that it is opened again. */
  'x-cotty/webClose': { params: loose(onRoot), result: answer({ wasOpen: orElse(flag, true) }) },
} as const;
