/** What a pty of ours prints, on its way to the host: in order, bounded, and sent again after a lost connection. */

import type { TerminalAction } from '../protocol/terminal/actions.ts';

export type SenderOptions = {
  /** The clientSeq; 0: there is no connection. */
  readonly dispatch: (action: TerminalAction) => number;
  /** Too much waits: the pty should be paused; or no longer. */
  readonly onBehind: (behind: boolean) => void;
  /** Runs once after that many milliseconds; the answer calls it off. */
  readonly after: (ms: number, run: () => void) => () => void;
};

/** UTF-16 units under way, not acknowledged: what a lost connection costs, and what keys elsewhere wait for. */
const WINDOW = 256 * 1024;
/** In one action; hosts take a mebi at most. */
const PIECE = 64 * 1024;
/** From here on the pty is paused while the host takes what waits; it goes on at a quarter. */
const BEHIND = 1024 * 1024;
/** A host that takes nothing for so long must not stop somebody's own shell. */
const PATIENCE_MS = 1000;
/** Beyond it what is printed is left out, and a line says so in its place. */
export const WAITING_LIMIT = 4 * 1024 * 1024;

/** CAN ends a torn sequence; the soft reset what the missing text may have set. */
const GAP = '\x18\x1b[!p\r\n[cotty: output was left out here, the host did not take it in time]\r\n';

export class OutputSender {
  readonly #options: SenderOptions;
  #sent: { readonly seq: number; readonly action: TerminalAction }[] = [];
  #waiting: TerminalAction[] = [];
  #sentChars = 0;
  #waitingChars = 0;
  #gap = false;
  #behind = false;
  /** Waited for in vain: nothing is paused for it until it takes something again. */
  #impatient = false;
  #cancelPatience: () => void = () => {};

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** The host has everything. */
  get idle(): boolean {
    return this.#sent.length === 0 && this.#waiting.length === 0;
  }

  write(text: string): void {
    if (this.#waitingChars + text.length > WAITING_LIMIT) this.#gap = true;
    if (this.#gap) return;
    const last = this.#waiting.at(-1);
    if (last?.type === 'terminal/output' && last.data.length + text.length <= PIECE) {
      this.#waiting[this.#waiting.length - 1] = { type: 'terminal/output', data: last.data + text };
    } else {
      for (const data of pieces(text)) this.#waiting.push({ type: 'terminal/output', data });
    }
    this.#waitingChars += text.length;
    this.#pump();
  }

  /** An action that has its place among the output: a new size, the end. */
  push(action: TerminalAction): void {
    this.#waiting.push(action);
    this.#pump();
  }

  /** The host has taken or refused that action, and so all before it. */
  acknowledge(seq: number): void {
    const open = this.#sent.findIndex((one) => one.seq > seq);
    const done = this.#sent.splice(0, open === -1 ? this.#sent.length : open);
    if (done.length === 0) return;
    for (const { action } of done) this.#sentChars -= charsOf(action);
    this.#impatient = false;
    this.#cancelPatience();
    this.#pump();
    if (this.#behind) this.#expect();
  }

  /** A new connection: what was not acknowledged by now did not arrive. */
  resend(): void {
    this.#waiting = [...this.#sent.map(({ action }) => action), ...this.#waiting];
    this.#waitingChars += this.#sentChars;
    this.#sent = [];
    this.#sentChars = 0;
    this.#pump();
  }

  close(): void {
    this.#cancelPatience();
    this.#sent = [];
    this.#waiting = [];
    this.#sentChars = 0;
    this.#waitingChars = 0;
    this.#weigh();
  }

  #pump(): void {
    while (this.#sentChars < WINDOW) {
      const [action] = this.#waiting;
      if (action === undefined) break;
      const seq = this.#options.dispatch(action);
      if (seq === 0) break;
      this.#waiting.shift();
      this.#waitingChars -= charsOf(action);
      this.#sent.push({ seq, action });
      this.#sentChars += charsOf(action);
    }
    this.#closeGap();
    this.#weigh();
  }

  #closeGap(): void {
    if (!this.#gap || this.#waitingChars > WAITING_LIMIT / 2) return;
    this.#gap = false;
    this.write(GAP);
  }

  #weigh(): void {
    const behind = this.#behind ? this.#waitingChars > BEHIND / 4 : this.#waitingChars > BEHIND;
    const pauses = behind && !this.#impatient;
    if (pauses === this.#behind) return;
    this.#behind = pauses;
    this.#cancelPatience();
    if (pauses) this.#expect();
    this.#options.onBehind(pauses);
  }

  #expect(): void {
    this.#cancelPatience = this.#options.after(PATIENCE_MS, () => {
      this.#impatient = true;
      this.#weigh();
    });
  }
}

function charsOf(action: TerminalAction): number {
  return action.type === 'terminal/output' ? action.data.length : 0;
}

/** Cut between characters: half of one is refused by strict hosts. */
function* pieces(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + PIECE);
    const last = text.charCodeAt(to - 1);
    if (to < text.length && last >= 0xd800 && last <= 0xdbff) to -= 1;
    yield text.slice(from, to);
    from = to;
  }
}
