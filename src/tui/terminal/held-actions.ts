/**
 * The actions of a hidden tab that are held until it is shown. Programs may print single characters, so the data of consecutive
 * actions is joined. Both characters and actions are limited.
 */

import { type Action, dataIn, type UnknownAction } from '../../protocol/envelope.ts';
import { charsToAck } from '../../protocol/validate/read-redrawn.ts';

/** Limit of held output, in UTF-16 units. */
const MOST_CHARS = 512 * 1024;
/** Limit of held actions; joined ones count as one. */
const MOST_ACTIONS = 4096;
/** Pieces that are joined at once: joining each alone would copy all before it. */
const PIECES = 256;
/** UTF-16 units of an action beyond which nothing is joined to it. */
const JOINED = 64 * 1024;

export class HeldActions {
  #actions: (Action | UnknownAction)[] = [];
  #pieces: string[] = [];
  #chars = 0;

  get isEmpty(): boolean {
    return this.#actions.length === 0 && this.#pieces.length === 0;
  }

  /** Whether a limit is exceeded: then a new snapshot costs less than to apply the actions. */
  get isOverfull(): boolean {
    return this.#chars > MOST_CHARS || this.#actions.length > MOST_ACTIONS;
  }

  add(action: Action | UnknownAction): void {
    const printed = dataIn(action);
    if (printed === undefined || printed._meta !== undefined) {
      this.#join();
      this.#actions.push(action);
      this.#chars += printed === undefined ? 0 : charsToAck(printed);
      return;
    }
    this.#pieces.push(printed.data);
    this.#chars += printed.data.length;
    if (this.#pieces.length >= PIECES) this.#join();
  }

  /** Returns the held actions in order, and drops them. */
  take(): readonly (Action | UnknownAction)[] {
    this.#join();
    const actions = this.#actions;
    this.#actions = [];
    this.#chars = 0;
    return actions;
  }

  #join(): void {
    if (this.#pieces.length === 0) return;
    const last = this.#actions.at(-1);
    const before = last === undefined ? undefined : dataIn(last);
    const joins = before !== undefined && before._meta === undefined && before.data.length < JOINED;
    // Joined at once: a chain of concatenations would keep each piece as an object.
    const data = [...(joins ? [before.data] : []), ...this.#pieces].join('');
    this.#pieces = [];
    if (joins) this.#actions.pop();
    this.#actions.push({ type: 'terminal/data', data });
  }
}
