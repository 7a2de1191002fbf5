/** Parses a CSI sequence: its parameters and its final letter. */

import { ESC, isInnerControl } from './states.ts';

export type Csi = {
  /** `?`, `<`, `=`, `>`, or `''`. */
  readonly prefix: string;
  /** Numbers; an empty one is 0. Of a parameter with parts (`4:3`) the first counts. */
  readonly parameters: readonly number[];
  readonly intermediates: string;
  /** The final letter; another character when the sequence was broken off, none when it is in no known form. */
  readonly final: string;
};

/** Limit: parameters that xterm reads; it ignores more. */
const MAX_PARAMETERS = 32;
const MAX_NUMBER = 0x7fff_ffff;

/** Reads the whole sequence in `text[start, end)`, from its introducer to its final letter. */
export function readCsi(text: string, start: number, end: number): Csi {
  const parameters = new Parameters();
  let prefix = '';
  let intermediates = '';
  let isKnown = true;
  for (let at = bodyStart(text, start), first = true; at < end - 1; at += 1) {
    const code = text.charCodeAt(at);
    if (isInnerControl(code) || code === 0x7f) continue;
    if (code < 0x30) intermediates += text.charAt(at);
    else if (code < 0x3c) parameters.add(code);
    else if (first) prefix = text.charAt(at);
    // A prefix in the middle, or a parameter after an intermediate: a terminal ignores the sequence.
    isKnown &&= code < 0x30 || (intermediates === '' && (code < 0x3c || first));
    first = false;
  }
  return { prefix, parameters: parameters.all, intermediates, final: isKnown ? text.charAt(end - 1) : '' };
}

function bodyStart(text: string, start: number): number {
  return text.charCodeAt(start) === ESC ? text.indexOf('[', start) + 1 : start + 1;
}

class Parameters {
  readonly all: number[] = [0];
  #inPart = false;
  #full = false;

  /** Takes a digit, a colon or a semicolon. */
  add(code: number): void {
    if (this.#full) return;
    const last = this.all.length - 1;
    if (code === 0x3b) {
      this.#inPart = false;
      this.#full = this.all.length === MAX_PARAMETERS;
      if (!this.#full) this.all.push(0);
    } else if (code === 0x3a) {
      this.#inPart = true;
    } else if (!this.#inPart) {
      this.all[last] = Math.min(10 * (this.all[last] ?? 0) + code - 0x30, MAX_NUMBER);
    }
  }
}
