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

/**
 * Variables by which agents mark the programs that they start. An agent that finds them believes that it is nested in another one: it
 * saves no transcript, or speaks to that one.
 */
const MARKS: ReadonlySet<string> = new Set(
  (
    'AI_AGENT COTTY_AGENT COTTY_QUIET CLAUDECODE CLAUDE_PID CLAUDE_EFFORT CLAUDE_ENV_FILE CLAUDE_JOB_DIR CLAUDE_PROJECT_DIR ' +
    'CLAUDE_SESSION_ID CODEX_CI CODEX_SESSION_ID CODEX_THREAD_ID CODEX_TOOL_CALL_ID COPILOT_SESSION_ID CURSOR_AGENT GEMINI_CLI ' +
    'OPENCODE OPENCODE_PID'
  ).split(' '),
);
/** Most variables `CLAUDE_CODE_…` are marks, too; those whose next word is one of these are the user's settings. */
const SETTINGS: ReadonlySet<string> = new Set(
  (
    'ACCESSIBILITY ADDITIONAL API ATTRIBUTION AUTO CERT CLIENT CUSTOM DEBUG DISABLE EFFORT ENABLE EXPERIMENTAL EXTRA FILE FORCE FORK ' +
    'GIT GLOB HIDE IDE MAX MCP NEW NO OAUTH OTEL PACKAGE PERFORCE PLUGIN POWERSHELL PROXY SCROLL SHELL SIMPLE SKIP STOP SUBAGENT ' +
    'SUBPROCESS SYNTAX TMPDIR USE'
  ).split(' '),
);

function isMark(name: string): boolean {
  if (MARKS.has(name) || name.startsWith('CLAUDE_BG_')) return true;
  const word = /^CLAUDE_CODE_([A-Z0-9]+)/.exec(name)?.[1];
  return word !== undefined && !SETTINGS.has(word);
}

/** What agents set besides, as we do: without pagers, editors and colours. */
const LOUD: Readonly<Record<string, string>> = { ...QUIET, NO_COLOR: '1' };

/**
 * Removes these variables in case the host was started in an agent's terminal, or by an agent (`cotty mcp`): in the terminals of people
 * no agent runs yet.
 */
export function withoutAgentEnv(env: Env): Env {
  const entries = Object.entries(env);
  const left = entries.filter(([name]) => !isMark(name));
  if (left.length === entries.length) return env;
  return Object.fromEntries(left.filter(([name, value]) => LOUD[name] !== value));
}
