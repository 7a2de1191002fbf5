/** Tracks which modes a stream of terminal output has left on, and builds the sequences that switch them off. */

import { readCsi } from '../../protocol/sequences/csi.ts';
import { SequenceStream } from '../../protocol/sequences/sequence-stream.ts';

/** Modes to switch off: application cursor keys, alternate screens, mouse, focus, paste, synchronized output. */
const SWITCHES: ReadonlySet<number> = new Set([
  1, 47, 1000, 1002, 1003, 1004, 1005, 1006, 1047, 1049, 2004, 2026,
]);
const CURSOR = 25;

export class ModesLeft {
  readonly #on = new Set<number>();
  readonly #stream = new SequenceStream({
    text: () => {},
    sequence: (raw, kind) => {
      if (kind === 'csi') this.#see(raw);
    },
  });
  #keyFlags = 0;
  #hidden = false;

  see(text: string): void {
    this.#stream.add(text);
  }

  /** The sequences that switch the modes off; empty when none is left on. */
  get undo(): string {
    const flags = this.#keyFlags === 0 ? '' : `\x1b[<${this.#keyFlags}u`;
    // The alternate screen is left last, so that modes set on it are switched off on it.
    const modes = [...this.#on].sort((left, right) => Number(isScreen(left)) - Number(isScreen(right)));
    const off = modes.map((mode) => `\x1b[?${mode}l`).join('');
    const shown = this.#hidden ? '\x1b[?25h' : '';
    return flags + shown + off + (flags + off + shown === '' ? '' : '\x1b[0m');
  }

  /** Reads a CSI sequence: only DEC private modes, and pushes and pops of kitty keyboard flags matter. */
  #see(raw: string): void {
    const { prefix, parameters, final } = readCsi(raw, 0, raw.length);
    if (final === 'u' && prefix === '>') this.#keyFlags += 1;
    else if (final === 'u' && prefix === '<') this.#keyFlags = Math.max(0, this.#keyFlags - 1);
    else if (prefix === '?' && (final === 'h' || final === 'l'))
      for (const mode of parameters) this.#switch(mode, final === 'h');
  }

  #switch(mode: number, on: boolean): void {
    if (mode === CURSOR) this.#hidden = !on;
    else if (!on) this.#on.delete(mode);
    else if (SWITCHES.has(mode)) this.#on.add(mode);
  }
}

function isScreen(mode: number): boolean {
  return mode === 47 || mode === 1047 || mode === 1049;
}
