/**
 * Reads a theme file, line by line: `ROLE = [COLOUR] [on COLOUR] [bold] [dim] [italic] [underline] [inverse]`, and
 * `base = dark`, whose styles count where the file says nothing. A colour is one of the 16 names or `#rrggbb`.
 */

import { didYouMean } from '../../protocol/common/nearest.ts';
import { ROLES, type Role } from '../theme/roles.ts';
import { type Color, isColor, NAMED_COLORS, type TextStyle } from '../theme/text-style.ts';
import type { CustomStyles } from '../theme/theme.ts';
import { isThemeName, THEME_NAMES, type ThemeName } from '../theme/themes.ts';
import { readLine } from './line.ts';

export type ThemeProblem = { readonly line: number; readonly text: string; readonly problem: string };

const ATTRIBUTES = ['bold', 'dim', 'italic', 'underline', 'inverse'] as const;
type Attribute = (typeof ATTRIBUTES)[number];

/** Line limit: many times what a theme has. */
const MAX_LINES = 1_000;
/** Characters of a bad line that a report quotes. */
const MAX_QUOTED = 120;

type Reading = { base: ThemeName | undefined; styles: Partial<Record<Role, TextStyle>> };

export function parseTheme(file: string): {
  readonly theme: CustomStyles;
  readonly problems: readonly ThemeProblem[];
} {
  const theme: Reading = { base: undefined, styles: {} };
  const lines = file.split(/\r\n|\n|\r/).slice(0, MAX_LINES);
  const problems = lines.flatMap((text, index): ThemeProblem[] => {
    const problem = takeLine(theme, text);
    return problem === undefined ? [] : [{ line: index + 1, text: text.slice(0, MAX_QUOTED), problem }];
  });
  return { theme, problems };
}

/** Reads one line into `theme`. Returns the problem with the line, if any. */
function takeLine(theme: Reading, text: string): string | undefined {
  const read = readLine(withQuotedColors(text));
  if (read.kind === 'empty') return undefined;
  if (read.kind !== 'setting') return 'a line must be "ROLE = STYLE" or "base = THEME"';
  const { name, value } = read;
  if (name === 'base') {
    if (!isThemeName(value)) return `base must be one of ${THEME_NAMES.join(', ')}`;
    theme.base = value;
    return undefined;
  }
  if (!isRole(name)) {
    return `nothing is called ${name}${didYouMean(name, ROLES)}`;
  }
  const style = readStyle(value);
  if (typeof style === 'string') return style;
  theme.styles[name] = style;
  return undefined;
}

/** Puts true colours in quotes: elsewhere in our files a word that begins with # is a comment. */
function withQuotedColors(text: string): string {
  const value = text.indexOf('=') + 1;
  if (value === 0) return text;
  const quoted = text.slice(value).replaceAll(/(^|\s)(#[0-9a-fA-F]{6})(?=\s|$)/g, '$1"$2"');
  return text.slice(0, value) + quoted;
}

/** Returns the style, or the problem with it. */
function readStyle(text: string): TextStyle | string {
  const style: { fg?: Color; bg?: Color } & Partial<Record<Attribute, boolean>> = {};
  let isBackground = false;
  for (const word of text.split(/\s+/).filter((each) => each !== '')) {
    if (word === 'on') isBackground = true;
    else if (isAttribute(word)) style[word] = true;
    else if (!isColor(word)) return `${word} is no colour: one of ${NAMED_COLORS.join(', ')}, or #rrggbb`;
    else if (isBackground) style.bg = word;
    else style.fg = word;
  }
  return isBackground && style.bg === undefined ? 'after "on" must come a colour' : style;
}

function isRole(word: string): word is Role {
  return (ROLES as readonly string[]).includes(word);
}

function isAttribute(word: string): word is Attribute {
  return (ATTRIBUTES as readonly string[]).includes(word);
}
