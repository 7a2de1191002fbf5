/** Asks the host for the last line of each folded terminal in a stack: at most once a second, while something runs there. */

import type { Client } from '../../client/client.ts';
import { isUnknownMethod } from '../../protocol/common/error-codes.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { Message } from '../model/message.ts';
import type { Model } from '../model/model.ts';
import { foldedUris } from '../model/panes/pane-layout.ts';

/** Least time between two requests (ms). */
const EVERY_MS = 1_000;

export type LastLinesOptions = {
  readonly client: Client;
  readonly model: () => Model;
  readonly notify: (message: Message) => void;
};

export class LastLines {
  readonly #options: LastLinesOptions;
  /** Time of each terminal's last activity when its lines were read: an idle one is not read again. */
  readonly #asked = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;
  #isOff = false;

  constructor(options: LastLinesOptions) {
    this.#options = options;
  }

  /** Must be called after each frame. Without a visible stack there are neither requests nor a timer. */
  look(): void {
    if (this.#timer !== undefined || this.#isOff) return;
    const uris = this.#wanted();
    if (uris.length === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.look();
    }, EVERY_MS);
    void this.#ask(uris);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#isOff = true;
  }

  #wanted(): readonly string[] {
    const model = this.#options.model();
    const folded = foldedUris(model);
    for (const uri of this.#asked.keys()) if (!folded.includes(uri)) this.#asked.delete(uri);
    return folded.filter((uri) => {
      const state = stateOf(model, uri);
      const isNew = state === RUNNING || this.#asked.get(uri) !== state;
      this.#asked.set(uri, state);
      return isNew;
    });
  }

  async #ask(uris: readonly string[]): Promise<void> {
    const { client, notify } = this.#options;
    try {
      const lines = await client.cotty.lastLines(uris);
      if (this.#isOff) return;
      notify({
        kind: 'lastLines',
        lines: Object.fromEntries(uris.map((uri, index) => [uri, lines[index] ?? ''])),
      });
    } catch (error) {
      // An older host has no such request and is not asked again; one that is away is.
      if (isUnknownMethod(error)) this.#isOff = true;
      for (const uri of uris) this.#asked.delete(uri);
    }
  }
}

const RUNNING = 'running';

function stateOf(model: Model, uri: string): string {
  const tab = model.tabs.find(({ resource }) => resource === uri);
  const { running, last } = cottyMeta<TerminalMeta>(tab?._meta);
  return running === undefined ? `rests since ${last?.finishedAt ?? 0}` : RUNNING;
}
