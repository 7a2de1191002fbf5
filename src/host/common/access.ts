/** Access rights of a connection: its listener sets them before the first message. */

export type Access = {
  /** Connections with the same credential belong to the same person, as far as the host can tell. */
  readonly credential: 'local' | 'token' | 'watch-token';
  /** The connection sees everything and changes nothing. */
  readonly watchOnly: boolean;
  /** Whether it comes over the own user's Unix socket, or from within this process: only there the host itself is steered. */
  readonly atSocket: boolean;
  /** The writer for whom the connection acts, whatever the client says; if absent, the client's own. */
  readonly writer?: string;
};

/** Access over the user's own Unix socket, or from within this process. */
export const localAccess: Access = { credential: 'local', watchOnly: false, atSocket: true };
export const tokenAccess: Access = { credential: 'token', watchOnly: false, atSocket: false };
export const watchAccess: Access = { credential: 'watch-token', watchOnly: true, atSocket: false };

/**
 * Access of a page of the web server. Its link was made over the Unix socket, so whoever used it counts as the user of the host:
 * the same person as in that user's windows.
 */
export function pageAccess(writer: string, watchOnly: boolean): Access {
  return watchOnly ? { ...watchAccess, writer } : { ...localAccess, atSocket: false, writer };
}

export const WATCH_ONLY = 'this connection can only watch: its token or link allows nothing else';
