/** Keeps at the host where the person is in this window, for their next one; of several windows the one that changed last counts. */

import type { Client } from '../../client/client.ts';
import type { Model } from '../model/model.ts';
import { PLACE_NOTE, writePlace } from '../model/place-note.ts';

/** Time after a change within which the host is told (ms): of a window that is killed, no more than that is lost. */
const KEEP_MS = 300;
/** Longest wait for the host when the window closes (ms). */
const LEAVE_MS = 500;

export type KeptPlaceOptions = {
  readonly client: Client;
  readonly model: () => Model;
  /** What the host has, as it was read when the window began. */
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

  /** Must be called after each frame. A window in which nobody moves has no timer. */
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

  /** Resolves when the host knows the last place, or does not say so in time. */
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
    // Without a tab in front the window is about to end, and while the host is away it cannot be told.
    if (text === '' || text === this.#kept || model.connection !== 'ready') return;
    this.#kept = text;
    // A host that keeps no notes forgets it with the window.
    await this.#options.client.cotty.note(PLACE_NOTE, text).catch(() => {});
  }
}
