/** Terminals whose control agents have asked for: each request stands until the claim changes or the agent leaves. */

import type { Terminal } from '../terminal/terminal.ts';
import type { Terminals } from '../terminal/terminals.ts';

export class ControlRequests {
  readonly #terminals: Pick<Terminals, 'find'>;
  /** URIs of terminals that were asked for. Those that no longer are, are dropped at the next change. */
  #asked: ReadonlySet<string> = new Set();

  constructor(terminals: Pick<Terminals, 'find'>) {
    this.#terminals = terminals;
  }

  add(terminal: Terminal, writer: string): void {
    terminal.status.asked(writer);
    this.#keep([...this.#asked, terminal.uri]);
  }

  /** Withdraws all requests of a writer. */
  withdraw(writer: string | undefined): void {
    if (writer === undefined) return;
    for (const uri of this.#asked) {
      const status = this.#terminals.find(uri)?.status;
      if (status?.askedBy === writer) status.asked(undefined);
    }
    this.#keep([...this.#asked]);
  }

  #keep(uris: readonly string[]): void {
    this.#asked = new Set(uris.filter((uri) => this.#terminals.find(uri)?.status.askedBy !== undefined));
  }
}
