/** A pty that runs at a client: what its owner sends is what it prints, and nobody types into it from here. */

import type { OwnerMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { ActionOrigin } from '../../protocol/envelope.ts';
import type { Pty, PtyExit } from './pty-port.ts';

/** In bytes, of what comes while nothing may be passed on. More is refused whole, never shortened. */
const MAX_HELD = 4 * 1024 * 1024;

type Held = { readonly bytes: number; readonly pass: () => void };

export class RemotePty implements Pty {
  /** Of a process on another machine a number would say nothing. */
  readonly pid = undefined;
  /** What is typed goes to the owner's own pty. */
  readonly room = 0;
  /** The `clientId` of the client that made it; for life, whatever becomes of claims. */
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

  /** How far its owner got: all later output it has to send again after a lost connection. */
  get meta(): OwnerMeta {
    return this.#received === undefined ? {} : { received: this.#received };
  }

  onData(listener: (text: string, origin?: ActionOrigin) => void): void {
    this.#data = listener;
  }

  onExit(listener: (exit: PtyExit, origin?: ActionOrigin) => void): void {
    this.#exited = listener;
  }

  /** Whether an output of that text can be taken now. */
  takes(text: string): boolean {
    return !this.#paused || Buffer.byteLength(text) <= MAX_HELD - this.#heldBytes;
  }

  /** From its owner; what `takes` said no to must not come here. */
  print(text: string, origin: ActionOrigin): void {
    this.#received = origin.clientSeq;
    // Half a character would reach viewers as text that strict decoders refuse.
    const whole = text.replace(/\p{Surrogate}/gu, '\ufffd');
    this.#pass(Buffer.byteLength(text), () => this.#data(whole, origin));
  }

  /** From its owner, after its last output. */
  exit(code: number | undefined, origin: ActionOrigin): void {
    this.#pass(0, () => this.#exited({ code }, origin));
  }

  /** Passes on what is held, though it may be paused: a state that tells how far the owner got must have it all. */
  settle(): void {
    const held = this.#held;
    this.#held = [];
    this.#heldBytes = 0;
    for (const { pass } of held) pass();
  }

  write(): boolean {
    return false;
  }

  /** The owner told its own pty already. */
  resize(): void {}

  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
    this.settle();
  }

  /** Its processes are not ours to end: the owner hears that the terminal is over, as every viewer does. */
  async end(): Promise<void> {
    this.#held = [];
    this.#data = () => {};
    this.#exited = () => {};
  }

  async echoOff(): Promise<boolean | undefined> {
    return undefined;
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
