/** The output of several commands as plain lines, each behind the name of its terminal. */

import { displayWidth, padTo, printable } from '../../ground/plain-text.ts';
import { PlainRows } from '../follow/plain-rows.ts';
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

/** Writes whole lines, as `PlainRows` gives them. A very long one comes in several lines. */
export class PrefixedLines implements ScriptOutput {
  readonly #prefix: string;
  readonly #put: (text: string) => void;
  readonly #rows = new PlainRows((text) => this.#print(text));

  constructor(prefix: string, put: (text: string) => void) {
    this.#prefix = prefix;
    this.#put = put;
  }

  write(text: string): void {
    this.#rows.write(text);
  }

  end(): void {
    this.#rows.end();
  }

  #print(text: string): void {
    const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
    this.#put(lines.map((line) => `${this.#prefix}${line}\n`).join(''));
  }
}
