/** The themes: a text style for every role, with named colours only. */

import type { Role } from './roles.ts';
import type { NamedColor, TextStyle } from './text-style.ts';

export const THEME_NAMES = ['light', 'dark', 'highContrast'] as const;

export type ThemeName = (typeof THEME_NAMES)[number];

/** Styles that do not depend on the background. */
const SHARED = {
  text: {},
  surface: {},
  title: { bold: true },
  input: {},
  tab: {},
  tabActive: { bold: true, inverse: true },
  failureChip: { fg: 'whiteBright', bg: 'red', bold: true },
  paneMany: { fg: 'whiteBright', bg: 'red', bold: true },
  command: { bold: true },
  selected: { inverse: true },
} as const satisfies Partial<Record<Role, TextStyle>>;

/** Words of the modes. Never bold: many terminals draw bold black as grey. */
const MODE_WORDS = {
  modeRun: { fg: 'black', bg: 'green' },
  modeRaw: { fg: 'black', bg: 'yellow' },
  modeLock: { fg: 'black', bg: 'redBright' },
  modeBrowse: { fg: 'black', bg: 'cyan' },
  modeDialog: { fg: 'black', bg: 'magentaBright' },
} as const satisfies Partial<Record<Role, TextStyle>>;

const DARK: Readonly<Record<Role, TextStyle>> = {
  ...SHARED,
  muted: { fg: 'gray' },
  border: { fg: 'gray' },
  separator: { fg: 'gray' },
  paneBorder: { fg: 'gray' },
  paneFront: { fg: 'cyanBright' },
  prompt: { fg: 'cyanBright', bold: true },
  ghost: { fg: 'gray' },
  key: { fg: 'cyanBright' },
  tabAttention: { fg: 'yellowBright', bold: true },
  ...MODE_WORDS,
  running: { fg: 'cyanBright' },
  success: { fg: 'greenBright' },
  failure: { fg: 'redBright', bold: true },
  warning: { fg: 'yellowBright', bold: true },
  interrupted: { fg: 'yellow' },
  unknown: { fg: 'gray' },
  match: { fg: 'yellowBright', underline: true },
  matchCurrent: { fg: 'black', bg: 'yellowBright', underline: true },
  removed: { fg: 'redBright' },
  added: { fg: 'greenBright' },
  removedWord: { fg: 'redBright', inverse: true },
  addedWord: { fg: 'greenBright', inverse: true },
  person: { fg: 'greenBright' },
  agent: { fg: 'magentaBright' },
  info: { fg: 'cyanBright' },
  error: { fg: 'redBright', bold: true },
  unreachable: { fg: 'gray' },
};

/** Colours for the names of agents and other people; each name keeps its colour. */
export const NAME_COLORS: Readonly<Record<ThemeName, readonly NamedColor[]>> = {
  dark: ['magentaBright', 'cyanBright', 'blueBright', 'greenBright'],
  light: ['magenta', 'blue', 'green', 'red'],
  highContrast: [],
};

/** The light theme avoids bright colours, yellow and cyan: they vanish on white. */
const LIGHT: Readonly<Record<Role, TextStyle>> = {
  ...SHARED,
  muted: { fg: 'gray' },
  border: { fg: 'gray' },
  separator: { fg: 'gray' },
  paneBorder: { fg: 'gray' },
  paneFront: { fg: 'blue' },
  prompt: { fg: 'blue', bold: true },
  ghost: { fg: 'gray' },
  key: { fg: 'blue' },
  tabAttention: { fg: 'magenta', bold: true },
  ...MODE_WORDS,
  running: { fg: 'blue' },
  success: { fg: 'green' },
  failure: { fg: 'red', bold: true },
  warning: { fg: 'magenta', bold: true },
  interrupted: { fg: 'magenta' },
  unknown: { fg: 'gray' },
  match: { fg: 'black', bg: 'yellow', underline: true },
  matchCurrent: { inverse: true, bold: true, underline: true },
  removed: { fg: 'red' },
  added: { fg: 'green' },
  removedWord: { fg: 'red', inverse: true },
  addedWord: { fg: 'green', inverse: true },
  person: { fg: 'green' },
  agent: { fg: 'magenta' },
  info: { fg: 'blue' },
  error: { fg: 'red', bold: true },
  unreachable: { fg: 'gray' },
};

/** The high-contrast theme uses the terminal's own two colours and attributes; nothing is dim or gray. */
const HIGH_CONTRAST: Readonly<Record<Role, TextStyle>> = {
  ...SHARED,
  muted: {},
  border: {},
  separator: {},
  paneBorder: {},
  paneFront: { bold: true },
  paneMany: { bold: true, inverse: true },
  prompt: { bold: true },
  ghost: { italic: true, underline: true },
  key: { bold: true },
  tabAttention: { bold: true, underline: true },
  modeRun: { inverse: true },
  modeRaw: { inverse: true },
  modeLock: { inverse: true },
  modeBrowse: { inverse: true },
  modeDialog: { inverse: true },
  running: { bold: true },
  success: {},
  failure: { bold: true, inverse: true },
  failureChip: { bold: true, inverse: true },
  warning: { bold: true, underline: true },
  interrupted: { underline: true },
  unknown: { underline: true },
  match: { underline: true, bold: true },
  matchCurrent: { inverse: true, bold: true, underline: true },
  removed: {},
  added: {},
  removedWord: { inverse: true },
  addedWord: { inverse: true },
  person: { bold: true },
  agent: { bold: true, underline: true },
  info: { bold: true },
  error: { bold: true, inverse: true },
  unreachable: {},
};

export const THEMES: Readonly<Record<ThemeName, Readonly<Record<Role, TextStyle>>>> = {
  dark: DARK,
  light: LIGHT,
  highContrast: HIGH_CONTRAST,
};
