/** With what right a connection came: settled at its door, before its first message. */

export type Access = {
  /** Who has the same one is the same person, as far as the host can tell. */
  readonly credential: 'local' | 'token' | 'watch-token';
  /** It sees everything and changes nothing. */
  readonly watchOnly: boolean;
};

/** Over the user's own socket, or from within this process. */
export const localAccess: Access = { credential: 'local', watchOnly: false };
export const tokenAccess: Access = { credential: 'token', watchOnly: false };
export const watchAccess: Access = { credential: 'watch-token', watchOnly: true };

export const WATCH_ONLY = 'this connection came with a token that only allows to watch';
