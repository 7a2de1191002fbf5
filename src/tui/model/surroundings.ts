/** The surroundings of a window, as the environment tells them before the outer terminal has answered. */

import type { AgentLine } from '../../protocol/common/agent-line.ts';
import { type Outer, outerOf } from '../keys/outer-keys.ts';

export type Surroundings = {
  readonly outer: Outer;
  readonly term: string | undefined;
  /** The home directory of whoever sits here; on another machine the host's may differ. */
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
