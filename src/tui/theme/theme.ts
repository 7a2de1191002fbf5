/** The theme in use: settings, NO_COLOR and the terminal's background to a look for every role. */

import type { StyleId } from '../../screen/cells/style.ts';
import { cellStyle, type InkLook, inkLook, type Look } from './look.ts';
import { noColorLooks } from './no-color.ts';
import { ROLES, type Role } from './roles.ts';
import { THEMES, type ThemeName } from './themes.ts';

export type Theme = {
  readonly name: ThemeName;
  readonly noColor: boolean;
  readonly looks: Readonly<Record<Role, Look>>;
  /** For painted rows. */
  readonly cells: Readonly<Record<Role, StyleId>>;
  /** For Ink's `<Text {...theme.ink.muted}>`. */
  readonly ink: Readonly<Record<Role, InkLook>>;
};

export type ThemeChoice = {
  readonly setting: 'auto' | ThemeName;
  /** NO_COLOR is set and not empty. */
  readonly noColor: boolean;
  /** Answer to OSC 11, as 0–255 each; undefined: no answer. */
  readonly background?: readonly [red: number, green: number, blue: number] | undefined;
};

export function themeFor({ setting, noColor, background }: ThemeChoice): Theme {
  const name = setting === 'auto' ? nameFor(background) : setting;
  const looks = noColor ? noColorLooks(THEMES[name], name !== 'highContrast') : THEMES[name];
  return { name, noColor, looks, cells: mapRoles(looks, cellStyle), ink: mapRoles(looks, inkLook) };
}

/** Dark where nobody knows: most terminals are, and its colours are readable on light more than the reverse. */
function nameFor(background: ThemeChoice['background']): ThemeName {
  if (background === undefined) return 'dark';
  const [red, green, blue] = background;
  // Perceived lightness (ITU-R BT.601 weights).
  return (red * 299 + green * 587 + blue * 114) / 1000 > 127 ? 'light' : 'dark';
}

function mapRoles<T>(looks: Readonly<Record<Role, Look>>, map: (look: Look) => T): Readonly<Record<Role, T>> {
  // Every role is in the list, which the compiler does not see in fromEntries.
  return Object.fromEntries(ROLES.map((role) => [role, map(looks[role])])) as Record<Role, T>;
}
