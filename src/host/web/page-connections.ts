/** The WebSockets of each session, so that they end with it. */

import type { Transport } from '../../rpc/transport.ts';
import { type HostClose, signedOut } from '../ground/host-close.ts';

export class PageConnections {
  readonly #open = new Map<string, Set<Transport>>();

  /** `onClose` is called when it has ended, for whatever reason. */
  add(session: string, transport: Transport, onClose: () => void): void {
    const open = this.#open.get(session) ?? new Set();
    this.#open.set(session, open.add(transport));
    transport.onClose(() => {
      open.delete(transport);
      if (open.size === 0 && this.#open.get(session) === open) this.#open.delete(session);
      onClose();
    });
  }

  count(session: string): number {
    return this.#open.get(session)?.size ?? 0;
  }

  get size(): number {
    return [...this.#open.values()].reduce((sum, { size }) => sum + size, 0);
  }

  end(session: string, { code, reason }: HostClose = signedOut): void {
    for (const transport of [...(this.#open.get(session) ?? [])]) transport.close(code, reason);
  }
}
