/** The appearance of a window, derived from the settings and from what is known of the outer terminal. */

import type { Settings } from '../config/settings.ts';
import { keptKeys } from '../keys/outer-keys.ts';
import type { Capabilities } from '../outer/capabilities.ts';
import { ASCII_GLYPHS, type Glyphs, glyphsFor } from '../theme/glyphs.ts';
import { type CustomStyles, type Theme, themeFor } from '../theme/theme.ts';
import type { Surroundings } from './surroundings.ts';

export type Appearance = {
  readonly theme: Theme;
  readonly glyphs: Glyphs;
  readonly ascii: boolean;
  /** Whether headers are rules, because they cannot stand on a surface; known when the terminal has answered. */
  readonly rules: boolean;
  /** Keys the outer terminal keeps for itself: hints name others. */
  readonly keptKeys: ReadonlySet<string>;
};

export function appearanceOf(
  settings: Settings,
  around: Surroundings,
  capabilities: Capabilities,
  custom: CustomStyles | undefined,
): Appearance {
  const { background, foreground, colors } = capabilities;
  const glyphs = glyphsFor(settings.ascii, {
    term: around.term,
    utf8: around.utf8,
    narrow: capabilities.ambiguousWide === undefined ? undefined : !capabilities.ambiguousWide,
  });
  const theme = themeFor({
    setting: settings.theme,
    custom,
    noColor: around.noColor,
    background: background && [background.red, background.green, background.blue],
    foreground: foreground && [foreground.red, foreground.green, foreground.blue],
    depth: colors === 'true' || colors === '256' ? colors : undefined,
  });
  return {
    theme,
    glyphs,
    ascii: glyphs === ASCII_GLYPHS,
    rules: theme.surface === undefined && capabilities.settled,
    keptKeys: keptKeys(around.outer),
  };
}
