/** Finds the sequences that switch to the alternate screen, which full-screen programs draw on, or back from it. */

import { type Csi, readCsi } from './csi.ts';
import { isCsi, isIntroducer, nextState, type State } from './states.ts';

export type ScreenSwitch = {
  /** The index of its introducer. */
  readonly at: number;
  /** Whether it switches to the alternate screen. */
  readonly on: boolean;
};

/** DEC private modes of the alternate screen. */
const SCREEN_MODES: readonly number[] = [47, 1047, 1049];

/** The effect of a sequence on the alternate screen: it switches to it, leaves it, or does neither (undefined). */
export function switchOf({ prefix, parameters, intermediates, final }: Csi): boolean | undefined {
  if (prefix !== '?' || intermediates !== '' || (final !== 'h' && final !== 'l')) return undefined;
  return parameters.some((mode) => SCREEN_MODES.includes(mode)) ? final === 'h' : undefined;
}

/** Returns the first switch in a text. A control character before its `?`, which no program writes, hides it. */
export function firstScreenSwitch(text: string): ScreenSwitch | undefined {
  const plain = firstFrom(text, '\x1b[?');
  return firstFrom(plain === undefined ? text : text.slice(0, plain.at), '\x9b?') ?? plain;
}

function firstFrom(text: string, begin: string): ScreenSwitch | undefined {
  for (let at = text.indexOf(begin); at >= 0; ) {
    const end = endOf(text, at + begin.length);
    const on = switchOf(readCsi(text, at, end));
    if (on !== undefined) return { at, on };
    at = text.indexOf(begin, end);
  }
  return undefined;
}

/** Returns the end of the sequence whose parameters begin at `from`; an introducer is not part of it. */
function endOf(text: string, from: number): number {
  let state: State = PARAMETERS;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isIntroducer(code)) return at;
    state = nextState(state, code);
    if (!isCsi(state)) return at + 1;
  }
  return text.length;
}

/** The state after `CSI ?`. */
const PARAMETERS = [0x1b, 0x5b, 0x3f].reduce(nextState, 0);
