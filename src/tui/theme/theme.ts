/** Chooses the theme by settings, NO_COLOR and the terminal's background, and gives every role a style. */

import type { StyleId } from '../../screen/cells/style.ts';
import { noColorStyles } from './no-color.ts';
import { ROLES, type Role } from './roles.ts';
import { cellStyle, type InkStyle, inkStyle, type TextStyle } from './text-style.ts';
import { isThemeName, THEMES, type ThemeName } from './themes.ts';

export type Theme = {
  readonly name: ThemeName;
  readonly noColor: boolean;
  readonly styles: Readonly<Record<Role, TextStyle>>;
  /** Styles for painted rows. */
  readonly cells: Readonly<Record<Role, StyleId>>;
  /** Styles for Ink's `<Text {...theme.ink.muted}>`. */
  readonly ink: Readonly<Record<Role, InkStyle>>;
};

/** A theme of somebody's own: styles that count before those of its base. */
export type CustomStyles = {
  readonly base: ThemeName | undefined;
  readonly styles: Partial<Readonly<Record<Role, TextStyle>>>;
};

export type ThemeChoice = {
  /** `auto`, the name of a theme, or that of a theme file, which `custom` then has. */
  readonly setting: string;
  readonly custom?: CustomStyles | undefined;
  /** NO_COLOR is set and not empty. */
  readonly noColor: boolean;
  /** Answer to OSC 11, 0 to 255 per channel; undefined when the terminal did not answer. */
  readonly background?: readonly [red: number, green: number, blue: number] | undefined;
};

export function themeFor({ setting, custom, noColor, background }: ThemeChoice): Theme {
  const asked = custom === undefined ? setting : custom.base;
  const name = asked !== undefined && isThemeName(asked) ? asked : nameFor(background);
  const coloured = { ...THEMES[name], ...custom?.styles };
  const styles = noColor ? noColorStyles(coloured, name !== 'highContrast') : coloured;
  return { name, noColor, styles, cells: mapRoles(styles, cellStyle), ink: mapRoles(styles, inkStyle) };
}

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
