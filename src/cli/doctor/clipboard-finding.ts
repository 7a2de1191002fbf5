/** Finds out whether copied text reaches the clipboard (OSC 52). No query is reliable, so the text names the source. */

import type { Io } from '../ground/io.ts';
import type { Finding } from './finding.ts';
import type { Answers } from './outer-questions.ts';

type Verdict = { readonly status: 'yes' | 'no' | 'unknown'; readonly text: string };

/** Terminals by the name they give (XTVERSION, TERM_PROGRAM, TERM), with their default settings. */
const known: readonly (readonly [RegExp, Verdict])[] = [
  [
    /^(ghostty|wezterm|kitty|foot|alacritty|rio|contour|windows terminal)/i,
    { status: 'yes', text: 'this terminal supports it' },
  ],
  [/^vscode/i, { status: 'yes', text: 'VS Code supports it' }],
  [
    /^iterm/i,
    {
      status: 'unknown',
      text: 'iTerm2 supports it if "Applications in terminal may access clipboard" is on',
    },
  ],
  [/^apple_terminal/i, { status: 'no', text: 'Terminal.app does not support it' }],
  [/^xterm\(/i, { status: 'unknown', text: 'xterm supports it only with allowWindowOps' }],
];

export function clipboardFinding(answers: Answers | undefined, env: Io['env']): Finding {
  const { status, text } = verdict(answers, env);
  return {
    id: 'clipboard',
    status,
    text: `clipboard (OSC 52): ${text}`,
    ...(status === 'yes'
      ? {}
      : { hint: 'Copied text is also written to a file; the window shows its path.' }),
  };
}

function verdict(answers: Answers | undefined, env: Io['env']): Verdict {
  if (answers?.clipboard) return { status: 'yes', text: 'the terminal says that it supports it' };
  if (env['TMUX']) return { status: 'unknown', text: 'tmux decides, see below' };
  const names = [answers?.name, env['TERM_PROGRAM'], env['TERM']].filter((name) => name !== undefined);
  for (const [pattern, found] of known) {
    if (names.some((name) => pattern.test(name))) return found;
  }
  if (env['WT_SESSION']) return { status: 'yes', text: 'Windows Terminal supports it' };
  return { status: 'unknown', text: 'the terminal does not tell; copy something with y and try to paste it' };
}
