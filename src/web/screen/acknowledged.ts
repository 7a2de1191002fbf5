/** Acknowledges the output that the page shows, so that a slow page is sent no more than it can show. */

import { ACK_EVERY } from '../../protocol/cotty/ack.ts';

export class Acknowledged {
  readonly #tell: (chars: number) => void;
  #untold = 0;

  constructor(tell: (chars: number) => void) {
    this.#tell = tell;
  }

  /** Must be called when so many UTF-16 units are on the screen. Little is kept back; after an update nothing is. */
  add(chars: number, isUpdate = false): void {
    this.#untold += chars;
    if (this.#untold < ACK_EVERY && !isUpdate) return;
    const told = this.#untold;
    this.#untold = 0;
    this.#tell(told);
  }

  /** Forgets what was not acknowledged: after a snapshot the host counts from 0. */
  clear(): void {
    this.#untold = 0;
  }
}
