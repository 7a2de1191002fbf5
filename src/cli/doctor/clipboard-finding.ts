/** Whether copying reaches the clipboard (OSC 52). No terminal can be asked for sure, so this says how it knows. */

import type { Io } from '../ground/io.ts';
import type { Finding } from './finding.ts';
import type { Answers } from './outer-questions.ts';

type Verdict = { readonly status: 'yes' | 'no' | 'unknown'; readonly text: string };

/** By the name a terminal gives (XTVERSION, TERM_PROGRAM). What they do as delivered. */
const known: readonly (readonly [RegExp, Verdict])[] = [
  [
    /^(ghostty|wezterm|kitty|foot|alacritty|rio|contour|windows terminal)/i,
    { status: 'yes', text: 'this terminal takes it' },
  ],
  [/^vscode/i, { status: 'yes', text: 'VS Code takes it' }],
  [
    /^iterm/i,
    { status: 'unknown', text: 'iTerm2 takes it once "Applications in terminal may access clipboard" is on' },
  ],
  [/^apple_terminal/i, { status: 'no', text: 'Terminal.app does not take it' }],
  [/^xterm\(/i, { status: 'unknown', text: 'xterm takes it only with allowWindowOps' }],
];

export function clipboardFinding(answers: Answers | undefined, env: Io['env']): Finding {
  const { status, text } = verdict(answers, env);
  return {
    id: 'clipboard',
    status,
    text: `clipboard (OSC 52): ${text}`,
    ...(status === 'yes'
      ? {}
      : { hint: 'What you copy is also written to a file, and the window says where.' }),
  };
}

function verdict(answers: Answers | undefined, env: Io['env']): Verdict {
  if (answers?.clipboard) return { status: 'yes', text: 'the terminal says it takes it' };
  if (env['TMUX']) return { status: 'unknown', text: 'tmux is in between and decides, see below' };
  const names = [answers?.name, env['TERM_PROGRAM'], env['TERM']].filter((name) => name !== undefined);
  for (const [pattern, found] of known) {
    if (names.some((name) => pattern.test(name))) return found;
  }
  if (env['WT_SESSION']) return { status: 'yes', text: 'Windows Terminal takes it' };
  return { status: 'unknown', text: 'it cannot be asked; copy something with y and try to paste it' };
}
