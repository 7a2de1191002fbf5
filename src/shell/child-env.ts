/** The environment of a shell: without the variables that describe the terminal in which the host was started. */

import { REPORT_KEY, reportKey } from './report-key.ts';

export type Env = Readonly<Record<string, string | undefined>>;

const removedNames: ReadonlySet<string> = new Set([
  'COLORFGBG',
  'COLUMNS',
  'COTTY_DELIVERY',
  'COTTY_LOGIN',
  'COTTY_NONCE',
  'COTTY_REPORT',
  'COTTY_ZDOTDIR',
  'GNOME_TERMINAL_SCREEN',
  'GNOME_TERMINAL_SERVICE',
  'INSIDE_EMACS',
  'LC_TERMINAL',
  'LC_TERMINAL_VERSION',
  'LINES',
  'OLDPWD',
  'STY',
  'TERMCAP',
  'TERMINAL_EMULATOR',
  'TERM_SESSION_ID',
  'TILIX_ID',
  'TMUX',
  'TMUX_PANE',
  'VTE_VERSION',
  'WINDOW',
  'WINDOWID',
  'WT_PROFILE_ID',
  'WT_SESSION',
]);

const removedPrefixes =
  /^(?:ALACRITTY_|GHOSTTY_|ITERM_|KITTY_|KONSOLE_|TERMINATOR_|VSCODE_|WEZTERM_|XTERM_|ZELLIJ|(?:CMUX|HERDR|TUIOS)_(?!CONFIG))/;

export function childEnv(
  env: Env,
  terminal: {
    readonly terminalId: string;
    readonly version: string;
    readonly cwd?: string;
    /** The nonce of the terminal; empty for one without reports of hooks. */
    readonly nonce: string;
  },
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && !removedNames.has(name) && !removedPrefixes.test(name)) kept[name] = value;
  }
  const key = reportKey(terminal.nonce);
  return {
    ...kept,
    // PWD keeps the name of a symbolic link; shells ignore it if it is not their working directory.
    ...(terminal.cwd === undefined ? {} : { PWD: terminal.cwd }),
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    TERM_PROGRAM: 'cotty',
    TERM_PROGRAM_VERSION: terminal.version,
    COTTY_TERMINAL: terminal.terminalId,
    ...(key === undefined ? {} : { [REPORT_KEY]: key }),
  };
}
