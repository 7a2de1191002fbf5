/** Findings about the outer terminal, from its answers and the environment. */

import { keyLabel } from '../../tui/keys/key-spelling.ts';
import { keptKeys, OUTER_NAMES, outerOf } from '../../tui/keys/outer-keys.ts';
import type { Io } from '../ground/io.ts';
import { clipboardFinding } from './clipboard-finding.ts';
import type { Finding } from './finding.ts';
import type { Answers } from './outer-questions.ts';

type Env = Io['env'];

/** `answers` is absent where nobody can be asked: input or output is no terminal. */
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
  text: 'the terminal was not asked: input or output is not a terminal',
};

const noAnswer: Finding = {
  id: 'asked',
  status: 'unknown',
  text: 'the terminal did not answer in time; what needs its answer is left out',
};

function nameFinding(answers: Answers | undefined, env: Env): Finding {
  const program =
    answers?.name ?? [env['TERM_PROGRAM'], env['TERM_PROGRAM_VERSION']].filter(Boolean).join(' ');
  const known = program === '' ? 'the terminal gives no name' : program;
  return {
    id: 'terminal',
    status: 'info',
    text: `${known}; TERM=${env['TERM'] ?? ''} COLORTERM=${env['COLORTERM'] ?? ''}`,
  };
}

function colourFinding(answers: Answers | undefined, env: Env): Finding {
  if (env['NO_COLOR'])
    return { id: 'colours', status: 'info', text: 'NO_COLOR is set: the frame has no colours' };
  if (answers?.trueColour) return { id: 'colours', status: 'yes', text: 'true colour (it gave one back)' };
  if (/truecolor|24bit/.test(env['COLORTERM'] ?? '')) {
    return { id: 'colours', status: 'yes', text: 'true colour (by COLORTERM)' };
  }
  const many = /256color/.test(env['TERM'] ?? '');
  return {
    id: 'colours',
    status: 'no',
    text: `no true colour as far as one can tell; ${many ? '256' : '16'} colours by TERM`,
    hint: 'If your terminal has it: export COLORTERM=truecolor',
  };
}

function askedFindings({ kittyKeyboard, synchronized, widths, background }: Answers): Finding[] {
  return [
    {
      id: 'kitty-keyboard',
      status: kittyKeyboard ? 'yes' : 'no',
      text: kittyKeyboard
        ? 'kitty keyboard: Shift+Enter and Ctrl+Shift+letters arrive'
        : 'kitty keyboard: Shift+Enter is Enter here, use Alt+Enter for a new line',
    },
    {
      id: 'synchronized-output',
      status: synchronized ? 'yes' : 'no',
      text: synchronized
        ? 'synchronized output (2026): no torn frames'
        : 'synchronized output (2026): frames may tear',
    },
    widthFinding('emoji', widths.emoji, 2, 'text after an emoji may be one column off'),
    widthFinding('ambiguous', widths.ambiguous, 1, 'the frame falls back to ASCII signs'),
    widthFinding('family', widths.family, 2, 'joined emoji come out in pieces'),
    ...(background === undefined
      ? []
      : [{ id: 'background', status: 'info', text: `background ${background}` } as const]),
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
    return { id: `width-${id}`, status: 'unknown', text: `width of ${name}: not told` };
  const fits = width === expected;
  const text = `${name} is ${width} ${width === 1 ? 'column' : 'columns'} wide`;
  return { id: `width-${id}`, status: fits ? 'yes' : 'no', text: fits ? text : `${text}: ${otherwise}` };
}

function keyFindings(env: Env, platform: string): Finding[] {
  const outer = outerOf(env, platform);
  const kept = [...keptKeys(outer)].map(keyLabel);
  if (kept.length === 0)
    return [{ id: 'kept-keys', status: 'info', text: 'keys it keeps for itself: none known' }];
  const finding: Finding = {
    id: 'kept-keys',
    status: 'no',
    text: `${OUTER_NAMES[outer]} keeps these keys: ${kept.join(', ')}`,
  };
  return [outer === 'vscode' ? { ...finding, hint: VSCODE_SETTINGS } : finding];
}

const VSCODE_SETTINGS = `F2 and F4 do the same. To get Ctrl+E and Ctrl+K, put this into settings.json:
  "terminal.integrated.allowChords": false,
  "terminal.integrated.commandsToSkipShell": ["-workbench.action.quickOpen"],`;
