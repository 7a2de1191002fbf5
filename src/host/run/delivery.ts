/**
 * Delivers a command to a shell with our integration. The text is written to a private file, and a key that our scripts have
 * bound makes the shell's line editor read it from there. The text is never read as keys, so the state of the editor, quoting and
 * length do not matter. The other half is in the shell's scripts (`shell/scripts/delivery.bash`).
 *
 * An inner shell on another machine or of another user cannot read our files. There, the key makes it read its terminal. It
 * reports that it reads, and only then the text is sent over the terminal (`payload.ts`).
 *
 * First the ASK key finds out whether the editor reads keys at all: a prompt of the editor's own (a completion question), or a
 * key that waits for another one, may consume our key, and pressing ASK again does no harm. Only after an answer the FETCH key is
 * pressed. Keys are read in order, so an answer to a later ASK proves that an earlier key was consumed.
 */

import { rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Mark } from '../../shell/mark.ts';
import { type Shell, type Signer, signerOf } from '../../shell/nest/shells.ts';
import { makeDeliveriesFolder } from '../common/deliveries.ts';
import { MAX_PAYLOAD, PayloadSender, payloadOf } from './payload.ts';
import type { Dialect } from './run-text.ts';
import type { Waiters } from './waiters.ts';

const ASK = '\x1b[713851@';
const FETCH = '\x1b[713852@';
/**
 * The key with which bash and fish restore the half-typed line, and zsh pushes the lines of an incomplete command to its stack.
 */
const PUT = '\x1b[713853@';

/** Milliseconds for the shell to fetch the text after it has answered, and then to parse it. */
const FETCH_MS = 5000;
const PARSE_MS = 30_000;
/** Milliseconds in which a shell must report progress while a text is sent over the terminal. The shell itself gives up later. */
const STALL_MS = 10_000;
/** Factor for the time limits of a shell on another machine. */
const PATIENCE_AFAR = 3;
const CTRL_C = '\x03';
/** Milliseconds for a half-typed line to come back, and the number of attempts. An extra attempt does no harm. */
const PUT_MS = 700;
const MAX_PUTS = 3;

/**
 * Keys to press one after the other while the line editor does not answer, each with its time limit. The first may be consumed by
 * a key that waits for another one. Ctrl+G ends a question of readline ("Display all 181 possibilities?"), a vi search, and a
 * minibuffer of zsh. In zsh it would also delete the line, so it is pressed there only after a longer silence.
 */
const LADDERS: Readonly<Record<Dialect, readonly (readonly [keys: string, ms: number])[]>> = {
  bash: [
    [ASK, 250],
    [ASK, 350],
    [`\x07${ASK}`, 500],
    [ASK, 3000],
    [`\x07${ASK}`, 5000],
  ],
  zsh: [
    [ASK, 250],
    [ASK, 350],
    [ASK, 1500],
    [`\x07${ASK}`, 500],
    [ASK, 700],
    ['\x1b', 700],
    [ASK, 5000],
  ],
  fish: [
    [ASK, 250],
    [ASK, 350],
    [ASK, 3000],
    [`\x07${ASK}`, 5000],
  ],
  posix: [],
};

/**
 * `script`: from scripts and agents, parsed as by `sh -c`. `part`: the same, but refused if the shell would read further lines of
 * it. `line`: from a user, parsed as at the prompt.
 */
const KINDS = ['script', 'part', 'line'] as const;
type DeliveryKind = (typeof KINDS)[number];

/**
 * `refused`: the shell's own message about a text that it cannot parse. `open`: the text is not complete. `failed`: why the text
 * did not arrive.
 */
export type Delivered =
  | { readonly ok: true }
  | { readonly ok: false; readonly open: true }
  | { readonly ok: false; readonly refused: string }
  | { readonly ok: false; readonly failed: string };

export type DeliveryOptions = {
  /** Path of the delivery files, without extension; undefined if there are none. */
  readonly path: string | undefined;
  readonly waiters: Waiters;
  /** Writes keys of the host, which are not announced as input. */
  readonly type: (keys: string) => void;
  /** Returns the shell that reads commands. */
  readonly reader: () => Pick<Shell, 'signer' | 'fromTty'>;
  /**
   * Called when the shell no longer reads a text from its terminal, and when a delivery is over: waiting input may be written.
   */
  readonly onFree: () => void;
};

