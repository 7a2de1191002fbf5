/** Cuts terminal text that arrives in pieces into plain text and whole escape sequences; each character is read once. */

import { nextSequence } from './sequences.ts';
import { ESC, ESCAPE, GROUND, isCsi, isIntroducer, isString, nextState, payloadEnd } from './states.ts';

export type SequenceListeners = {
  /** Receives text without sequences; other control characters are part of it. */
  readonly text: (text: string) => void;
  /** Receives an ESC or CSI sequence; a CSI that another sequence broke off counts as an ESC sequence. */
  readonly sequence: (raw: string, kind: 'escape' | 'csi') => void;
};

/** Limit: characters of a sequence that has not ended. A longer one is left out. */
const MAX_HELD = 4096;

/** Control strings (titles, links, clipboard, images) are skipped: readers of whole sequences do not need them. */
export class SequenceStream {
  readonly #listeners: SequenceListeners;
  #state = GROUND;
  /** The beginning of an ESC or CSI sequence. */
  #held = '';
  /** Whether the last text has ended with an ESC in a string: the terminator, or a new sequence. */
  #stringEscape = false;

  constructor(listeners: SequenceListeners) {
    this.#listeners = listeners;
  }

  add(text: string): void {
    if (text === '') return;
    let at = this.#stringEscape ? this.#afterEscape(text) : 0;
    while (at < text.length) at = this.#state === GROUND ? this.#plain(text, at) : this.#inside(text, at);
  }

  #afterEscape(text: string): number {
    this.#stringEscape = false;
    this.#held = '\x1b';
    this.#state = ESCAPE;
    if (text[0] !== '\\') return 0;
    this.#state = GROUND;
    return 1;
  }

  #plain(text: string, from: number): number {
    const start = nextSequence(text, from);
    if (start > from) this.#listeners.text(text.slice(from, start));
    if (start === text.length) return start;
    this.#state = nextState(GROUND, text.charCodeAt(start));
    this.#held = text.charAt(start);
    return start + 1;
  }

  /** Reads on in a sequence. Returns the index after what was read. */
  #inside(text: string, from: number): number {
    for (let at = from; at < text.length; at += 1) {
      at = payloadEnd(this.#state, text, at, text.length);
      if (at === text.length) return at;
      const code = text.charCodeAt(at);
      if (isIntroducer(code)) return this.#brokenOff(text, from, at);
      const before = this.#state;
      this.#state = nextState(before, code);
      if (this.#state === GROUND) {
        this.#finish(text.slice(from, at + 1), before);
        return at + 1;
      }
    }
    this.#hold(text.slice(from));
    return text.length;
  }

  /** Ends a sequence at an introducer; `ESC \` is the terminator of a string. */
  #brokenOff(text: string, from: number, at: number): number {
    const before = this.#state;
    this.#state = GROUND;
    if (!isString(before)) this.#finish(text.slice(from, at), ESCAPE);
    if (!isString(before) || text.charCodeAt(at) !== ESC) return at;
    this.#stringEscape = at + 1 === text.length;
    return this.#stringEscape || text[at + 1] === '\\' ? at + 2 : at;
  }

  #finish(rest: string, before: number): void {
    const raw = this.#held + rest;
    if (!isString(before) && raw.length <= MAX_HELD)
      this.#listeners.sequence(raw, isCsi(before) ? 'csi' : 'escape');
  }

  #hold(text: string): void {
    if (!isString(this.#state) && this.#held.length <= MAX_HELD) this.#held += text;
  }
}
