/** What this page has seen of each terminal: signs that come later are news. */

import { signal } from '@preact/signals';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { type Seen, seenNow } from './terminal-rows.ts';

export class SeenSigns {
  readonly #seen = signal<ReadonlyMap<string, Seen>>(new Map());

  readonly of = (uri: string): Seen | undefined => this.#seen.value.get(uri);

  /** Must be called at each change of the list. Signs of the terminal in sight are no news, nor those of one that is new here. */
  note(terminals: readonly TerminalInfo[], inSight: string | undefined): void {
    const before = this.#seen.peek();
    const entries = terminals.map((info) => {
      const known = info.resource === inSight ? undefined : before.get(info.resource);
      return [info.resource, known ?? seenNow(info)] as const;
    });
    this.#seen.value = new Map(entries);
  }
}
