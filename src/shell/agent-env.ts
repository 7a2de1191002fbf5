/**
 * The environment of a terminal that an agent made: nothing waits in a pager, an editor or a question that only a
 * person would expect. Questions are refused or take their harmless answer, never one that destroys. Colours stay.
 */

import type { Env } from './child-env.ts';

/** No value holds a blank: the shells take them apart at these. */
const QUIET: Readonly<Record<string, string>> = {
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  MANPAGER: 'cat',
  GH_PAGER: 'cat',
  SYSTEMD_PAGER: 'cat',
  AWS_PAGER: 'cat',
  DELTA_PAGER: 'cat',
  PSQL_PAGER: 'cat',
  BAT_PAGING: 'never',
  // Called by name, it leaves at once when everything fits on the screen.
  LESS: '-FRX',
  GIT_TERMINAL_PROMPT: '0',
  GCM_INTERACTIVE: 'never',
  GIT_MERGE_AUTOEDIT: 'no',
  // Messages and lists are taken as git has written them; without one `git commit` says so and stops.
  GIT_EDITOR: 'true',
  GIT_SEQUENCE_EDITOR: 'true',
  GH_PROMPT_DISABLED: '1',
  DEBIAN_FRONTEND: 'noninteractive',
  APT_LISTCHANGES_FRONTEND: 'none',
  NEEDRESTART_MODE: 'l',
  PIP_NO_INPUT: '1',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
  POETRY_NO_INTERACTION: '1',
  COMPOSER_NO_INTERACTION: '1',
  // As without a terminal: `npx` fetches what it is told to run.
  npm_config_yes: 'true',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
  NO_UPDATE_NOTIFIER: '1',
  COREPACK_ENABLE_DOWNLOAD_PROMPT: '0',
  TF_INPUT: '0',
};

/** Says that an agent's terminal is around, and whose; programs may look. */
const AGENT = 'COTTY_AGENT';

/** `own`: what its maker wants otherwise. */
export function agentEnv(handle: string, own: Env): Record<string, string> {
  const added = Object.entries(QUIET).filter(([name]) => own[name] === undefined);
  return {
    ...Object.fromEntries(added),
    [AGENT]: handle,
    // For our scripts, which set them again after the user's own files, and let no history be written.
    COTTY_QUIET: added.map(([name, value]) => `${name}=${value}`).join(' '),
  };
}

/** Of a host that was started from an agent's terminal: the terminals of people have none of it. */
export function withoutAgentEnv(env: Env): Env {
  if (env[AGENT] === undefined) return env;
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name, value]) => name !== AGENT && name !== 'COTTY_QUIET' && QUIET[name] !== value,
    ),
  );
}
