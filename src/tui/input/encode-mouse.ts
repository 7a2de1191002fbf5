/** A mouse event of the outer terminal, moved into a pane and spelled as the program in it asked for. */

import { buttonCodes, mouseBits } from './mouse-event.ts';
import type { MouseToken } from './token.ts';

/** The part of the program's modes that matters here. */
export type MouseModes = {
  readonly mouse: 'none' | 'x10' | 'vt200' | 'drag' | 'any';
  readonly mouseEncoding: 'default' | 'utf8' | 'sgr' | 'urxvt' | 'sgrPixels';
};

export type Pane = {
  readonly left: number;
  readonly top: number;
  readonly cols: number;
  readonly rows: number;
};

/**
 * Text to send to the program; undefined when it did not ask for such an event, the event lies outside the pane, or
 * the encoding cannot say it.
 */
export function encodeMouse(token: MouseToken, pane: Pane, modes: MouseModes): string | undefined {
  const x = token.x - pane.left;
  const y = token.y - pane.top;
  if (x < 0 || y < 0 || x >= pane.cols || y >= pane.rows || !isWanted(token, modes.mouse)) return undefined;
  const code = modes.mouse === 'x10' ? buttonCodes[token.button] : codeOf(token);
  return spell({ code, x: x + 1, y: y + 1, released: token.action === 'release' }, modes.mouseEncoding);
}

function isWanted(token: MouseToken, mode: MouseModes['mouse']): boolean {
  switch (mode) {
    case 'none':
      return false;
    case 'x10':
      return token.action === 'press' && buttonCodes[token.button] < 3;
    case 'vt200':
      return token.action !== 'move';
    case 'drag':
      return token.action !== 'move' || token.button !== 'none';
    case 'any':
      return true;
  }
}

function codeOf(token: MouseToken): number {
  return (
    buttonCodes[token.button] +
    (token.action === 'move' ? mouseBits.motion : 0) +
    (token.shift ? mouseBits.shift : 0) +
    (token.alt ? mouseBits.alt : 0) +
    (token.ctrl ? mouseBits.ctrl : 0)
  );
}

type Event = { readonly code: number; readonly x: number; readonly y: number; readonly released: boolean };

function spell(event: Event, encoding: MouseModes['mouseEncoding']): string | undefined {
  switch (encoding) {
    case 'sgr':
      return `\x1b[<${event.code};${event.x};${event.y}${event.released ? 'm' : 'M'}`;
    case 'urxvt':
      return `\x1b[${legacyCode(event) + 32};${event.x};${event.y}M`;
    case 'utf8':
      return packed(event, 2015);
    case 'default':
      // One byte can say 223, but input travels as UTF-8 text, in which a byte above 127 would become two.
      return packed(event, 95);
    case 'sgrPixels':
      // The outer terminal reports cells; nobody here knows how many pixels one has.
      return undefined;
  }
}

/** The old encodings say "a button went up" and not which. */
function legacyCode({ code, released }: Event): number {
  const modifiers = code & (mouseBits.shift | mouseBits.alt | mouseBits.ctrl);
  return released ? buttonCodes.none | modifiers : code;
}

function packed(event: Event, limit: number): string | undefined {
  const code = legacyCode(event);
  if (event.x > limit || event.y > limit || code > limit) return undefined;
  return `\x1b[M${String.fromCharCode(code + 32, event.x + 32, event.y + 32)}`;
}
