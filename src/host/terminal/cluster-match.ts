/**
 * Makes the screens of a terminal count columns as the holder's outer terminal draws them (mode 2027): where that joins no
 * clusters, they do not either, so that the shell's idea of the column holds.
 */

import { clusterSequence } from '../../screen/cells/cluster-mode.ts';
import type { Emulator } from '../../screen/emulator/emulator.ts';
import type { Clock } from '../ground/clock.ts';
import type { OuterLook } from '../ground/outer-look.ts';

/** Pause in milliseconds before the next attempt, when a program has printed half a sequence. */
const AGAIN_MS = 100;

export type ClusterMatchOptions = {
  readonly clock: Clock;
  /** How the holder's outer terminal looks. */
  readonly outer: () => OuterLook;
};

/** The output of the terminal, behind which a sequence can be put. */
type Output = { say(sequence: string): void };

export class ClusterMatch {
  readonly #options: ClusterMatchOptions;
  readonly #output: Output;
  readonly #screen: () => Emulator;
  #said = true;
  #closed = false;
  #cancel: (() => void) | undefined;

  /** `screen` has everything printed until now. */
  constructor(options: ClusterMatchOptions, output: Output, screen: () => Emulator) {
    this.#options = options;
    this.#output = output;
    this.#screen = screen;
  }

  /** Must be called when the holder, or its outer terminal, may have become another. */
  look(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#closed) return;
    const { clusters } = this.#options.outer();
    if (clusters === undefined || clusters === this.#said) return;
    if (this.#screen().state().unfinished !== '') {
      this.#cancel = this.#options.clock.after(AGAIN_MS, () => this.look());
      return;
    }
    this.#said = clusters;
    this.#output.say(clusterSequence(clusters));
  }

  close(): void {
    this.#closed = true;
    this.#cancel?.();
  }
}
