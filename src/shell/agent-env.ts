/**
 * The environment of a terminal that an agent created: no pager, editor or question waits for a person. Questions are
 * refused or get a harmless answer, never a destructive one. Colours stay.
 */

import type { Env } from './child-env.ts';

/** Variables against pagers, editors and questions. No value holds a space: the shell scripts split at spaces. */
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
  // For programs that call `less` by name: it exits at once when everything fits on the screen.
  LESS: '-FRX',
  GIT_TERMINAL_PROMPT: '0',
  GCM_INTERACTIVE: 'never',
  GIT_MERGE_AUTOEDIT: 'no',
  // git keeps the message or list that it proposes; `git commit` without a message stops with an error.
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
  // `npx` installs a package without asking, as it does without a terminal.
  npm_config_yes: 'true',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
  NO_UPDATE_NOTIFIER: '1',
  COREPACK_ENABLE_DOWNLOAD_PROMPT: '0',
  TF_INPUT: '0',
};

/** Holds the agent's handle, so that programs can recognise an agent's terminal. */
const AGENT = 'COTTY_AGENT';

/** Returns the variables to add. `own` holds the variables that the creator set; these take precedence. */
export function agentEnv(handle: string, own: Env): Record<string, string> {
  const added = Object.entries(QUIET).filter(([name]) => own[name] === undefined);
  return {
    ...Object.fromEntries(added),
    [AGENT]: handle,
    // For our shell scripts: they set these again after the user's own files, and keep the history in memory only.
    COTTY_QUIET: added.map(([name, value]) => `${name}=${value}`).join(' '),
  };
}

/** Removes these variables in case the host was started in an agent's terminal: terminals of people must not have them. */
export function withoutAgentEnv(env: Env): Env {
  if (env[AGENT] === undefined) return env;
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name, value]) => name !== AGENT && name !== 'COTTY_QUIET' && QUIET[name] !== value,
    ),
  );
}
