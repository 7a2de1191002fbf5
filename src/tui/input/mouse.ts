/** Mouse events: reads the reports of the outer terminal, and encodes events for a program in the mode that it asked for. */

import type { Cell } from '../../screen/image/cell-size.ts';
import type { Sequence } from './control-sequence.ts';
import type { MouseButton, MouseToken } from './token.ts';

// Decodes mouse events of the outer terminal: SGR (which cotty asks for), urxvt, and the three bytes of
// X10.

/** Button numbers of xterm without modifier and motion bits. Wheels begin at 64, extra buttons at 128. */
const buttonCodes: Readonly<Record<MouseButton, number>> = {
  left: 0,
  middle: 1,
  right: 2,
  none: 3,
  wheelUp: 64,
  wheelDown: 65,
  wheelLeft: 66,
  wheelRight: 67,
  button8: 128,
  button9: 129,
  button10: 130,
  button11: 131,
};

const mouseBits = { shift: 4, alt: 8, ctrl: 16, motion: 32 } as const;

const buttonsByCode = new Map(
  Object.entries(buttonCodes).map(([button, code]) => [code, button as MouseButton]),
);

/** Decodes `CSI < code;x;y M|m` and `CSI code;x;y M`. Returns undefined for other sequences. */
export function mouseOfCsi(sequence: Sequence, raw: string): MouseToken | undefined {
  const [code = 0, x = 0, y = 0] = sequence.numbers;
  if (sequence.intermediate !== '' || sequence.numbers.length !== 3) return undefined;
  const sgr = sequence.marker === '<';
  if (sgr && (sequence.final === 'M' || sequence.final === 'm')) {
    return mouseToken({ code, x, y, released: sequence.final === 'm' }, raw);
  }
  if (sequence.marker !== '' || sequence.final !== 'M' || code < 32) return undefined;
  return legacyToken(code - 32, x, y, raw);
}

/** Decodes `CSI M` and three bytes, each 32 above its value. */
export function mouseOfX10(raw: string): MouseToken {
  const [code = 0, x = 0, y = 0] = [3, 4, 5].map((index) => raw.charCodeAt(index) - 32);
  return legacyToken(Math.max(code, 0), x, y, raw);
}

/** Decodes the old encodings, which do not say which button was released: code 3 without motion is "some button". */
function legacyToken(code: number, x: number, y: number, raw: string): MouseToken {
  const released = (code & ~(mouseBits.shift | mouseBits.alt | mouseBits.ctrl)) === buttonCodes.none;
  return mouseToken({ code, x, y, released }, raw);
}

type Event = { readonly code: number; readonly x: number; readonly y: number; readonly released: boolean };

function mouseToken({ code, x, y, released }: Event, raw: string): MouseToken {
  const button = buttonsByCode.get(code & ~(4 | 8 | 16 | 32)) ?? 'none';
  return {
    kind: 'mouse',
    action: actionOf(code, button, released),
    button,
    x: Math.max(x - 1, 0),
    y: Math.max(y - 1, 0),
    shift: (code & mouseBits.shift) !== 0,
    alt: (code & mouseBits.alt) !== 0,
    ctrl: (code & mouseBits.ctrl) !== 0,
    raw,
  };
}

function actionOf(code: number, button: MouseButton, released: boolean): MouseToken['action'] {
  if (button.startsWith('wheel')) return 'wheel';
  if (released) return 'release';
  return (code & mouseBits.motion) !== 0 ? 'move' : 'press';
}

// Encodes a mouse event of the outer terminal for the program in a pane, in the encoding it asked for.

/** Mouse modes of the program. */
export type MouseModes = {
  readonly mouse: 'none' | 'x10' | 'vt200' | 'drag' | 'any';
  readonly mouseEncoding: 'default' | 'utf8' | 'sgr' | 'urxvt' | 'sgrPixels';
};

type Pane = {
  readonly left: number;
  readonly top: number;
  readonly cols: number;
  readonly rows: number;
  /** Pixels of a cell, as reported to programs. */
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

/** The outer terminal reports only cells, so the middle of the cell is sent. */
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

/** Whether a report has to be sent as bytes: it has characters above ASCII, which would become two bytes each in UTF-8. */
export function isBytes(report: string, { mouseEncoding }: MouseModes): boolean {
  if (mouseEncoding !== 'default') return false;
  for (let at = 0; at < report.length; at += 1) if (report.charCodeAt(at) > ASCII_LIMIT) return true;
  return false;
}
