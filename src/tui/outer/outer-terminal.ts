/** The outer terminal: enters the alternate screen, sets modes, and restores everything at the end. */

import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import type { Capabilities } from './capabilities.ts';
import {
  beginning,
  closing,
  closingKeys,
  knownModes,
  type MirroredModes,
  modeChange,
  OuterAppearance,
  type OuterColors,
  type OuterModes,
  type OuterProgress,
  type OwnModes,
  opening,
  plainModes,
  plainScreen,
  wantedModes,
} from './outer-modes.ts';
import { OuterStatus } from './outer-status.ts';
import type { OuterInput, OuterOutput } from './streams.ts';

export type OuterOptions = {
  readonly stdin: OuterInput;
  readonly stdout: OuterOutput;
  /** Writes at once, past the stream's queue (see write-now). */
  readonly writeNow: (text: string) => void;
  readonly capabilities: Pick<Capabilities, 'bareConsole' | 'kittyKeyboard' | 'program'>;
  readonly mouse: boolean;
  /** Flags of the kitty keyboard protocol for our own modes, where the terminal has it; 0 for none. */
  readonly kittyFlags: number;
  /** The terminal of cotty in which this runs, if it does. */
  readonly within?: string | undefined;
  /**
   * Takes the terminal over from an early screen that has written `beginning` already: writing it twice would lose the saved
   * title and screen. Returns false if there was none.
   */
  readonly takeOver?: (() => boolean) | undefined;
  /** Sees to it that the bytes are written if this process is killed; returns the function that calls it off. */
  readonly whenKilled?: ((bytes: string) => () => void) | undefined;
};

export class OuterTerminal {
  readonly #options: OuterOptions;
  readonly #listeners = new Set<() => void>();
  #onTaken: () => void = () => {};
  #farewell: () => string = () => '';
  #callOff: () => void = () => {};
  #entered = false;
  #lost = false;
  #closed = false;
  #foregroundProgram: ForegroundProgram | undefined;
  #modes: OuterModes = plainModes;
  #program: MirroredModes | undefined;
  #own: OwnModes;
  /** Whether the mouse is off because another program is about to get the terminal. */
  #leaving = false;
  #kittyPushed = false;
  #kittyKnown: boolean;
  readonly #appearance: OuterAppearance;
  readonly #status: OuterStatus;
  /** Closing bytes of a `leave` that wait in the stream's queue. */
  #unsent = '';

