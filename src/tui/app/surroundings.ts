/** Where the window runs — what the environment says, before the terminal has answered anything. */

import { type Outer, outerOf } from '../keys/outer-keys.ts';

export type Surroundings = {
  readonly outer: Outer;
  readonly term: string | undefined;
  readonly utf8: boolean;
  readonly noColor: boolean;
};

export function surroundings(env: NodeJS.ProcessEnv, platform: string): Surroundings {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
  return {
    outer: outerOf(env, platform),
    term: env['TERM'],
    // A terminal without a locale is far more often a modern one in a bare environment than an 8-bit one.
    utf8: locale === '' || /utf-?8/i.test(locale) || locale === 'C.UTF-8',
    noColor: (env['NO_COLOR'] ?? '') !== '',
  };
}
