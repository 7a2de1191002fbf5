/**
 * Makes the screens of a terminal count as the holder's outer terminal does. Columns (mode 2027): where that joins no
 * clusters, they do not either, so that the shell's idea of the column holds. Pixels of a cell: a picture takes as many
 * cells as the program reckons that has asked for them. Programs that ask the kernel are told by the size of the pty.
 */

import { clusterSequence } from '../../screen/cells/cluster-mode.ts';
import type { Emulator } from '../../screen/emulator/emulator.ts';
import { cellSequence } from '../../screen/picture/cell-size.ts';
import { CELL } from '../../screen/picture/image-box.ts';
import type { Clock } from '../common/clock.ts';
import type { Pty } from '../pty/pty-port.ts';
import type { OuterLook } from '../screen/outer-look.ts';

/** Pause in milliseconds before the next attempt, when a program has printed half a sequence. */
const AGAIN_MS = 100;

export type OuterMatchOptions = {
  readonly clock: Clock;
  /** Colours and cell size of the holder's outer terminal. */
  readonly outer: () => OuterLook;
  readonly pty: Pick<Pty, 'resize'>;
  /** The size of the pty, in columns and rows. */
  readonly size: { readonly cols: number; readonly rows: number };
};

/** The output of the terminal, behind which a sequence can be put. */
type Output = { say(sequence: string): void };

export class OuterMatch {
  readonly #options: OuterMatchOptions;
  readonly #output: Output;
  readonly #screen: () => Emulator;
  #clusters = true;
  #cell: { readonly width: number; readonly height: number } = CELL;
  #size: OuterMatchOptions['size'];
  /** The cell that the pty was told of last. */
  #told: OuterLook['cell'];
  #closed = false;
  #cancel: (() => void) | undefined;

  /** `screen` has everything printed until now. */
  constructor(options: OuterMatchOptions, output: Output, screen: () => Emulator) {
    this.#options = options;
    this.#size = options.size;
    this.#output = output;
    this.#screen = screen;
  }

  /** Must be called when the holder, or its outer terminal, may have become another. */
  look(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#closed) return;
    this.#tellPty();
    const { clusters = this.#clusters, cell = this.#cell } = this.#options.outer();
    const isSameCell = cell.width === this.#cell.width && cell.height === this.#cell.height;
    if (clusters === this.#clusters && isSameCell) return;
    if (this.#screen().state().unfinished !== '') {
      this.#cancel = this.#options.clock.after(AGAIN_MS, () => this.look());
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
    this.#told = this.#options.outer().cell;
    this.#options.pty.resize(cols, rows, this.#told);
  }

  close(): void {
    this.#closed = true;
    this.#cancel?.();
  }

  #tellPty(): void {
    const { cell } = this.#options.outer();
    const isTold = cell?.width === this.#told?.width && cell?.height === this.#told?.height;
    if (cell !== undefined && !isTold) this.resize(this.#size.cols, this.#size.rows);
  }
}
