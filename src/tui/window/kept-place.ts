/**
 * Stores at the host what this window shows, for the user's next window; of several windows, the one that changed last
 * counts.
 */

import type { Client } from '../../client/client.ts';
import type { Model } from '../model/model.ts';
import { PLACE_NOTE, writePlace } from '../model/place-note.ts';

/** Delay after a change until it is sent to the host (ms): a window that is killed loses no more than that. */
const KEEP_MS = 300;
/** Longest wait for the host when the window closes (ms). */
const LEAVE_MS = 500;

export type KeptPlaceOptions = {
  readonly client: Client;
  readonly model: () => Model;
  /** The text that the host had when the window began. */
  readonly kept: string;
};

export class KeptPlace {
  readonly #options: KeptPlaceOptions;
  #kept: string;
  #seen: Pick<Model, 'active' | 'views'> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: KeptPlaceOptions) {
    this.#options = options;
    this.#kept = options.kept;
  }

  /** Must be called after each frame. There is no timer while nothing has changed. */
  look(): void {
    const { active, views } = this.#options.model();
    const seen = this.#seen;
    if (this.#timer !== undefined || (seen !== undefined && seen.active === active && seen.views === views))
      return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#keep();
    }, KEEP_MS);
  }

  /** Resolves when the host has stored the last place, or has not answered in time. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, LEAVE_MS);
    });
    await Promise.race([this.#keep(), late]);
    clearTimeout(timer);
  }

  async #keep(): Promise<void> {
    const model = this.#options.model();
    this.#seen = model;
    const text = writePlace(model);
    // Without a tab in front the window is about to end; while the host is away nothing can be sent.
    if (text === '' || text === this.#kept || model.connection !== 'ready') return;
    this.#kept = text;
    // A host that stores no notes refuses; then the next window starts afresh.
    await this.#options.client.cotty.note(PLACE_NOTE, text).catch(() => {});
  }
}
