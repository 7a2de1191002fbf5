/** Findings about the outer terminal, from its answers and from the environment. */

import { keyLabel } from '../../client/commands/key-labels.ts';
import { keptKeys, OUTER_NAMES, outerOf } from '../../tui/keys/outer-keys.ts';
import type { Io } from '../common/io.ts';
import type { Finding } from './finding.ts';
import type { Answers } from './outer-questions.ts';

type Env = Io['env'];

/** `answers` is undefined when input or output is not a terminal, so that no query could be sent. */
export function outerFindings(answers: Answers | undefined, env: Env, platform: string): Finding[] {
  return [
    nameFinding(answers, env),
    ...(answers === undefined ? [notAsked] : answers.complete ? [] : [noAnswer]),
    colourFinding(answers, env),
    ...(answers?.complete ? askedFindings(answers) : []),
    clipboardFinding(answers, env),
    ...keyFindings(env, platform),
  ];
}

const notAsked: Finding = {
  id: 'asked',
  status: 'unknown',
  text: 'the terminal was not tested: input or output is not a terminal',
};

const noAnswer: Finding = {
  id: 'asked',
  status: 'unknown',
  text: 'the terminal did not answer in time; tests that need its answer are left out',
};

function nameFinding(answers: Answers | undefined, env: Env): Finding {
  const program =
    answers?.name ?? [env['TERM_PROGRAM'], env['TERM_PROGRAM_VERSION']].filter(Boolean).join(' ');
  const known = program === '' ? 'the terminal does not report its name' : program;
  return {
    id: 'terminal',
    status: 'info',
    text: `${known}; TERM=${env['TERM'] ?? ''} COLORTERM=${env['COLORTERM'] ?? ''}`,
  };
}

function colourFinding(answers: Answers | undefined, env: Env): Finding {
  if (env['NO_COLOR'])
    return { id: 'colours', status: 'info', text: 'NO_COLOR is set: the frame has no colours' };
  if (answers?.trueColour)
    return { id: 'colours', status: 'yes', text: 'true colour (the terminal confirmed it)' };
  if (/truecolor|24bit/.test(env['COLORTERM'] ?? '')) {
    return { id: 'colours', status: 'yes', text: 'true colour (COLORTERM says so)' };
  }
  const many = /256color/.test(env['TERM'] ?? '');
  return {
    id: 'colours',
    status: 'no',
    text: `no sign of true colour; TERM stands for ${many ? '256' : '16'} colours`,
    hint: 'If your terminal supports it: export COLORTERM=truecolor',
  };
}

function askedFindings({ kittyKeyboard, synchronized, widths, background }: Answers): Finding[] {
  return [
    {
      id: 'kitty-keyboard',
      status: kittyKeyboard ? 'yes' : 'no',
      text: kittyKeyboard
        ? 'kitty keyboard protocol: Shift+Enter and Ctrl+Shift+letters work'
        : 'no kitty keyboard protocol: Shift+Enter acts as Enter; use Alt+Enter for a new line',
    },
    {
      id: 'synchronized-output',
      status: synchronized ? 'yes' : 'no',
      text: synchronized
        ? 'synchronized output (mode 2026): frames do not tear'
        : 'no synchronized output (mode 2026): frames may tear',
    },
    widthFinding('emoji', widths.emoji, 2, 'text after an emoji may be one column off'),
    widthFinding('ambiguous', widths.ambiguous, 1, 'the frame is drawn in ASCII instead'),
    widthFinding('family', widths.family, 2, 'joined emoji are shown as several'),
    ...(background === undefined
      ? []
      : [{ id: 'background', status: 'info', text: `background colour ${background}` } as const]),
  ];
}

const glyphNames = { emoji: 'an emoji', ambiguous: 'the sign ●', family: 'a joined emoji' } as const;

function widthFinding(
  id: keyof typeof glyphNames,
  width: number | undefined,
  expected: number,
  otherwise: string,
): Finding {
  const name = glyphNames[id];
  if (width === undefined)
    return { id: `width-${id}`, status: 'unknown', text: `width of ${name}: no answer` };
  const fits = width === expected;
  const text = `${name} is ${width} ${width === 1 ? 'column' : 'columns'} wide`;
  return { id: `width-${id}`, status: fits ? 'yes' : 'no', text: fits ? text : `${text}: ${otherwise}` };
}

function keyFindings(env: Env, platform: string): Finding[] {
  const outer = outerOf(env, platform);
  const kept = [...keptKeys(outer)].map(keyLabel);
  if (kept.length === 0)
    return [
      { id: 'kept-keys', status: 'info', text: 'this terminal is not known to keep any keys for itself' },
    ];
  const finding: Finding = {
    id: 'kept-keys',
    status: 'no',
    text: `${OUTER_NAMES[outer]} keeps these keys for itself: ${kept.join(', ')}`,
  };
  return [outer === 'vscode' ? { ...finding, hint: VSCODE_SETTINGS } : finding];
}

const VSCODE_SETTINGS = `Use F2 and F4 instead of Ctrl+E and Ctrl+K; or, to free these, add to settings.json:
  "terminal.integrated.allowChords": false,
  "terminal.integrated.commandsToSkipShell": ["-workbench.action.quickOpen"],`;

type Verdict = { readonly status: 'yes' | 'no' | 'unknown'; readonly text: string };

/** OSC 52 support of known terminals with default settings, by the name in XTVERSION, TERM_PROGRAM or TERM. */
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

function clipboardFinding(answers: Answers | undefined, env: Io['env']): Finding {
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
  return {
    status: 'unknown',
    text: 'the terminal does not report it; copy something with y and try to paste it',
  };
}
