/**
 * Synchronised output (mode 2026): holds the screen as it was when the program began a frame. What is drawn until the end of the
 * frame must not be shown.
 *
 * Some programs never end a frame. So the mode ends by itself after `HELD_MS`, at a resize, and at the end of the command, as if
 * the program had ended it.
 */
import type { Terminal } from '@xterm/headless';
import type { Row } from '../cells/row.ts';
import type { Core, CoreParams } from '../core/emulator-core.ts';
import { type Cursor, readCursor } from './emulator-cursor.ts';

export type HeldScreen = {
  /** The first line of the viewport. */
  readonly base: number;
  readonly alternate: boolean;
  /** Rows of the viewport. */
  readonly rows: readonly Row[];
  readonly cursor: Cursor;
};

/**
 * Longest time in milliseconds for which a frame may be held: that of xterm.js 6 (its render service) and VS Code, of tmux (pull
 * request 4744) and Ghostty (pull request 349). Alacritty has 150 ms (issue 8550).
 */
export const HELD_MS = 1000;

const SYNCHRONISED = 2026;

export class Held {
  readonly #terminal: Terminal;
  readonly #core: Core;
  readonly #row: (line: number) => Row;
  #screen: HeldScreen | undefined;

  constructor(terminal: Terminal, core: Core, row: (line: number) => Row) {
    this.#terminal = terminal;
    this.#core = core;
    this.#row = row;
    const parser = core._inputHandler._parser;
    // These run before xterm's own, so that other modes of the same sequence are not yet set.
    parser.registerCsiHandler({ prefix: '?', final: 'h' }, (params) => {
      if (names(params) && !this.#on) this.#screen = this.#capture();
      return false;
    });
    parser.registerCsiHandler({ prefix: '?', final: 'l' }, (params) => {
      if (names(params)) this.#screen = undefined;
      return false;
    });
  }

  /** The screen to show meanwhile; undefined while the program is not drawing. */
  get screen(): HeldScreen | undefined {
    return this.#on ? this.#screen : undefined;
  }

  /** A reset also ends the mode. */
  get #on(): boolean {
    return this.#core.coreService.decPrivateModes.synchronizedOutput;
  }

  #capture(): HeldScreen {
    const { baseY: base, type } = this.#terminal.buffer.active;
    return {
      base,
      alternate: type === 'alternate',
      rows: Array.from({ length: this.#terminal.rows }, (_, y) => this.#row(base + y)),
      cursor: readCursor(this.#terminal, this.#core),
    };
  }
}

function names({ params, length }: CoreParams): boolean {
  return params.subarray(0, length).includes(SYNCHRONISED);
}