  constructor(options: OuterOptions) {
    this.#options = options;
    this.#appearance = new OuterAppearance(options.capabilities.bareConsole);
    this.#status = new OuterStatus({ write: (bytes) => this.write(bytes), within: options.within });
    this.#own = { mouse: options.mouse, kittyFlags: options.kittyFlags };
    this.#kittyKnown = options.capabilities.kittyKeyboard ?? false;
    // A terminal that has gone causes an event on any of the streams; without listeners Node would throw.
    options.stdin.on('error', this.#onLost);
    options.stdin.on('end', this.#onLost);
    options.stdout.on('error', this.#onLost);
  }

  get entered(): boolean {
    return this.#entered;
  }

  get size(): { readonly cols: number; readonly rows: number } {
    const { columns, rows } = this.#options.stdout;
    // A serial line, or a pty that was never sized, reports 0.
    return { cols: columns || 80, rows: rows || 24 };
  }

  /** Whether the terminal has not taken all that was written: a frame should wait until it has. */
  get blocked(): boolean {
    return this.#lost || this.#options.stdout.writableLength > 0;
  }

  /** The program that has the outer terminal now; undefined while the window has it. */
  get foregroundProgram(): ForegroundProgram | undefined {
    return this.#foregroundProgram;
  }

  enter(): void {
    if (this.#entered || this.#lost || this.#closed || this.#foregroundProgram !== undefined) return;
    this.#entered = true;
    this.#leaving = false;
    this.#unsent = '';
    const { stdin, takeOver, capabilities } = this.#options;
    stdin.setRawMode?.(true);
    stdin.resume();
    this.#send(`${takeOver?.() ? '' : beginning(capabilities)}${opening}`);
    this.#pushKitty();
    this.#applyModes();
    this.write(this.#appearance.again());
    this.#callOff = this.#options.whenKilled?.(this.#closingBytes()) ?? this.#callOff;
  }

  write(text: string): void {
    if (this.#entered && text !== '') this.#send(text);
  }

  /** Mirrors the modes of the program that gets the keys; undefined while the window takes them. Writes only differences. */
  mirror(program: MirroredModes | undefined): void {
    this.#program = program;
    this.#applyModes();
  }

  setMouse(on: boolean): void {
    this.#own = { ...this.#own, mouse: on };
    this.#applyModes();
  }

  /** Switches mouse reports off before the terminal is left, and asks for DA1: no mouse report comes after its answer. */
  prepareToLeave(): void {
    this.#leaving = true;
    this.#applyModes();
    this.write('\x1b[c');
  }

  /** Switches the kitty keyboard protocol on: the terminal has answered that it knows it. */
  learnKitty(): void {
    if (this.#kittyKnown) return;
    this.#kittyKnown = true;
    this.#pushKitty();
    this.#applyModes();
  }

  setTitle(title: string): void {
    this.write(this.#appearance.title(title));
  }

  setProgress(progress: OuterProgress | undefined): void {
    this.write(this.#appearance.progress(progress));
  }

  /** Tells what the programs of the terminals do. Must be called only if the terminal reads that. */
  setStatus(terminals: readonly TerminalInfo[]): void {
    if (this.#entered) this.#status.show(terminals);
  }

  /** Takes over colours that the program with the keyboard has set. */
  setColors(colors: OuterColors): void {
    this.write(this.#appearance.colors(colors));
  }

  bell(): void {
    this.write('\x07');
  }

  /**
   * Calls back whenever the terminal has taken all written bytes. The stream's `drain` is no use: frames are too short for
   * it.
   */
  onTaken(listener: () => void): void {
    this.#onTaken = listener;
  }

  /** Sets what is written whenever the terminal is left, before its normal screen is shown again. */
  onLeave(farewell: () => string): void {
    this.#farewell = farewell;
  }

  /** Calls back when the terminal has gone (closed window, lost connection) and nothing can be written any more. */
  onLost(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Restores everything, after the bytes that are queued in the stream. May be called at any time, also repeatedly. */
  leave(): void {
    this.#leave(this.#options.stdout.writableLength === 0);
  }

  /** Restores everything at once, past the stream's queue; also sends what a `leave` left in the queue. */
  leaveNow(): void {
    this.#leave(true);
    if (this.#unsent !== '' && this.#options.stdout.writableLength > 0) this.#sendNow(this.#unsent);
    this.#unsent = '';
  }

  /** Gives the terminal to a program until `takeBack`; `enter` does nothing meanwhile. */
  lend(foregroundProgram: ForegroundProgram): void {
    this.leaveNow();
    this.#foregroundProgram = foregroundProgram;
  }

  takeBack(): void {
    this.#foregroundProgram = undefined;
    this.enter();
  }

  /** Leaves for good: a pager that ends later does not take the terminal over again. */
  close(): void {
    this.#closed = true;
    this.leaveNow();
    // The foreground program was ended before it could restore the terminal.
    if (this.#foregroundProgram !== undefined) this.#sendNow(`${closing}${plainScreen}`);
    this.#options.stdin.pause();
    this.#listeners.clear();
    this.#options.stdin.off('end', this.#onLost);
  }

  #leave(now: boolean): void {
    if (!this.#entered) return;
    this.#entered = false;
    this.#callOff();
    const bytes = this.#closingBytes();
    this.#modes = plainModes;
    this.#kittyPushed = false;
    if (now) this.#sendNow(bytes);
    else this.#send(bytes);
    this.#unsent = now ? '' : bytes;
    this.#rawModeOff();
  }

  #closingBytes(): string {
    const keys = closingKeys(this.#modes, this.#kittyPushed);
    const shape = this.#options.capabilities.bareConsole ? '' : '\x1b[0 q';
    return `${closing}${this.#farewell()}${keys}${shape}${plainScreen}${this.#appearance.end()}${this.#status.end()}`;
  }

  #applyModes(): void {
    if (!this.#entered) return;
    const asked = wantedModes(this.#program, this.#own);
    const wanted: OuterModes = this.#leaving ? { ...asked, mouse: 'none' } : asked;
    const next = knownModes(wanted, this.#kittyPushed, this.#options.capabilities);
    const change = modeChange(this.#modes, next);
    this.#modes = next;
    if (change !== '') this.#send(change);
  }

  /** Pushes our flags after the switch to the alternate screen, which has a flag stack of its own. */
  #pushKitty(): void {
    if (!this.#entered || !this.#kittyKnown || this.#kittyPushed) return;
    this.#kittyPushed = true;
    this.#send('\x1b[>0u');
  }

  #send(bytes: string): void {
    if (!this.#lost) this.#options.stdout.write(bytes, this.#written);
  }

  #sendNow(bytes: string): void {
    if (!this.#lost) this.#options.writeNow(bytes);
  }

  #rawModeOff(): void {
    try {
      this.#options.stdin.setRawMode?.(false);
    } catch {
      // EIO when the terminal has gone: there is no mode left to set.
    }
  }

  readonly #written = (): void => {
    if (!this.blocked) this.#onTaken();
  };

  readonly #onLost = (): void => {
    if (this.#lost) return;
    this.#lost = true;
    for (const listener of this.#listeners) listener();
  };
}

// A foreground program to which the window lends the outer terminal, such as a pager.

/** A program in our process group that has the terminal for a while. Keys and signals of the terminal are meant for it. */
export type ForegroundProgram = {
  /** Ends the program, as the window itself ends; resolves when it has given the terminal back. */
  end(): Promise<void>;
  /** Resolves when Ctrl+Z has stopped the program; false if it goes on. */
  stopped(): Promise<boolean>;
};
