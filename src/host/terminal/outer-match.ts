/**
 * Sets the size of the pty, and makes the screens of a terminal measure as the holder's outer terminal does. Columns (mode 2027):
 * if that terminal draws grapheme clusters in several cells, so do the screens, and the shell's idea of the column is right.
 * Pixels of a cell: an image takes the number of cells that the program has computed. Programs that ask the kernel get the pixels
 * with the size of the pty.
 */

import { clusterSequence } from '../../screen/cells/cluster-mode.ts';
import type { Emulator } from '../../screen/emulator/emulator.ts';
import { cellSequence } from '../../screen/image/cell-size.ts';
import { CELL } from '../../screen/image/image-box.ts';
import type { Clock } from '../common/clock.ts';
import type { Pty } from '../pty/pty-port.ts';
import type { OuterProfile } from '../screen/outer-profile.ts';

/** Milliseconds before another attempt, if the output ends within an escape sequence. */
const AGAIN_MS = 100;

export type OuterMatchOptions = {
  readonly clock: Clock;
  /** Returns the profile of the holder's outer terminal. */
  readonly outer: () => OuterProfile;
  readonly pty: Pick<Pty, 'resize'>;
  /** The size of the pty, in columns and rows. */
  readonly size: { readonly cols: number; readonly rows: number };
};

/** The output of the terminal, to which a sequence can be appended. */
type Output = { say(sequence: string): void };

export class OuterMatch {
  readonly #options: OuterMatchOptions;
  readonly #output: Output;
  readonly #screen: () => Emulator;
  #clusters = true;
  #cell: { readonly width: number; readonly height: number } = CELL;
  #size: OuterMatchOptions['size'];
  /** The cell size that was last set on the pty. */
  #cellOfPty: OuterProfile['cell'];
  #closed = false;
  #cancel: (() => void) | undefined;

  /** `screen` returns the screen with everything printed until now. */
  constructor(options: OuterMatchOptions, output: Output, screen: () => Emulator) {
    this.#options = options;
    this.#size = options.size;
    this.#output = output;
    this.#screen = screen;
  }

  /** Must be called when the holder, or the profile of its outer terminal, may have changed. */
  check(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#closed) return;
    this.#updatePty();
    const { clusters = this.#clusters, cell = this.#cell } = this.#options.outer();
    const isSameCell = cell.width === this.#cell.width && cell.height === this.#cell.height;
    if (clusters === this.#clusters && isSameCell) return;
    if (this.#screen().state().unfinished !== '') {
      this.#cancel = this.#options.clock.after(AGAIN_MS, () => this.check());
      return;
    }
    const said =
      (clusters === this.#clusters ? '' : clusterSequence(clusters)) + (isSameCell ? '' : cellSequence(cell));
    this.#clusters = clusters;
    this.#cell = cell;
    this.#output.say(said);
  }

  /** Sets the size of the pty. */
  resize(cols: number, rows: number): void {
    this.#size = { cols, rows };
    this.#cellOfPty = this.#options.outer().cell;
    this.#options.pty.resize(cols, rows, this.#cellOfPty);
  }

  close(): void {
    this.#closed = true;
    this.#cancel?.();
  }

  #updatePty(): void {
    const { cell } = this.#options.outer();
    const isSame = cell?.width === this.#cellOfPty?.width && cell?.height === this.#cellOfPty?.height;
    if (cell !== undefined && !isSame) this.resize(this.#size.cols, this.#size.rows);
  }
}
