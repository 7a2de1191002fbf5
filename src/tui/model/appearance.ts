/** How the window draws, from what is known of the outer terminal; it may learn more while it runs. */

import type { Settings } from '../config/settings.ts';
import { keptKeys } from '../keys/outer-keys.ts';
import type { Capabilities } from '../outer/capabilities.ts';
import { ASCII_GLYPHS, glyphsFor } from '../theme/glyphs.ts';
import { themeFor } from '../theme/theme.ts';
import type { Model, WindowLook } from './model.ts';
import { type Step, step } from './step.ts';
import type { Surroundings } from './surroundings.ts';

export function windowLook(settings: Settings, around: Surroundings, capabilities: Capabilities): WindowLook {
  const { background } = capabilities;
  const glyphs = glyphsFor(settings.ascii, {
    term: around.term,
    utf8: around.utf8,
    narrow: capabilities.ambiguousWide === undefined ? undefined : !capabilities.ambiguousWide,
  });
  return {
    theme: themeFor({
      setting: settings.theme,
      noColor: around.noColor,
      background: background && [background.red, background.green, background.blue],
    }),
    glyphs,
    ascii: glyphs === ASCII_GLYPHS,
    keptKeys: keptKeys(around.outer),
  };
}

/** An answer of the outer terminal may change how the window draws, and what the host tells programs that ask. */
export function sawReport(before: Model, capabilities: Capabilities): Step {
  if (capabilities === before.outer) return step(before);
  const look = windowLook(before.settings, before.around, capabilities);
  const next: Model = { ...before, outer: capabilities, look };
  const colors =
    capabilities.background !== before.outer.background ||
    capabilities.foreground !== before.outer.foreground;
  return colors ? step(next, { kind: 'colors' }) : step(next);
}
