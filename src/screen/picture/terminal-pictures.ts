/** The pictures of one terminal that its host keeps. Limit: 8 MiB; beyond it the oldest goes, and is a box in later windows. */
import { holdPicture, keepPictures, PICTURE_LIMIT, pictureCost, releasePicture } from './picture-table.ts';

const LIMIT = PICTURE_LIMIT;

export class TerminalPictures {
  readonly #costs = new Map<string, number>();
  #cost = 0;

  constructor() {
    keepPictures(true, 'host');
  }

  /** Must be called with each picture that the table has kept for this terminal. */
  add(key: string, bytes: Buffer): void {
    const known = this.#costs.get(key);
    const cost = pictureCost(bytes);
    // What was shown last goes last.
    this.#costs.delete(key);
    this.#costs.set(key, cost);
    if (known !== undefined) return;
    this.#cost += cost;
    holdPicture(key);
    for (const oldest of this.#costs.keys()) {
      if (this.#cost <= LIMIT || this.#costs.size === 1) break;
      this.#drop(oldest);
    }
  }

  has(key: string): boolean {
    return this.#costs.has(key);
  }

  close(): void {
    for (const key of [...this.#costs.keys()]) this.#drop(key);
  }

  #drop(key: string): void {
    this.#cost -= this.#costs.get(key) ?? 0;
    this.#costs.delete(key);
    releasePicture(key);
  }
}
