/** Capabilities of the outer terminal: from the environment at once, from its own answers when they arrive. */

import type { Report, Rgb } from '../input/report.ts';

export type Env = Readonly<Record<string, string | undefined>>;

export type Colors = 'none' | '16' | '256' | 'true';

export type Capabilities = {
  /** Name of the terminal program from TERM_PROGRAM or TERMINAL_EMULATOR; `linux` for the bare console. */
  readonly program: string;
  readonly vscode: boolean;
  readonly tmux: boolean;
  /** Whether we run inside GNU screen, or anything that calls itself so. */
  readonly screen: boolean;
  readonly ssh: boolean;
  /** Whether it is the Linux console, without titles, cursor shapes, mouse or emoji. */
  readonly bareConsole: boolean;
  readonly colors: Colors;
  /** Name and version as the terminal answers. Answers are undefined until they come. */
  readonly version: string | undefined;
  readonly synchronized: boolean | undefined;
  readonly kittyKeyboard: boolean | undefined;
  /** Whether it reads what programs do (OSC 7501). */
  readonly programStatus: boolean;
  readonly ambiguousWide: boolean | undefined;
  /** Whether code points that make one character take the cells of one. */
  readonly clusters: boolean | undefined;
  readonly foreground: Rgb | undefined;
  readonly background: Rgb | undefined;
  /** Pixels of a cell; `cellAnswered` says that the terminal has answered them, not the kernel. */
  readonly cell: { readonly width: number; readonly height: number } | undefined;
  readonly cellAnswered: boolean;
  /** Colour scheme as the terminal announces it, else derived from its background. */
  readonly scheme: 'dark' | 'light' | undefined;
  /** Whether DA1 lists 52: programs may write the clipboard. Most terminals that allow it do not list it. */
  readonly clipboard: boolean;
  /** Image protocols that the terminal has confirmed, or is known to have by its name. */
  readonly images: { readonly kitty: boolean; readonly sixel: boolean; readonly iterm: boolean };
  /** Whether DA1, the last question, is answered: questions still open then get no answer. */
  readonly settled: boolean;
};

export function capabilitiesOf(env: Env): Capabilities {
  const term = env['TERM'] ?? '';
  const program = env['TERM_PROGRAM'] ?? '';
  return {
    program: program || (term === 'linux' ? 'linux' : (env['TERMINAL_EMULATOR'] ?? '')),
    vscode: program === 'vscode',
    tmux: isSet(env['TMUX']) || term.startsWith('tmux'),
    screen: isSet(env['STY']) || term.startsWith('screen'),
    ssh: isSet(env['SSH_CONNECTION']) || isSet(env['SSH_TTY']),
    bareConsole: term === 'linux' || term === 'dumb',
    colors: colorsOf(env, term),
    version: undefined,
    synchronized: undefined,
    kittyKeyboard: undefined,
    programStatus: false,
    ambiguousWide: undefined,
    clusters: undefined,
    foreground: undefined,
    background: undefined,
    cell: undefined,
    cellAnswered: false,
    scheme: undefined,
    clipboard: false,
    images: { kitty: false, sixel: false, iterm: isSet(env['TMUX']) ? false : hasIterm(program, env) },
    settled: false,
  };
}

/** Returns the protocol in which images are shown, the best one first; undefined where there is none. */
export function imageProtocol({ images, cell }: Capabilities): 'kitty' | 'sixel' | 'iterm' | undefined {
  if (images.kitty) return 'kitty';
  // To crop an image, the window must know the pixels of a cell.
  if (cell === undefined) return undefined;
  if (images.iterm) return 'iterm';
  return images.sixel ? 'sixel' : undefined;
}

/** Whether images can be shown, or might be: some answers of the terminal or the kernel are still missing. */
export function mayShowImages(known: Capabilities): boolean {
  if (imageProtocol(known) !== undefined) return true;
  return !known.settled || (known.cell === undefined && (known.images.iterm || known.images.sixel));
}

/** Whether hyperlinks (OSC 8) may be written: terminals without them ignore them, but for a few. */
export function hasLinks({ bareConsole, screen, tmux }: Capabilities): boolean {
  return !bareConsole && (tmux || !screen);
}

/** Reduces one answer of the terminal into its capabilities. */
export function learn(known: Capabilities, report: Report): Capabilities {
  switch (report.kind) {
    case 'primaryAttributes':
      return {
        ...withoutAnswer(known),
        clipboard: report.attributes.includes(52),
        images: { ...known.images, sixel: report.attributes.includes(SIXEL) },
        settled: true,
      };
    case 'graphics':
      return { ...known, images: { ...known.images, kitty: report.ok } };
    case 'version':
      return withVersion(known, report.text.slice(0, versionLimit));
    case 'mode':
      if (report.mode !== 2026) return known;
      return { ...known, synchronized: report.setting === 'set' || report.setting === 'reset' };
    case 'keyboardFlags':
      return { ...known, kittyKeyboard: true };
    case 'programStatus':
      return { ...known, programStatus: true };
    case 'color':
      return withColor(known, report.slot, report.color);
    case 'cursor':
      return widthAnswer(known, report.row, report.column);
    case 'cellSize':
      return withCell(known, report.width, report.height);
    case 'colorScheme':
      return { ...known, scheme: report.scheme };
    case 'secondaryAttributes':
    case 'other':
      return known;
  }
}

