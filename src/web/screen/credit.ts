/** Tells the host how much output the page has taken, so that a slow page is sent no more than it can show. */

import { CREDIT } from '../../protocol/cotty/credit.ts';

export class TakenOutput {
  readonly #tell: (chars: number) => void;
  #untold = 0;

  constructor(tell: (chars: number) => void) {
    this.#tell = tell;
  }

  /** Must be called when so many UTF-16 units are on the screen. Little is kept back; after a preview nothing is. */
  add(chars: number, isPreview = false): void {
    this.#untold += chars;
    if (this.#untold < CREDIT && !isPreview) return;
    const told = this.#untold;
    this.#untold = 0;
    this.#tell(told);
  }

  /** Forgets what was not told: after a snapshot the host counts anew. */
  clear(): void {
    this.#untold = 0;
  }
}
