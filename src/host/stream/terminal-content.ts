/** The content of one terminal on its way into the store: joined, kept in order with all other actions, trimmed. */

import type { ActionEnvelope, ActionOrigin } from '../../protocol/envelope.ts';
import type { TerminalAction } from '../../protocol/terminal/actions.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';
import type { Clock } from '../ground/clock.ts';
import { type ContentTail, noteTail, wholeTail } from './content-tail.ts';
import { OutputBatch } from './output-batch.ts';
import type { Store } from './store.ts';

/** Trimming looks at all parts: not after each piece of output. In UTF-16 units. */
const TRIM_EVERY = 16 * 1024;

export class TerminalContent {
  readonly #uri: string;
  readonly #store: Store;
  readonly #batch: OutputBatch;
  #tail: ContentTail = wholeTail;
  #untrimmed = 0;
  /** Of the output that is being taken in, and whether anything was said of it yet. */
  #cause: { readonly origin: ActionOrigin; told: boolean } | undefined;

  constructor(uri: string, store: Store, clock: Clock) {
    this.#uri = uri;
    this.#store = store;
    this.#batch = new OutputBatch((data) => this.#emit(data), clock);
  }

  get state(): TerminalState {
    const state = this.#store.terminal(this.#uri);
    if (state === undefined) throw new Error(`no state of ${this.#uri}`);
    return state;
  }

  get tail(): ContentTail {
    return this.#tail;
  }

  set joinMs(ms: number) {
    this.#batch.joinMs = ms;
  }

  add(text: string): void {
    this.#batch.add(text);
  }

  /** Everything is sent, and no more is kept than may be. */
  flush(): void {
    this.#batch.flush();
    this.#trim();
  }

  /**
   * What `run` brings is of that origin: by it the client that runs the pty knows its own output again, and that it
   * arrived. An output of which nothing is left to show (marks, queries, half a sequence) is acknowledged as empty.
   */
  from(origin: ActionOrigin, run: () => void): void {
    this.#batch.flush();
    const cause = { origin, told: false };
    this.#cause = cause;
    try {
      run();
      this.#batch.flush();
      if (!cause.told) this.#apply({ type: 'terminal/output', data: '' });
    } finally {
      this.#cause = undefined;
    }
  }

  /** Output from before stays before it; a clearing takes it along. */
  apply(action: TerminalAction, origin?: ActionOrigin): ActionEnvelope {
    if (action.type === 'terminal/cleared') this.#batch.drop();
    else this.#batch.flush();
    return this.#apply(action, origin);
  }

  #emit(data: string): void {
    this.#apply({ type: 'terminal/data', data });
    this.#untrimmed += data.length;
    if (this.#untrimmed >= TRIM_EVERY) this.#trim();
  }

  #trim(): void {
    if (this.#untrimmed === 0) return;
    this.#untrimmed = 0;
    if (this.#store.trim(this.#uri)) this.#tail = { ...this.#tail, cut: true };
  }

  #apply(action: TerminalAction, origin = this.#cause?.origin): ActionEnvelope {
    if (this.#cause !== undefined) this.#cause.told = true;
    const before = this.state;
    const envelope = this.#store.apply(this.#uri, action, origin);
    this.#tail = noteTail(this.#tail, before, this.state, action);
    return envelope;
  }
}
