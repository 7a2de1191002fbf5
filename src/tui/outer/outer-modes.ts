/** Modes of the outer terminal: what they are to be for the program in front, and the bytes from one set to another. */

/**
 * The part of a program's modes that the outer terminal is put into while the program has the keyboard. Focus reports and
 * bracketed paste stay on outside all the time: their tokens are passed on, or not, as the program's modes say.
 */
export type MirroredModes = {
  readonly applicationCursorKeys: boolean;
  readonly applicationKeypad: boolean;
  readonly mouse: MouseTracking;
  /** Flags the program pushed; absent where its emulator does not know the protocol. */
  readonly kittyKeyboard?: number;
};

export type MouseTracking = 'none' | 'x10' | 'vt200' | 'drag' | 'any';

export type OuterModes = {
  readonly applicationCursorKeys: boolean;
  readonly applicationKeypad: boolean;
  readonly mouse: 'none' | 'vt200' | 'drag' | 'any';
  readonly kittyFlags: number;
};

export const plainModes: OuterModes = {
  applicationCursorKeys: false,
  applicationKeypad: false,
  mouse: 'none',
  kittyFlags: 0,
};

/** What we want for ourselves. `mouse: false` gives the mouse back to the terminal, but for a program that asks for it. */
export type OwnWishes = { readonly mouse: boolean; readonly kittyFlags: number };

const reach = ['none', 'x10', 'vt200', 'drag', 'any'] as const;

/**
 * Undefined: no program has the keyboard. Our own clicks, wheel and drags go on beside a program that wants less; the
 * part of them that falls into its pane is filtered where they are encoded for it.
 */
export function wantedModes(program: MirroredModes | undefined, own: OwnWishes): OuterModes {
  const ours: MouseTracking = own.mouse ? 'drag' : 'none';
  const theirs = program?.mouse ?? 'none';
  const mouse = reach.indexOf(theirs) > reach.indexOf(ours) ? theirs : ours;
  return {
    applicationCursorKeys: program?.applicationCursorKeys ?? false,
    applicationKeypad: program?.applicationKeypad ?? false,
    // X10 mode has no releases: a click of ours would never end.
    mouse: mouse === 'x10' ? 'vt200' : mouse,
    kittyFlags: program === undefined ? own.kittyFlags : (program.kittyKeyboard ?? 0),
  };
}

const mouseNumbers = { vt200: 1000, drag: 1002, any: 1003 } as const;

/** Only the differences. The mouse mode that is on is switched off first: some terminals keep several of them. */
export function modeChange(from: OuterModes, to: OuterModes): string {
  let bytes = '';
  if (from.applicationCursorKeys !== to.applicationCursorKeys) {
    bytes += to.applicationCursorKeys ? '\x1b[?1h' : '\x1b[?1l';
  }
  if (from.applicationKeypad !== to.applicationKeypad) bytes += to.applicationKeypad ? '\x1b=' : '\x1b>';
  if (from.kittyFlags !== to.kittyFlags) bytes += `\x1b[=${to.kittyFlags};1u`;
  return bytes + mouseChange(from.mouse, to.mouse);
}

function mouseChange(from: OuterModes['mouse'], to: OuterModes['mouse']): string {
  if (from === to) return '';
  const off = from === 'none' ? '' : `\x1b[?${mouseNumbers[from]}l`;
  if (to === 'none') return `${off}\x1b[?1006l`;
  return `${off}\x1b[?${mouseNumbers[to]}h${from === 'none' ? '\x1b[?1006h' : ''}`;
}
