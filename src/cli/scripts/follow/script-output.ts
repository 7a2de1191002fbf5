/** Writes the output of a command to stdout: as terminal text, or as plain lines for a file or pipe. */

import { SequenceStream } from '../../../protocol/sequences/sequence-stream.ts';
import type { Output } from '../../common/io.ts';
import { ModesLeft } from '../../common/modes-left.ts';
import { HeldMark, PlainRows } from './plain-rows.ts';

export type ScriptOutput = { write(text: string): void; end(): void };

/** Drops the output, for callers that print the record instead. */
export const noOutput: ScriptOutput = { write: () => {}, end: () => {} };

export function scriptOutput(stdout: Output, plain: boolean): ScriptOutput {
  return plain ? new PlainRows((text) => stdout.write(text)) : new TerminalOutput(stdout);
}

/** Leaves out control strings: titles, clipboard, images. */
class TerminalOutput implements ScriptOutput {
  readonly #stdout: Output;
  readonly #mark = new HeldMark();
  readonly #modes = new ModesLeft();
  readonly #stream = new SequenceStream({
    text: (text) => {
      this.#shown += text;
    },
    sequence: (raw) => {
      this.#shown += raw;
      this.#styled = true;
    },
  });
  #shown = '';
  #styled = false;

  constructor(stdout: Output) {
    this.#stdout = stdout;
  }

  write(text: string): void {
    this.#put(this.#mark.add(text));
  }

  /** Writes the rest, and switches off modes and attributes that the command has left on. */
  end(): void {
    this.#put(this.#mark.end());
    const undo = this.#modes.undo || (this.#styled ? '\x1b[0m' : '');
    if (undo !== '') this.#stdout.write(undo);
  }

  #put(text: string): void {
    this.#stream.add(text);
    const shown = this.#shown;
    this.#shown = '';
    if (shown === '') return;
    this.#modes.see(shown);
    this.#stdout.write(shown);
  }
}
