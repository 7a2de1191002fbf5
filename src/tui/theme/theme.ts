/** Chooses the theme by settings, NO_COLOR and the terminal's background, and gives every role a style. */

import type { StyleId } from '../../screen/cells/style.ts';
import { ROLES, type Role } from './roles.ts';
import { isLight, mixed, type Rgb, type Surface, surfaceOf } from './surface.ts';
import { cellStyle, type InkStyle, inkStyle, type TextStyle, withoutColor } from './text-style.ts';
import { NAME_COLORS, THEMES, type ThemeName } from './themes.ts';

export type Theme = {
  readonly name: ThemeName;
  readonly noColor: boolean;
  readonly styles: Readonly<Record<Role, TextStyle>>;
  /** Styles for painted rows. */
  readonly cells: Readonly<Record<Role, StyleId>>;
  /** Styles for Ink's `<Text {...theme.ink.muted}>`. */
  readonly ink: Readonly<Record<Role, InkStyle>>;
  /** Styles for the names of agents and other people; each name keeps its style. */
  readonly names: readonly StyleId[];
  /** Background of tabs, headers and bar; undefined where reverse, dim and rules take its place. */
  readonly surface: Surface | undefined;
};

/** Styles of the configuration, which take precedence over those of the theme. */
export type OwnStyles = Partial<Readonly<Record<Role, TextStyle>>>;

export type ThemeChoice = {
  readonly setting: 'auto' | ThemeName;
  readonly own?: OwnStyles;
  /** NO_COLOR is set and not empty. */
  readonly noColor: boolean;
  /** Answer to OSC 11, 0 to 255 per channel; undefined when the terminal did not answer. */
  readonly background?: Rgb | undefined;
  /** Answer to OSC 10. */
  readonly foreground?: Rgb | undefined;
  /** Colours of the terminal beside the 16 named ones. */
  readonly depth?: 'true' | '256' | undefined;
};

export function themeFor({ setting, own = {}, noColor, background, foreground, depth }: ThemeChoice): Theme {
  const name = setting === 'auto' ? nameFor(background) : setting;
  const plain = noColor || name === 'highContrast' || depth === undefined;
  const color = plain ? undefined : surfaceColor(own, background, foreground);
  const text = foreground ?? (color && isLight(color) ? BLACK : WHITE);
  const surface =
    plain || color === undefined ? undefined : surfaceOf(color, { foreground: text, background }, depth);
  const modes = plain ? {} : fixedModes(THEMES[name], depth);
  const onSurface = surface === undefined ? {} : ON_SURFACE;
  const coloured = { ...THEMES[name], ...modes, ...onSurface, ...own };
  const styles = noColor ? noColorStyles(coloured, name !== 'highContrast') : coloured;
  const cells = mapRoles(styles, cellStyle);
  const names = noColor ? [] : NAME_COLORS[name].map((fg) => cellStyle({ ...styles.agent, fg }));
  return { name, noColor, styles, cells, ink: mapRoles(styles, inkStyle), names, surface };
}

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];

/** Part of the foreground in the surface. */
const PART = 0.1;

/** Returns the colour that the configuration gives the surface, else one mixed from the background. */
function surfaceColor(
  { surface }: OwnStyles,
  background: Rgb | undefined,
  foreground: Rgb | undefined,
): Rgb | undefined {
  const own = surface?.bg;
  if (own?.startsWith('#')) {
    const value = Number.parseInt(own.slice(1), 16);
    return [value >> 16, (value >> 8) & 255, value & 255];
  }
  return background && mixed(background, foreground ?? (isLight(background) ? BLACK : WHITE), PART);
}

const MODES = ['modeRun', 'modeRaw', 'modeLock', 'modeBrowse', 'modeDialog'] as const;

/** Black that no palette changes, for the words of the modes. */
function fixedModes(styles: Readonly<Record<Role, TextStyle>>, depth: 'true' | '256') {
  const fg = depth === 'true' ? '#000000' : 'ansi256(16)';
  return Object.fromEntries(MODES.map((role) => [role, { ...styles[role], fg } as const]));
}

/** The tab in front has the colour of the body, while the others stand on the surface. */
const ON_SURFACE = { tabActive: { bold: true } } as const;

/**
 * Chooses the theme for a background. An unknown background counts as dark: most terminals are dark, and dark-theme
 * colours are easier to read on light than the reverse.
 */
function nameFor(background: ThemeChoice['background']): ThemeName {
  if (background === undefined) return 'dark';
  const [red, green, blue] = background;
  // Perceived lightness (ITU-R BT.601 weights).
  return (red * 299 + green * 587 + blue * 114) / 1000 > 127 ? 'light' : 'dark';
}

function mapRoles<T>(
  styles: Readonly<Record<Role, TextStyle>>,
  map: (style: TextStyle) => T,
): Readonly<Record<Role, T>> {
  // ROLES has every role, but the type of fromEntries does not show that.
  return Object.fromEntries(ROLES.map((role) => [role, map(styles[role])])) as Record<Role, T>;
}

/** Styles for NO_COLOR: attributes only, with some added where colour alone distinguished parts of the frame. */
const REPLACEMENTS: Partial<Readonly<Record<Role, TextStyle>>> = {
  muted: { dim: true },
  ghost: { dim: true, italic: true },
  unreachable: { dim: true },
  border: { dim: true },
  separator: { dim: true },
  paneBorder: { dim: true },
  paneFront: { bold: true },
  paneMany: { bold: true, inverse: true },
  key: { bold: true },
  running: { bold: true },
  match: { underline: true, bold: true },
  matchCurrent: { underline: true, bold: true, inverse: true },
  agent: { underline: true },
};

/** Returns the styles without colours. `mayDim` is false where nothing may be dim (high contrast). */
function noColorStyles(
  styles: Readonly<Record<Role, TextStyle>>,
  mayDim: boolean,
): Readonly<Record<Role, TextStyle>> {
  const plain = { ...styles };
  for (const role of ROLES) {
    plain[role] = (mayDim ? REPLACEMENTS[role] : undefined) ?? withoutColor(styles[role]);
  }
  return plain;
}
