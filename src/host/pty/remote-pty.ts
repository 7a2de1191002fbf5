/** A pty that runs at a client, its owner: the owner sends its output, and input never passes through the host. */

import type { OwnerMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { ActionOrigin } from '../../protocol/envelope.ts';
import type { ModesAnswer } from './modes/tty-modes.ts';
import type { Pty, PtyExit } from './pty-port.ts';

/** Limit in bytes of the output held while paused. An output beyond it is refused whole, never shortened. */
const MAX_HELD = 4 * 1024 * 1024;

type Held = { readonly bytes: number; readonly pass: () => void };

export class RemotePty implements Pty {
  /** Always undefined: a process id of another machine means nothing here. */
  readonly pid = undefined;
  /** Always 0: the owner types into its own pty, and other clients cannot type. */
  readonly room = 0;
  /** The `clientId` of the client that runs the pty. Never changes, unlike the claim. */
  readonly owner: string;
  #data: (text: string, origin?: ActionOrigin) => void = () => {};
  #exited: (exit: PtyExit, origin?: ActionOrigin) => void = () => {};
  #held: Held[] = [];
  #heldBytes = 0;
  #paused = false;
  #received: number | undefined;

  constructor(owner: string) {
    this.owner = owner;
  }

  /** The last output received from the owner: after a lost connection the owner sends all later output again. */
  get meta(): OwnerMeta {
    return this.#received === undefined ? {} : { received: this.#received };
  }

  onData(listener: (text: string, origin?: ActionOrigin) => void): void {
    this.#data = listener;
  }

  onExit(listener: (exit: PtyExit, origin?: ActionOrigin) => void): void {
    this.#exited = listener;
  }

  /** Whether this output fits into the limit now. */
  hasRoomFor(text: string): boolean {
    return !this.#paused || Buffer.byteLength(text) <= MAX_HELD - this.#heldBytes;
  }

  /** Takes output of the owner, for which `hasRoomFor` has returned true. */
  print(text: string, origin: ActionOrigin): void {
    this.#received = origin.clientSeq;
    // A lone surrogate would reach viewers as text that strict decoders refuse.
    const whole = text.replace(/\p{Surrogate}/gu, '\ufffd');
    this.#pass(Buffer.byteLength(text), () => this.#data(whole, origin));
  }

  /** Takes the exit from the owner, after its last output. */
  exit(code: number | undefined, origin: ActionOrigin): void {
    this.#pass(0, () => this.#exited({ code }, origin));
  }

  /** Passes on all held output even while paused: a snapshot that contains `meta` must contain that output, too. */
  settle(): void {
    const held = this.#held;
    this.#held = [];
    this.#heldBytes = 0;
    for (const { pass } of held) pass();
  }

  write(): boolean {
    return false;
  }

  /** Always false: the owner's terminal answers. */
  readonly takesReplies = false;

  reply(): void {}

  forgetReplies(): void {}

  /** Does nothing: the owner has resized its own pty already. */
  resize(): void {}

  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
    this.settle();
  }

  /** Drops held output. The processes belong to the owner, which learns of the end as every viewer does. */
  async end(): Promise<void> {
    this.#held = [];
    this.#data = () => {};
    this.#exited = () => {};
  }

  askModes(answer: ModesAnswer): void {
    answer(undefined);
  }

  #pass(bytes: number, pass: () => void): void {
    if (!this.#paused) {
      pass();
      return;
    }
    this.#held.push({ bytes, pass });
    this.#heldBytes += bytes;
  }
}
