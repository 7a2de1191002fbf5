/** Subscriptions to terminals, shared by their users: the first one subscribes, the last one unsubscribes. */

import type { Client, TerminalMirror } from '../../client/client.ts';

export type WatchedTerminal = { readonly mirror: TerminalMirror; readonly close: () => void };

export class WatchedTerminals {
  readonly #client: Client;
  readonly #counts = new Map<string, number>();

  constructor(client: Client) {
    this.#client = client;
  }

  /** Opens a mirror of the terminal. Rejects if the host has no such terminal. */
  async open(uri: string): Promise<WatchedTerminal> {
    this.#counts.set(uri, (this.#counts.get(uri) ?? 0) + 1);
    let open = true;
    const close = (): void => {
      if (!open) return;
      open = false;
      this.#leave(uri);
    };
    try {
      return { mirror: await this.#client.subscribe(uri), close };
    } catch (error) {
      close();
      throw error;
    }
  }

  #leave(uri: string): void {
    const left = (this.#counts.get(uri) ?? 1) - 1;
    if (left > 0) {
      this.#counts.set(uri, left);
      return;
    }
    this.#counts.delete(uri);
    void this.#client.unsubscribe(uri);
  }
}
