/** What is known of the outer terminal: from the environment at once, from its own answers when they arrive. */

import type { Report, Rgb } from '../input/report.ts';

export type Env = Readonly<Record<string, string | undefined>>;

export type Colors = 'none' | '16' | '256' | 'true';

export type Capabilities = {
  /** TERM_PROGRAM and its like, as the terminal calls itself; `linux` for the bare console. */
  readonly program: string;
  readonly vscode: boolean;
  readonly tmux: boolean;
  /** GNU screen, or anything that calls itself so. */
  readonly screen: boolean;
  readonly ssh: boolean;
  /** The Linux console: no titles, cursor shapes, mouse or emoji. */
  readonly bareConsole: boolean;
  readonly colors: Colors;
  /** Undefined while the terminal has not said. */
  readonly version: string | undefined;
  readonly synchronized: boolean | undefined;
  readonly kittyKeyboard: boolean | undefined;
  readonly ambiguousWide: boolean | undefined;
  readonly foreground: Rgb | undefined;
  readonly background: Rgb | undefined;
  /** Dark or light as the terminal announces it, else by its background. */
  readonly scheme: 'dark' | 'light' | undefined;
  /** DA1 says 52: programs may write the clipboard. Most terminals that allow it do not say so. */
  readonly clipboard: boolean;
  /** The fence came back: what has not been answered by now will not be. */
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
    ambiguousWide: undefined,
    foreground: undefined,
    background: undefined,
    scheme: undefined,
    clipboard: false,
    settled: false,
  };
}

/** The reducer of answers. */
export function learn(known: Capabilities, report: Report): Capabilities {
  switch (report.kind) {
    case 'primaryAttributes':
      return { ...withoutAnswer(known), clipboard: report.attributes.includes(52), settled: true };
    case 'version':
      return { ...known, version: report.text.slice(0, versionLimit) };
    case 'mode':
      if (report.mode !== 2026) return known;
      return { ...known, synchronized: report.setting === 'set' || report.setting === 'reset' };
    case 'keyboardFlags':
      return { ...known, kittyKeyboard: true };
    case 'color':
      return withColor(known, report.slot, report.color);
    case 'cursor':
      return widthAnswer(known, report.row, report.column);
    case 'colorScheme':
      return { ...known, scheme: report.scheme };
    case 'secondaryAttributes':
    case 'other':
      return known;
  }
}

/** A terminal may say anything; nobody reads more of its name. */
const versionLimit = 100;

/** The row in which the probe glyph is written: not the first, where the answer would look like F3 with a modifier. */
export const probeRow = 3;

/** The terminal answers in order: when the fence is back, an open question has no answer. */
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
  if (known.settled || row !== probeRow || (column !== 2 && column !== 3)) return known;
  return { ...known, ambiguousWide: column === 3 };
}

/** Rec. 709 luma: how bright the eye finds it. */
function isDark({ red, green, blue }: Rgb): boolean {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 128;
}

/** https://no-color.org: any value but the empty one. */
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
