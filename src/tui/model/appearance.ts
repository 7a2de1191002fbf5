/** The appearance of a window, derived from the settings and from what is known of the outer terminal. */

import type { AgentLine } from '../../protocol/common/agent-line.ts';
import type { Settings } from '../config/settings.ts';
import { keptKeys, type Outer, outerOf } from '../keys/outer-keys.ts';
import type { Capabilities } from '../outer/capabilities.ts';
import { ASCII_GLYPHS, type Glyphs, glyphsFor } from '../theme/glyphs.ts';
import { type OwnStyles, type Theme, themeFor } from '../theme/theme.ts';

export type Appearance = {
  readonly theme: Theme;
  readonly glyphs: Glyphs;
  readonly ascii: boolean;
  /** Whether headers are drawn as rules, because the theme has no surface colour; known when the terminal has answered. */
  readonly rules: boolean;
  /** Keys the outer terminal keeps for itself: hints name others. */
  readonly keptKeys: ReadonlySet<string>;
};

export function appearanceOf(
  settings: Settings,
  around: Surroundings,
  capabilities: Capabilities,
  own: OwnStyles,
): Appearance {
  const { background, foreground, colors } = capabilities;
  const glyphs = glyphsFor(settings.ascii, {
    term: around.term,
    utf8: around.utf8,
    narrow: capabilities.ambiguousWide === undefined ? undefined : !capabilities.ambiguousWide,
  });
  const theme = themeFor({
    setting: settings.theme,
    own,
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

// The surroundings of a window, from environment variables, before the outer terminal has answered.

export type Surroundings = {
  readonly outer: Outer;
  readonly term: string | undefined;
  /** The user's home directory on this machine; that of a host on another machine may differ. */
  readonly home: string | undefined;
  readonly utf8: boolean;
  readonly noColor: boolean;
  /** The text by which an agent joins; undefined when none can, because the host is inside this window. */
  readonly agentLine: AgentLine | undefined;
};

export function surroundings(
  env: NodeJS.ProcessEnv,
  platform: string,
  line: AgentLine | undefined,
): Surroundings {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
  return {
    outer: outerOf(env, platform),
    term: env['TERM'],
    home: env['HOME'],
    // A terminal without a locale is far more often a modern one in a bare environment than an 8-bit one.
    utf8: locale === '' || /utf-?8/i.test(locale) || locale === 'C.UTF-8',
    noColor: (env['NO_COLOR'] ?? '') !== '',
    agentLine: line,
  };
}