/** Longest name kept, in characters: a terminal may answer anything. */
const versionLimit = 100;

/** Row of the probe glyph. Not the first: there the answer would look like F3 with a modifier. */
export const probeRow = 3;
/** Row of the probe cluster. */
const clusterRow = 4;

/** Closes the open questions: the terminal answers in order, and DA1 was asked last. */
function withoutAnswer(known: Capabilities): Capabilities {
  return { ...known, synchronized: known.synchronized ?? false, kittyKeyboard: known.kittyKeyboard ?? false };
}

function withColor(
  known: Capabilities,
  slot: 'foreground' | 'background' | 'cursor',
  color: Rgb,
): Capabilities {
  if (slot === 'foreground') return { ...known, foreground: color };
  if (slot === 'cursor') return known;
  return { ...known, background: color, scheme: isDark(color) ? 'dark' : 'light' };
}

function widthAnswer(known: Capabilities, row: number, column: number): Capabilities {
  if (known.settled) return known;
  if (row === clusterRow && column > 1) return { ...known, clusters: column === 3 };
  if (row !== probeRow || (column !== 2 && column !== 3)) return known;
  return { ...known, ambiguousWide: column === 3 };
}

/** Limit: pixels of a cell. A larger size, or zero, is ignored. */
const mostPixels = 1000;

function withCell(known: Capabilities, width: number, height: number): Capabilities {
  const isSize = Math.min(width, height) > 0 && Math.max(width, height) <= mostPixels;
  return isSize
    ? { ...known, cell: { width, height }, cellAnswered: known.cellAnswered || !known.settled }
    : known;
}

/** The attribute in DA1 that stands for sixel. */
const SIXEL = 4;
/** Terminals with iTerm2's sequence, by their name in the environment or in their version. */
const ITERM: readonly string[] = ['iterm', 'wezterm', 'mintty'];

function hasIterm(program: string, env: Env): boolean {
  const names = [program, env['LC_TERMINAL'] ?? ''].map((name) => name.toLowerCase());
  return ITERM.some((each) => names.some((name) => name.startsWith(each)));
}

function withVersion(known: Capabilities, version: string): Capabilities {
  const iterm = known.images.iterm || ITERM.some((each) => version.toLowerCase().startsWith(each));
  return { ...known, version, images: { ...known.images, iterm } };
}

/** Whether a colour is dark, by its Rec. 709 luma. */
function isDark({ red, green, blue }: Rgb): boolean {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 128;
}

/** Colours of the terminal; NO_COLOR counts with any value but the empty one (https://no-color.org). */
function colorsOf(env: Env, term: string): Colors {
  if (isSet(env['NO_COLOR']) || term === 'dumb') return 'none';
  if (/^(truecolor|24bit)$/i.test(env['COLORTERM'] ?? '')) return 'true';
  if (term === 'linux') return '16';
  if (/-direct$|kitty|alacritty|ghostty|wezterm|foot/.test(term)) return 'true';
  return /256color/.test(term) || isSet(env['TMUX']) ? '256' : '16';
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}

// Questions to the outer terminal at start, in one write; the answers arrive as report tokens at any time.

/** A glyph of ambiguous width (UAX 11) that our frames use. */
const probeGlyph = '●';
/** A family, of four code points. Old terminals draw each of them in one cell, so fewer would not tell. */
const probeCluster = '👨\u200d👩\u200d👧\u200d👦';

/** A kitty graphics query: an image of one pixel that is not displayed. */
const graphicsQuestion = '\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\';

/** Asks for the pixels of a cell. */
export const CELL_QUESTION = '\x1b[16t';

/**
 * Returns the questions, to be written to a cleared screen before the first frame. The last one is DA1, which every
 * terminal answers: when its answer comes, no other one follows.
 */
export function questions({ bareConsole, tmux, screen, program }: Capabilities): string {
  // The console prints some of these instead of ignoring them.
  if (bareConsole) return '';
  return [
    '\x1b[?2026$p',
    '\x1b[?u',
    '\x1b[>0q',
    '\x1b]7501;?\x1b\\',
    '\x1b]10;?\x1b\\',
    '\x1b]11;?\x1b\\',
    CELL_QUESTION,
    `\x1b[${probeRow};1H${probeGlyph}\x1b[6n\x1b[${probeRow};1H\x1b[K`,
    `\x1b[${clusterRow};1H${probeCluster}\x1b[6n\x1b[${clusterRow};1H\x1b[K\x1b[H`,
    // tmux takes every APC as a title; screen and Terminal.app print it.
    tmux || screen || program === 'Apple_Terminal' ? '' : graphicsQuestion,
    '\x1b[c',
  ].join('');
}

// Sequences for the terminal behind a multiplexer, wrapped so that the multiplexer passes them on unread.

/** Wraps bytes for tmux, which passes them on with `allow-passthrough on` and drops them without. */
export function throughTmux(bytes: string): string {
  return `\x1bPtmux;${bytes.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`;
}

/** Wraps bytes for GNU screen, which passes strings on in pieces of at most 768 bytes. */
export function throughScreen(bytes: string): string {
  const pieces = bytes.match(/.{1,256}/gs) ?? [];
  return pieces.map((piece) => `\x1bP${piece}\x1b\\`).join('');
}
