/** The terminals this window has looked at — one in front and live, the others waiting until they are looked at again. */

import type { Client } from '../../client/client.ts';
import { TerminalView } from './terminal-mirror.ts';

export type ViewsOptions = {
  readonly client: Client;
  readonly scrollback: number;
  readonly me: string;
  readonly home: string | undefined;
  /** Something shown in front has changed. */
  readonly onChange: () => void;
  /** The host refused an action of this window. */
  readonly onRefused: (uri: string, reason: string, action: string) => void;
};

export class Views {
  #views = new Map<string, TerminalView>();
  #front: string | undefined;
  #options: ViewsOptions;

  constructor(options: ViewsOptions) {
    this.#options = options;
  }

  get(uri: string | undefined): TerminalView | undefined {
    return uri === undefined ? undefined : this.#views.get(uri);
  }

  /** Brings a terminal to the front; subscribes when it was never looked at, or let go while hidden. */
  async show(uri: string): Promise<void> {
    if (this.#front !== uri) this.get(this.#front)?.hide();
    this.#front = uri;
    const known = this.#views.get(uri);
    if (known !== undefined) {
      known.show();
      return;
    }
    const { client, scrollback, me, home, onRefused } = this.#options;
    const mirror = await client.subscribe(uri);
    // Asked for twice meanwhile: the first answer is as good as the second.
    if (this.#views.has(uri)) return;
    mirror.onRejected(({ origin, rejectionReason = '', action }) => {
      if (origin?.clientId === client.clientId) onRefused(uri, rejectionReason, action.type);
    });
    const onChange = () => {
      if (this.#front === uri) this.#options.onChange();
    };
    const onOverfull = () => this.drop(uri);
    const view = new TerminalView(mirror, { scrollback, me, home, onChange, onOverfull });
    if (this.#front !== uri) view.hide();
    this.#views.set(uri, view);
  }

  /** Lets go of terminals that are no longer listed. */
  keepOnly(uris: ReadonlySet<string>): void {
    for (const uri of this.#views.keys()) {
      if (!uris.has(uri)) this.drop(uri);
    }
  }

  drop(uri: string): void {
    const view = this.#views.get(uri);
    if (view === undefined) return;
    this.#views.delete(uri);
    view.close();
    void this.#options.client.unsubscribe(uri);
  }

  close(): void {
    for (const view of this.#views.values()) view.close();
    this.#views.clear();
  }
}
