/** Which terminals agents ask for: each until its claim changes, or the agent leaves. */

import type { Terminal } from '../terminal/terminal.ts';

export class ControlRequests {
  readonly #find: (uri: string) => Terminal | undefined;
  /** Of terminals that were asked for; those that no longer are go at the next look. */
  #asked: ReadonlySet<string> = new Set();

  constructor(find: (uri: string) => Terminal | undefined) {
    this.#find = find;
  }

  ask(terminal: Terminal, writer: string): void {
    terminal.status.asked(writer);
    this.#keep([...this.#asked, terminal.uri]);
  }

  left(writer: string | undefined): void {
    if (writer === undefined) return;
    for (const uri of this.#asked) {
      const facts = this.#find(uri)?.status;
      if (facts?.askedBy === writer) facts.asked(undefined);
    }
    this.#keep([...this.#asked]);
  }

  #keep(uris: readonly string[]): void {
    this.#asked = new Set(uris.filter((uri) => this.#find(uri)?.status.askedBy !== undefined));
  }
}
