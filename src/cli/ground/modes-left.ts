/** Tracks which modes a stream of terminal output has left on, and builds the sequences that switch them off. */

/** Modes to switch off: application cursor keys, alternate screens, mouse, focus, paste, synchronized output. */
const SWITCHES = new Set([
  '1',
  '47',
  '1000',
  '1002',
  '1003',
  '1004',
  '1005',
  '1006',
  '1047',
  '1049',
  '2004',
  '2026',
]);
const CURSOR = '25';

/** DEC private modes, and pushes and pops of kitty keyboard flags. */
const SEQUENCE = /\x1b\[(?:\?([\d;]+)([hl])|([<>])[\d;]*u)/g;
/** An unfinished sequence at the end of a piece, kept for the next one if it has at most 32 parameter characters. */
const UNFINISHED = /\x1b(?:\[(?:[?<>][\d;]{0,32})?)?$/;

export class ModesLeft {
  readonly #on = new Set<string>();
  #keyFlags = 0;
  #hidden = false;
  #rest = '';

  see(text: string): void {
    if (this.#rest === '' && !text.includes('\x1b')) return;
    const stream = this.#rest + text;
    for (const [, modes, set, kitty] of stream.matchAll(SEQUENCE)) {
      if (kitty !== undefined) this.#keyFlags = Math.max(0, this.#keyFlags + (kitty === '>' ? 1 : -1));
      else for (const mode of modes?.split(';') ?? []) this.#switch(mode, set === 'h');
    }
    this.#rest = UNFINISHED.exec(stream)?.[0] ?? '';
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

  #switch(mode: string, on: boolean): void {
    if (mode === CURSOR) this.#hidden = !on;
    else if (!on) this.#on.delete(mode);
    else if (SWITCHES.has(mode)) this.#on.add(mode);
  }
}

function isScreen(mode: string): boolean {
  return mode === '47' || mode === '1047' || mode === '1049';
}
