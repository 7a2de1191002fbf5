/** Decodes mouse events of the outer terminal: SGR (which cotty asks for), urxvt, and the three bytes of X10. */

import type { Sequence } from './control-sequence.ts';
import type { MouseButton, MouseToken } from './token.ts';

/** Button numbers of xterm without modifier and motion bits. Wheels begin at 64, extra buttons at 128. */
export const buttonCodes: Readonly<Record<MouseButton, number>> = {
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

export const mouseBits = { shift: 4, alt: 8, ctrl: 16, motion: 32 } as const;

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
