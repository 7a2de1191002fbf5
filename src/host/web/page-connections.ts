/** Open WebSockets and HTTP requests of each web session, so that all of them end with the session. */

import type { ServerResponse } from 'node:http';
import type { Transport } from '../../rpc/transport.ts';
import { type HostClose, signedOut } from '../common/host-close.ts';

/** A connection of a session. `close` must stop all sending at once. */
type Opened = Pick<Transport, 'close'> & { readonly onClose: (listener: () => void) => void };

export class PageConnections {
  readonly #open = new Map<string, Set<Opened>>();

  /** `onClose` is called when the connection has ended, for whatever reason. */
  add(session: string, opened: Opened, onClose: () => void): void {
    const open = this.#open.get(session) ?? new Set();
    this.#open.set(session, open.add(opened));
    opened.onClose(() => {
      open.delete(opened);
      if (open.size === 0 && this.#open.get(session) === open) this.#open.delete(session);
      onClose();
    });
  }

  /** Adds an HTTP request by its response: a stream of output stays open for as long as its reader likes. */
  addResponse(session: string, response: ServerResponse, onClose: () => void): void {
    const opened = {
      onClose: (listener: () => void) => void response.once('close', listener),
      close: () => void response.destroy(),
    };
    this.add(session, opened, onClose);
  }

  count(session: string): number {
    return this.#open.get(session)?.size ?? 0;
  }

  get size(): number {
    return [...this.#open.values()].reduce((sum, { size }) => sum + size, 0);
  }

  end(session: string, { code, reason }: HostClose = signedOut): void {
    for (const opened of [...(this.#open.get(session) ?? [])]) opened.close(code, reason);
  }
}