export class Delivery {
  readonly #options: DeliveryOptions;
  #answers = 0;
  #answer = '';
  #fetched = false;
  #outcome: Delivered | undefined;
  #onTaken: (() => void) | undefined;
  #kind: DeliveryKind = 'script';
  /** Whether the shell has reported that it saved a half-typed line, which must be restored at the next prompt. */
  #keepsLine = false;
  #active = false;
  /** The text that is being sent over the terminal. */
  #sender: PayloadSender | undefined;
  #interrupted = false;
  /** The shell to which it is sent. Reports of other shells are ignored. */
  #signer: Signer | undefined;
  /** Whether the shell has restored the half-typed line. */
  #isBack = false;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  /** Whether a text is being delivered. */
  get active(): boolean {
    return this.#active;
  }

  /** Whether the shell reads a text from its terminal, or is about to: input of others would be lost then. */
  get isSending(): boolean {
    return this.#sender !== undefined;
  }

  /** Must be called at Ctrl+C while a text is sent: sending ends, and the shell stops reading. */
  interrupt(): void {
    if (this.#sender === undefined || this.#interrupted) return;
    this.#interrupted = true;
    this.#options.waiters.check();
  }

  /**
   * Delivers a text to the shell at its prompt. `onTaken` is called at the place in the output where the shell has accepted the
   * text, before it runs. `over` returns whether the terminal has ended.
   */
  async give(text: string, { kind, dialect, onTaken, over: hasExited }: GiveOptions): Promise<Delivered> {
    if (this.#active) return { ok: false, failed: 'another command is being delivered' };
    const { signer, fromTty } = this.#options.reader();
    const payload = fromTty ? payloadOf(`${kind}\n${text}`) : '';
    if (payload === undefined) return { ok: false, failed: TOO_LONG };
    this.#active = true;
    this.#signer = signer;
    this.#kind = kind;
    this.#interrupted = false;
    const over = () => hasExited() || this.#options.reader().signer !== signer;
    try {
      for (let round = 0; round < 2; round += 1) {
        if (over() || !(await this.#asked(dialect, over))) break;
        const outcome = fromTty
          ? await this.#send(payload, onTaken, over)
          : await this.#fetch(text, kind, onTaken, over);
        if (outcome !== undefined) return outcome;
      }
      if (hasExited()) return { ok: false, failed: 'the terminal has exited' };
      return { ok: false, failed: over() ? 'the shell at whose prompt this was has ended' : SILENT };
    } finally {
      this.#active = false;
      this.#onTaken = undefined;
      this.#remove();
      this.#options.onFree();
    }
  }

  /** Must be called with each shell-integration mark of the shell that reads commands. */
  marked(mark: Mark): void {
    if (mark.kind !== 'property') return;
    const { key, value } = mark;
    if (signerOf(mark) === this.#signer && this.#sender?.reported(key, value)) return;
    if (key === 'Kept') this.#keepsLine = true;
    else if (key === 'Put') {
      this.#isBack = true;
      this.#keepsLine = false;
    } else if (key === 'Ready') {
      this.#answers += 1;
      this.#answer = value;
    } else if (key === 'Fetched') this.#fetched = true;
    else if (key === 'Taken' && this.#onTaken !== undefined) {
      this.#outcome = { ok: true };
      this.#onTaken();
      this.#onTaken = undefined;
    } else if (key === 'Refused' && this.#onTaken !== undefined) {
      this.#outcome = { ok: false, refused: value };
      this.#onTaken = undefined;
    } else if (key === 'Open' && this.#onTaken !== undefined) {
      this.#outcome = { ok: false, open: true };
      this.#onTaken = undefined;
    }
  }

  /** Whether the shell keeps a half-typed line that must be restored. */
  get keepsLine(): boolean {
    return this.#keepsLine && !this.#active;
  }

  /** Must be called when the shell is at its prompt again: restores the half-typed line, while `isAtPrompt`. */
  async putBack(dialect: Dialect, isAtPrompt: () => boolean): Promise<void> {
    this.#keepsLine = false;
    // zsh restores it by itself, from its buffer stack.
    if (dialect === 'zsh') return;
    this.#isBack = false;
    for (let press = 0; press < MAX_PUTS && !this.#isBack && !this.#active && isAtPrompt(); press += 1) {
      this.#options.type(PUT);
      await this.#options.waiters.waitFor(PUT_MS, () => this.#isBack || this.#active || undefined);
    }
  }

  /** Presses the ASK key. Resolves with whether the line editor has answered. */
  async #asked(dialect: Dialect, over: () => boolean): Promise<boolean> {
    const { waiters, type } = this.#options;
    const patience = this.#options.reader().fromTty ? PATIENCE_AFAR : 1;
    for (const [keys, ms] of LADDERS[dialect]) {
      const before = this.#answers;
      type(keys);
      const answered = await waiters.waitFor(
        ms * patience,
        () => this.#answers > before || over() || undefined,
      );
      if (over()) return false;
      if (answered === undefined) continue;
      if (this.#answer !== 'cont' || this.#kind === 'line') return true;
      type(PUT);
    }
    return false;
  }

  /** Lets the shell fetch the text from a file. Undefined if the key was consumed by something else. */
  async #fetch(
    text: string,
    kind: DeliveryKind,
    onTaken: () => void,
    over: () => boolean,
  ): Promise<Delivered | undefined> {
    const { waiters, type, path } = this.#options;
    if (path === undefined) return undefined;
    this.#fetched = false;
    this.#outcome = undefined;
    this.#onTaken = onTaken;
    this.#remove();
    try {
      makeDeliveriesFolder(dirname(path));
      writeFileSync(`${path}.${kind}`, text, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      return { ok: false, failed: `the text cannot be written for the shell: ${String(error)}` };
    }
    type(FETCH);
    await waiters.waitFor(FETCH_MS, () => this.#fetched || this.#settled() || over() || undefined);
    return this.#parsed(over);
  }

  /** Sends the text over the terminal. Only the key is written before the shell has reported that it reads. */
  async #send(payload: string, onTaken: () => void, over: () => boolean): Promise<Delivered | undefined> {
    const { waiters, type } = this.#options;
    const sender = new PayloadSender(payload, type);
    this.#sender = sender;
    this.#fetched = false;
    this.#outcome = undefined;
    this.#onTaken = onTaken;
    const isEnd = () => this.#fetched || this.#settled() !== undefined || over();
    try {
      type(FETCH);
      await waiters.waitFor(FETCH_MS * PATIENCE_AFAR, () => sender.begun || isEnd() || undefined);
      if (!sender.begun && !isEnd())
        return this.#interrupted ? { ok: false, failed: INTERRUPTED } : undefined;
      for (let before = -1; !isEnd() && !this.#interrupted && before < sender.got; ) {
        before = sender.got;
        const isNews = () => sender.got > before || this.#interrupted || isEnd() || undefined;
        await waiters.waitFor(STALL_MS, isNews);
      }
      if (!isEnd()) {
        sender.stop();
        type(CTRL_C);
        await waiters.waitFor(STALL_MS, () => isEnd() || undefined);
        if (!this.#fetched) return { ok: false, failed: this.#interrupted ? INTERRUPTED : STALLED };
      }
    } finally {
      this.#sender = undefined;
      this.#options.onFree();
    }
    const outcome = await this.#parsed(over);
    return outcome ?? (over() ? undefined : { ok: false, failed: UNREAD });
  }

  async #parsed(over: () => boolean): Promise<Delivered | undefined> {
    const { waiters } = this.#options;
    if (this.#fetched) await waiters.waitFor(PARSE_MS, () => this.#settled() || over() || undefined);
    const outcome = this.#settled();
    if (outcome === undefined || ('refused' in outcome && outcome.refused === '')) return undefined;
    return outcome;
  }

  #settled(): Delivered | undefined {
    return this.#outcome;
  }

  #remove(): void {
    const { path } = this.#options;
    if (path === undefined) return;
    for (const kind of KINDS) rmSync(`${path}.${kind}`, { force: true });
  }
}

type GiveOptions = {
  readonly kind: DeliveryKind;
  readonly dialect: Dialect;
  readonly onTaken: () => void;
  readonly over: () => boolean;
};

const TOO_LONG = `the text is too long to be sent to this shell over the terminal: at most ${MAX_PAYLOAD / 1024 / 1024} MB, where a character beyond ASCII counts 10 to 20 bytes. Put it into a file there`;
const INTERRUPTED = 'Ctrl+C was pressed while the text was sent to the shell, and nothing was run';
const STALLED = 'the shell stopped reading the text that was sent over the terminal, and nothing was run';
const UNREAD =
  'the shell could not read the text from its terminal (sh, stty and dd are needed there), and nothing was run';
const SILENT =
  "the shell's line editor does not answer: it may ask something, which is shown on the screen. Nothing was typed";
