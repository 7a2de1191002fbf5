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
  /** Keys the outer terminal keeps for itself: hints name others. */
  readonly keptKeys: ReadonlySet<string>;
};

export function appearanceOf(
  settings: Settings,
  around: Surroundings,
  capabilities: Capabilities,
  custom: CustomStyles | undefined,
): Appearance {
  const { background } = capabilities;
  const glyphs = glyphsFor(settings.ascii, {
    term: around.term,
    utf8: around.utf8,
    narrow: capabilities.ambiguousWide === undefined ? undefined : !capabilities.ambiguousWide,
  });
  return {
    theme: themeFor({
      setting: settings.theme,
      custom,
      noColor: around.noColor,
      background: background && [background.red, background.green, background.blue],
    }),
    glyphs,
    ascii: glyphs === ASCII_GLYPHS,
    keptKeys: keptKeys(around.outer),
  };
}
