/** Writes the output of a command to stdout: as terminal text, or as plain lines for a file or pipe. */

import { PlainStream } from '../../../screen/text/plain-stream.ts';
import type { Output } from '../../ground/io.ts';
import { ModesLeft } from '../../ground/modes-left.ts';
import { HeldMark } from './held-mark.ts';

export type ScriptOutput = { write(text: string): void; end(): void };

/** Drops the output, for callers that print the record instead. */
export const noOutput: ScriptOutput = { write: () => {}, end: () => {} };

export function scriptOutput(stdout: Output, plain: boolean): ScriptOutput {
  return plain ? new PlainOutput(stdout) : new TerminalOutput(stdout);
}

/** Writes whole lines: a line that may still be overwritten is not written yet. */
class PlainOutput implements ScriptOutput {
  readonly #stdout: Output;
  readonly #mark = new HeldMark();
  readonly #lines = new PlainStream();

  constructor(stdout: Output) {
    this.#stdout = stdout;
  }

  write(text: string): void {
    this.#put(this.#lines.add(this.#mark.add(text)));
  }

  end(): void {
    this.#put(this.#lines.add(this.#mark.end()) + this.#lines.end());
  }

  #put(text: string): void {
    if (text !== '') this.#stdout.write(text);
  }
}

/** Control strings, which are left out (titles, clipboard, images): up to their end, or up to the next sequence. */
const STRINGS = /(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c|(?=\x1b))/g;
const UNFINISHED = /(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*\x1b?$|\x1b$/;
/** Most characters of an unfinished string that are held; a longer one is dropped. */
const MAX_HELD = 64 * 1024;

class TerminalOutput implements ScriptOutput {
  readonly #stdout: Output;
  readonly #mark = new HeldMark();
  readonly #modes = new ModesLeft();
  #held = '';
  #styled = false;

  constructor(stdout: Output) {
    this.#stdout = stdout;
  }

  write(text: string): void {
    this.#put(this.#mark.add(text));
  }

  /** Writes the rest and leaves the outer terminal as a shell expects it. */
  end(): void {
    this.#put(this.#mark.end());
    const undo = this.#modes.undo || (this.#styled ? '\x1b[0m' : '');
    if (undo !== '') this.#stdout.write(undo);
  }

  #put(text: string): void {
    const all = (this.#held + text).replace(STRINGS, '');
    const at = UNFINISHED.exec(all)?.index ?? all.length;
    this.#held = all.length - at > MAX_HELD ? '' : all.slice(at);
    const shown = all.slice(0, at);
    if (shown === '') return;
    this.#modes.see(shown);
    this.#styled ||= shown.includes('\x1b');
    this.#stdout.write(shown);
  }
}
