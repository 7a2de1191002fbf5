/** WebSocket close codes that client and host share; 4000–4999 are for applications. */

/** Another connection came with the same clientId; a reconnect would close that one in turn. */
export const TAKEN_OVER = 4009;

/** The session of a web page has ended, by revoking or signing out: the page needs a new link. */
export const SIGNED_OUT = 4012;
