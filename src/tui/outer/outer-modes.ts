/** Modes of the outer terminal: the ones wanted for the program in front, and the bytes that switch between two sets. */

import { colorSpec } from '../../screen/report/color-spec.ts';
import type { Capabilities } from './capabilities.ts';
import { oneLine } from './one-line.ts';

/**
 * The modes of a program that the outer terminal mirrors while the program has the keyboard. Focus reports and bracketed
 * paste stay on in the outer terminal; their tokens are passed on only if the program asked for them.
 */
export type MirroredModes = {
  readonly applicationCursorKeys: boolean;
  readonly applicationKeypad: boolean;
  readonly mouse: MouseTracking;
  /** Flags of the kitty keyboard protocol that the program has set. */
  readonly kittyKeyboard: number;
  readonly modifyOtherKeys: 0 | 1 | 2;
};

export type MouseTracking = 'none' | 'x10' | 'vt200' | 'drag' | 'any';

export type OuterModes = {
  readonly applicationCursorKeys: boolean;
  readonly applicationKeypad: boolean;
  readonly mouse: 'none' | 'vt200' | 'drag' | 'any';
  readonly kittyFlags: number;
  readonly modifyOtherKeys: 0 | 1 | 2;
};

export const plainModes: OuterModes = {
  applicationCursorKeys: false,
  applicationKeypad: false,
  mouse: 'none',
  kittyFlags: 0,
  modifyOtherKeys: 0,
};

/** Modes the window wants for itself. With `mouse: false` the terminal keeps the mouse, unless a program asks for it. */
export type OwnModes = { readonly mouse: boolean; readonly kittyFlags: number };

/** Mouse modes by how much they report. */
const reach = ['none', 'x10', 'vt200', 'drag', 'any'] as const;

/**
 * Returns the modes wanted of the outer terminal; `program` is undefined while no program has the keyboard. The window
 * keeps its own clicks, wheel and drags beside a program that wants less; encoding filters what the program gets.
 */
export function wantedModes(program: MirroredModes | undefined, own: OwnModes): OuterModes {
  const ours: MouseTracking = own.mouse ? 'drag' : 'none';
  const theirs = program?.mouse ?? 'none';
  const mouse = reach.indexOf(theirs) > reach.indexOf(ours) ? theirs : ours;
  return {
    applicationCursorKeys: program?.applicationCursorKeys ?? false,
    applicationKeypad: program?.applicationKeypad ?? false,
    // X10 mode reports no releases: a click of the window would never end.
    mouse: mouse === 'x10' ? 'vt200' : mouse,
    kittyFlags: program === undefined ? own.kittyFlags : flagsFor(program),
    modifyOtherKeys: program === undefined ? 0 : otherKeysFor(program),
  };
}

/** Disambiguates keys and reports shifted ones, which modifyOtherKeys needs. */
const LIKE_OTHER_KEYS = 1 | 4;
/** Disambiguate, and all keys as escape codes. */
const NEEDS_OTHER_KEYS = 1 | 8;

/** Returns the kitty flags for a program; they stand in for modifyOtherKeys if the program has set that. */
function flagsFor({ kittyKeyboard, modifyOtherKeys }: MirroredModes): number {
  return kittyKeyboard === 0 && modifyOtherKeys !== 0 ? LIKE_OTHER_KEYS : kittyKeyboard;
}

/** Returns the modifyOtherKeys level for a program; it stands in for kitty's flags in a terminal without them. */
function otherKeysFor({ kittyKeyboard, modifyOtherKeys }: MirroredModes): 0 | 1 | 2 {
  return (kittyKeyboard & NEEDS_OTHER_KEYS) === 0 ? modifyOtherKeys : 2;
}

/** Returns the wanted modes without the keyboard protocols that the terminal does not know, or does not need. */
export function knownModes(
  wanted: OuterModes,
  kitty: boolean,
  { bareConsole, program }: Pick<Capabilities, 'bareConsole' | 'program'>,
): OuterModes {
  if (kitty) return { ...wanted, modifyOtherKeys: 0 };
  // Terminal.app reads the sequence as underline, the console prints it; other terminals support or ignore it.
  const harmful = bareConsole || program === 'Apple_Terminal';
  return { ...wanted, kittyFlags: 0, modifyOtherKeys: harmful ? 0 : wanted.modifyOtherKeys };
}

const mouseNumbers = { vt200: 1000, drag: 1002, any: 1003 } as const;

/** Returns the bytes for the differences. The old mouse mode is switched off first: some terminals keep several. */
export function modeChange(from: OuterModes, to: OuterModes): string {
  let bytes = '';
  if (from.applicationCursorKeys !== to.applicationCursorKeys) {
    bytes += to.applicationCursorKeys ? '\x1b[?1h' : '\x1b[?1l';
  }
  if (from.applicationKeypad !== to.applicationKeypad) bytes += to.applicationKeypad ? '\x1b=' : '\x1b>';
  if (from.kittyFlags !== to.kittyFlags) bytes += `\x1b[=${to.kittyFlags};1u`;
  if (from.modifyOtherKeys !== to.modifyOtherKeys) {
    bytes += to.modifyOtherKeys === 0 ? '\x1b[>4m' : `\x1b[>4;${to.modifyOtherKeys}m`;
  }
  return bytes + mouseChange(from.mouse, to.mouse);
}

