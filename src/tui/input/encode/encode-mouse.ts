/** Encodes a mouse event of the outer terminal for the program in a pane, in the encoding it asked for. */

import type { Cell } from '../../../screen/picture/cell-size.ts';
import { buttonCodes, mouseBits } from '../mouse-event.ts';
import type { MouseToken } from '../token.ts';

/** Mouse modes of the program. */
export type MouseModes = {
  readonly mouse: 'none' | 'x10' | 'vt200' | 'drag' | 'any';
  readonly mouseEncoding: 'default' | 'utf8' | 'sgr' | 'urxvt' | 'sgrPixels';
};

export type Pane = {
  readonly left: number;
  readonly top: number;
  readonly cols: number;
  readonly rows: number;
  /** Pixels of a cell, as programs are told. */
  readonly cell: Cell;
};

/**
 * Returns the text to send to the program. Returns undefined when the program did not ask for such an event, the
 * event is outside the pane, or the encoding cannot express it.
 */
export function encodeMouse(token: MouseToken, pane: Pane, modes: MouseModes): string | undefined {
  const x = token.x - pane.left;
  const y = token.y - pane.top;
  if (x < 0 || y < 0 || x >= pane.cols || y >= pane.rows || !isWanted(token, modes.mouse)) return undefined;
  const code = modes.mouse === 'x10' ? buttonCodes[token.button] : codeOf(token);
  const event = { code, x: x + 1, y: y + 1, released: token.action === 'release' };
  return encode(
    modes.mouseEncoding === 'sgrPixels' ? inPixels(event, pane.cell) : event,
    modes.mouseEncoding,
  );
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

/** The outer terminal reports cells: the middle of one is never further from the mouse than half of it. */
function inPixels(event: Event, { width, height }: Cell): Event {
  const middle = (cell: number, pixels: number) => (cell - 1) * pixels + Math.floor(pixels / 2);
  return { ...event, x: middle(event.x, width), y: middle(event.y, height) };
}

function encode(event: Event, encoding: MouseModes['mouseEncoding']): string | undefined {
  switch (encoding) {
    case 'sgr':
    case 'sgrPixels':
      return `\x1b[<${event.code};${event.x};${event.y}${event.released ? 'm' : 'M'}`;
    case 'urxvt':
      return `\x1b[${legacyCode(event) + 32};${event.x};${event.y}M`;
    case 'utf8':
      return packed(event, 2015);
    case 'default':
      // A column or row is one byte.
      return packed(event, 223);
  }
}

/** Code for the old encodings, which do not say which button was released. */
function legacyCode({ code, released }: Event): number {
  const modifiers = code & (mouseBits.shift | mouseBits.alt | mouseBits.ctrl);
  return released ? buttonCodes.none | modifiers : code;
}

function packed(event: Event, limit: number): string | undefined {
  const code = legacyCode(event);
  if (event.x > limit || event.y > limit || code > limit) return undefined;
  return `\x1b[M${String.fromCharCode(code + 32, event.x + 32, event.y + 32)}`;
}

const ASCII_LIMIT = 0x7f;

/** Whether each character of a report is one byte, which as text would become two. */
export function isBytes(report: string, { mouseEncoding }: MouseModes): boolean {
  if (mouseEncoding !== 'default') return false;
  for (let at = 0; at < report.length; at += 1) if (report.charCodeAt(at) > ASCII_LIMIT) return true;
  return false;
}
