/** Access rights of a connection: its listener sets them before the first message. */

export type Access = {
  /** Connections with the same credential belong to the same person, as far as the host can tell. */
  readonly credential: 'local' | 'token' | 'watch-token';
  /** The connection sees everything and changes nothing. */
  readonly watchOnly: boolean;
};

/** Access over the user's own Unix socket, or from within this process. */
export const localAccess: Access = { credential: 'local', watchOnly: false };
export const tokenAccess: Access = { credential: 'token', watchOnly: false };
export const watchAccess: Access = { credential: 'watch-token', watchOnly: true };

export const WATCH_ONLY = 'this connection can only watch: it was opened with the watch token';
