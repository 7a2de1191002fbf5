/** The output of several commands as plain lines, each behind the name of its terminal. */

import { PlainStream } from '../../../screen/text/plain-stream.ts';
import { displayWidth, padTo, printable } from '../../ground/plain-text.ts';
import { HeldMark } from '../follow/held-mark.ts';
import type { ScriptOutput } from '../follow/script-output.ts';
import { coloured, colourOfName } from './colour.ts';

/** Longest name before the lines, in columns; a longer one is cut. */
const MAX_NAME = 24;

/** Returns the prefix of each name, all of one width: `build | `. */
export function prefixesOf(names: readonly string[], colours: boolean): readonly string[] {
  const shown = names.map(printable);
  const width = Math.min(MAX_NAME, Math.max(0, ...shown.map(displayWidth)));
  return shown.map((name, index) => {
    const prefix = `${padTo(name, width)} | `;
    return colours ? coloured(prefix, colourOfName(index)) : prefix;
  });
}

/** Writes whole lines: a line that may still be overwritten is not written yet. A very long one comes in several lines. */
export class PrefixedLines implements ScriptOutput {
  readonly #prefix: string;
  readonly #put: (text: string) => void;
  readonly #mark = new HeldMark();
  readonly #lines = new PlainStream();

  constructor(prefix: string, put: (text: string) => void) {
    this.#prefix = prefix;
    this.#put = put;
  }

  write(text: string): void {
    this.#print(this.#lines.add(this.#mark.add(text)));
  }

  end(): void {
    this.#print(this.#lines.add(this.#mark.end()) + this.#lines.end());
  }

  #print(text: string): void {
    if (text === '') return;
    const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
    this.#put(lines.map((line) => `${this.#prefix}${line}\n`).join(''));
  }
}
