/** Findings about the outer terminal, from its answers to queries and from the environment. */

import { keyLabel } from '../../client/commands/key-labels.ts';
import { keptKeys, OUTER_NAMES, outerOf } from '../../tui/keys/outer-keys.ts';
import type { Io } from '../common/io.ts';
import type { Finding } from './finding.ts';

type Env = Io['env'];

/**
 * All queries, sent in one write. The query for device attributes is last because every terminal answers it: when that
 * answer is here, the other queries without an answer will never get one.
 */
export const QUESTIONS: string = [
  '\x1b[>0q', // name and version
  '\x1b[?u', // kitty keyboard flags
  '\x1b[48;2;1;2;3m\x1bP$qm\x1b\\\x1b[0m', // set a true colour and read it back
  '\x1b[c',
].join('');

export type Answers = {
  /** Whether the device attributes arrived, so that every other missing answer means "no". */
  readonly complete: boolean;
  readonly name?: string;
  readonly kittyKeyboard: boolean;
  readonly trueColour: boolean;
  /** Whether device attribute 52 is set: the terminal lets programs set the clipboard. */
  readonly clipboard: boolean;
};

const DEVICE_ATTRIBUTES = /\x1b\[\?([\d;]*)c/;

export function readAnswers(received: string): Answers {
  const name = /\x1bP>\|([^\x1b]*)\x1b\\/.exec(received)?.[1];
  const attributes = DEVICE_ATTRIBUTES.exec(received)?.[1];
  return {
    complete: attributes !== undefined,
    ...(name === undefined ? {} : { name }),
    kittyKeyboard: /\x1b\[\?\d+u/.test(received),
    trueColour: /\x1bP1\$r[^\x1b]{0,64}48[:;]2[:;][\d:;]{0,16}1[:;]2[:;]3/.test(received),
    clipboard: attributes?.split(';').includes('52') === true,
  };
}

/** A local terminal answers within milliseconds; one behind a slow connection may need most of this time. */
const WAIT_MS = 1500;
/** Bytes after which reading stops. Answers take a few hundred; more means typing, or a broken terminal. */
const LIMIT = 16 * 1024;

export function askTerminal(io: Io, waitMs: number = WAIT_MS): Promise<Answers> {
  const { stdin, stdout } = io;
  return new Promise((resolve) => {
    let received = '';
    const finish = (): void => {
      clearTimeout(timer);
      stdin.off('data', hear);
      stdin.pause();
      stdin.setRawMode?.(false);
      resolve(readAnswers(received));
    };
    const hear = (chunk: Buffer): void => {
      received += chunk.toString('latin1');
      if (DEVICE_ATTRIBUTES.test(received) || received.length > LIMIT) finish();
    };
    const timer = setTimeout(finish, waitMs);
    // Without raw mode the answers would be echoed on the screen.
    stdin.setRawMode?.(true);
    stdin.on('data', hear);
    stdin.resume();
    stdout.write(QUESTIONS);
  });
}

/** `answers` is undefined when input or output is not a terminal, so that no query could be sent. */
export function outerFindings(answers: Answers | undefined, env: Env, platform: string): readonly Finding[] {
  const asked = notAsked(answers);
  const outer = outerOf(env, platform);
  const kept = [...keptKeys(outer)].map(keyLabel);
  return [
    ...(asked === undefined ? [] : [{ id: 'asked', status: 'unknown', text: asked } as const]),
    ...colourFindings(answers, env),
    ...(answers?.complete === true && !answers.kittyKeyboard ? [NO_KITTY] : []),
    ...clipboardFindings(answers, env),
    ...(kept.length === 0
      ? []
      : [
          {
            id: 'kept-keys',
            status: 'no',
            text: `${OUTER_NAMES[outer]} keeps these keys for itself: ${kept.join(', ')}`,
            hint: outer === 'vscode' ? VSCODE_SETTINGS : 'Hints name other keys; cotty keys lists them.',
          } as const,
        ]),
  ];
}

function notAsked(answers: Answers | undefined): string | undefined {
  if (answers === undefined) return 'the terminal was not tested: input or output is not a terminal';
  return answers.complete
    ? undefined
    : 'the terminal did not answer in time; tests that need its answer are left out';
}

function colourFindings(answers: Answers | undefined, env: Env): readonly Finding[] {
  if (env['NO_COLOR'] || answers?.trueColour || /truecolor|24bit/.test(env['COLORTERM'] ?? '')) return [];
  const colours = /256color/.test(env['TERM'] ?? '') ? 256 : 16;
  return [
    {
      id: 'colours',
      status: 'no',
      text: `no sign of true colour; TERM stands for ${colours} colours`,
      hint: 'If your terminal supports it: export COLORTERM=truecolor',
    },
  ];
}

const NO_KITTY: Finding = {
  id: 'kitty-keyboard',
  status: 'no',
  text: 'no kitty keyboard protocol: Shift+Enter acts as Enter',
  hint: 'For a new line use Alt+Enter, or turn the protocol on if your terminal has it.',
};

const VSCODE_SETTINGS = `Use F2 and F4 instead of Ctrl+E and Ctrl+K; or, to free these, add to settings.json:
  "terminal.integrated.allowChords": false,
  "terminal.integrated.commandsToSkipShell": ["-workbench.action.quickOpen"],`;

/** Terminals that let programs set the clipboard (OSC 52) with default settings, by XTVERSION, TERM_PROGRAM or TERM. */
const SUPPORTED = /^(ghostty|wezterm|kitty|foot|alacritty|rio|contour|windows terminal|vscode)/i;
/** Others that are known, and what is to be done there. */
const OTHERS: readonly (readonly [RegExp, Finding['status'], string])[] = [
  [/^iterm/i, 'unknown', 'iTerm2 supports it if "Applications in terminal may access clipboard" is on'],
  [/^apple_terminal/i, 'no', 'Terminal.app does not support it'],
  [/^xterm\(/i, 'unknown', 'xterm supports it only with allowWindowOps'],
];

function clipboardFindings(answers: Answers | undefined, env: Env): readonly Finding[] {
  // In tmux, its own setting decides.
  if (answers?.clipboard || env['TMUX'] || env['WT_SESSION']) return [];
  const names = [answers?.name, env['TERM_PROGRAM'], env['TERM']].filter((name) => name !== undefined);
  if (names.some((name) => SUPPORTED.test(name))) return [];
  const [
    ,
    status = 'unknown',
    why = 'the terminal does not report it; copy something with y and try to paste it',
  ] = OTHERS.find(([pattern]) => names.some((name) => pattern.test(name))) ?? [];
  const hint = 'Copied text is also written to a file; the window shows its path.';
  return [{ id: 'clipboard', status, text: `clipboard (OSC 52): ${why}`, hint }];
}