function mouseChange(from: OuterModes['mouse'], to: OuterModes['mouse']): string {
  if (from === to) return '';
  const off = from === 'none' ? '' : `\x1b[?${mouseNumbers[from]}l`;
  if (to === 'none') return `${off}\x1b[?1006l`;
  return `${off}\x1b[?${mouseNumbers[to]}h${from === 'none' ? '\x1b[?1006h' : ''}`;
}

/** Resets the keyboard protocols. */
export function closingKeys({ modifyOtherKeys }: OuterModes, kittyPushed: boolean): string {
  return (modifyOtherKeys === 0 ? '' : '\x1b[>4m') + (kittyPushed ? '\x1b[<u' : '');
}

const alternateScreen = '\x1b[?1049h';

/** Modes that stay set while we have the terminal. The screen is cleared because 1049 does not do so everywhere. */
export const opening = '\x1b[0m\x1b[2J\x1b[H\x1b[?7l\x1b[?2004h\x1b[?1004h';

/**
 * Undoes `opening` except for the screen. ST comes first, to end a sequence of an incomplete frame; all mouse modes are
 * reset.
 */
export const closing =
  '\x1b\\\x1b[?2026l\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[?1006l\x1b[?1004l\x1b[?2004l\x1b[?1l\x1b>';

/** Attributes, cursor and screen as a shell expects them. */
export const plainScreen = '\x1b[0m\x1b[?25h\x1b[?7h\x1b[?1049l';

// Properties of the outer terminal besides cells: the title of its window, progress, and colours of cursor and
// selection.

/** Longest title in characters; no terminal shows more. */
const titleLimit = 200;

/** Colours that a program has set, `0xrrggbb` each; the terminal's own where undefined. */
export type OuterColors = {
  readonly cursor?: number | undefined;
  /** Background and foreground of selected text. */
  readonly selection?: number | undefined;
  readonly selectedText?: number | undefined;
};

/** OSC numbers that set them; 100 more resets. */
const colorCodes = { cursor: 12, selection: 17, selectedText: 19 } as const;
const colorNames = ['cursor', 'selection', 'selectedText'] as const;

type Console = { readonly bareConsole: boolean };

const OWN_TITLE = '\x1b[23;0t';

/** Saves the title on the terminal's stack, and switches to the alternate screen. */
export function beginning({ bareConsole }: Console): string {
  return `${bareConsole ? '' : '\x1b[22;0t'}${alternateScreen}`;
}

/** Undoes `beginning`. */
export function ending({ bareConsole }: Console): string {
  return `${plainScreen}${bareConsole ? '' : OWN_TITLE}`;
}

/** Tracks title, progress and colours. Each method returns bytes: for the change, for all of them again, or to reset them. */
export class OuterAppearance {
  readonly #bareConsole: boolean;
  #title: string | undefined;
  #progress: OuterProgress | undefined;
  #colors: OuterColors = {};

  constructor(bareConsole: boolean) {
    this.#bareConsole = bareConsole;
  }

  title(title: string): string {
    if (title === this.#title) return '';
    this.#title = title;
    return this.#titleBytes();
  }

  progress(progress: OuterProgress | undefined): string {
    const before = progressBytes(this.#progress);
    this.#progress = progress;
    const bytes = progressBytes(progress);
    return bytes === before ? '' : bytes;
  }

  colors(colors: OuterColors): string {
    const before = this.#colors;
    this.#colors = colors;
    return this.#bareConsole ? '' : colorChange(before, colors);
  }

  again(): string {
    const progress = this.#progress === undefined ? '' : progressBytes(this.#progress);
    return this.#titleBytes() + progress + (this.#bareConsole ? '' : colorChange({}, this.#colors));
  }

  end(): string {
    const progress = this.#progress === undefined ? '' : progressBytes(undefined);
    if (this.#bareConsole) return progress;
    return `${OWN_TITLE}${progress}${colorChange(this.#colors, {})}`;
  }

  #titleBytes(): string {
    if (this.#bareConsole || this.#title === undefined) return '';
    return `\x1b]2;${oneLine(this.#title, titleLimit)}\x1b\\`;
  }
}

function colorChange(from: OuterColors, to: OuterColors): string {
  return colorNames
    .filter((name) => from[name] !== to[name])
    .map((name) => {
      const value = to[name];
      const code = colorCodes[name];
      return value === undefined ? `\x1b]${100 + code}\x1b\\` : `\x1b]${code};${colorSpec(value)}\x1b\\`;
    })
    .join('');
}

// The progress of a program at the outer terminal (OSC 9;4): in its tab, window or task bar.

export type OuterProgress = {
  readonly state: 'normal' | 'error' | 'unknown' | 'paused';
  readonly percent: number;
};

const CODES = { normal: 1, error: 2, unknown: 3, paused: 4 } as const;

/** Returns the bytes that show a progress, or remove it. */
export function progressBytes(progress: OuterProgress | undefined): string {
  if (progress === undefined) return '\x1b]9;4;0\x1b\\';
  return `\x1b]9;4;${CODES[progress.state]};${Math.round(progress.percent)}\x1b\\`;
}

/** Whether the terminal is known to show progress: others would show the sequence as a notice, or print it. */
export function showsProgress({
  program,
  version = '',
  tmux,
  screen,
}: Pick<Capabilities, 'program' | 'version' | 'tmux' | 'screen'>): boolean {
  return !tmux && !screen && /ghostty|wezterm|conemu|windows.?terminal/i.test(`${program} ${version}`);
}
