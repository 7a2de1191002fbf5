/** Which modes a stream of terminal output has left switched on, and what switches them off again. */

/** Other screens, mouse, focus and paste reports, keys in application mode. */
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
/** The longest beginning of such a sequence that is kept for the next piece. */
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

  /** Empty: the terminal is as it was. */
  get undo(): string {
    const flags = this.#keyFlags === 0 ? '' : `\x1b[<${this.#keyFlags}u`;
    // The other screen goes last: what belongs to it is switched off on it.
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
