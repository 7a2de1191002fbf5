/** The window of the images: a day's commands of all ends, tabs of all states, and looks of the outer terminal. */

import { META_KEY } from '../../src/protocol/common/meta.ts';
import type { TerminalInfo, TerminalState } from '../../src/protocol/terminal/state.ts';
import { DARK_PICTURE, type ImageColors, LIGHT_PICTURE } from './cell-picture.ts';
import { command, NOW } from './tui-frame.ts';
import { Driver, ME, terminal } from './tui-model.ts';

/** An outer terminal: what its environment says, the colours it has, and whether it tells them. */
export type Outer = {
  readonly env: NodeJS.ProcessEnv;
  readonly colors: ImageColors;
  readonly answers: boolean;
};

export const OUTERS = {
  dark: { env: { COLORTERM: 'truecolor' }, colors: DARK_PICTURE, answers: true },
  light: { env: { COLORTERM: 'truecolor' }, colors: LIGHT_PICTURE, answers: true },
  '16-colors': { env: { TERM: 'xterm' }, colors: DARK_PICTURE, answers: false },
  'no-color': { env: { NO_COLOR: '1' }, colors: LIGHT_PICTURE, answers: true },
  ascii: { env: { TERM: 'vt220', LANG: 'C' }, colors: DARK_PICTURE, answers: false },
} satisfies Readonly<Record<string, Outer>>;

export const SIZES = {
  '80x24': { cols: 80, rows: 24 },
  '120x40': { cols: 120, rows: 40 },
} as const;

/** Returns a window in this terminal, with its answers heard and a tab of each state. */
export function windowIn(
  { env, colors, answers }: Outer,
  size: { readonly cols: number; readonly rows: number },
  tabs: (bells: number) => readonly TerminalInfo[] = dayTabs,
): Driver {
  const driver = new Driver({ foldBeyond: 8 }, env).notify({ kind: 'resized', size });
  if (answers) {
    for (const slot of ['foreground', 'background'] as const) {
      driver.notify({ kind: 'report', raw: '', report: { kind: 'color', slot, color: rgb(colors[slot]) } });
    }
  }
  driver.notify({ kind: 'report', raw: '', report: { kind: 'primaryAttributes', attributes: [] } });
  // The bell in `logs` rings after the window has seen the list once.
  for (const bells of [0, 1]) driver.list(...tabs(bells));
  return driver;
}

function rgb(color: string) {
  const value = Number.parseInt(color.slice(1), 16);
  return { red: value >> 16, green: (value >> 8) & 255, blue: value & 255 };
}

function dayTabs(bells: number): readonly TerminalInfo[] {
  const running = { commandLine: 'npm run dev', timestamp: NOW - 18_000, writer: 'agent:ada' };
  const agent = {
    claim: { kind: 'session', session: 'ahp-session:/ada' },
    meta: { holder: { name: 'agent ada', connected: true }, running },
  } as const;
  const ended = { ...terminal('db'), lifecycle: { status: 'exited', exitCode: 1 } } as const;
  return [terminal('build'), terminal('dev', agent), terminal('logs', { meta: { bells } }), ended];
}

const by = (writer: string, cwd?: string) => ({
  _meta: { [META_KEY]: { writer, ...(cwd === undefined ? {} : { cwd }) } },
});
const MINUTE = 60_000;
const PROMPT = '\x1b[32mada@box\x1b[0m:\x1b[34m~/src/app\x1b[0m (main)$ ';

export function stateOf(content: TerminalState['content'], cols?: number, rows?: number): TerminalState {
  return {
    title: 'build',
    content,
    lifecycle: { status: 'running' },
    claim: { kind: 'client', clientId: ME },
    supportsCommandDetection: true,
    ...(cols === undefined || rows === undefined ? {} : { cols, rows }),
  };
}

export const PROMPT_PART = { type: 'unclassified', value: PROMPT } as const;

/** Commands that ended in each way. */
export const DAY: TerminalState['content'] = [
  command('0', 'git status', 'On branch main\r\nnothing to commit, working tree clean\r\n', {
    timestamp: NOW - 300 * MINUTE,
    ...by('user:me', 'file:///home/me/src/app'),
  }),
  command('1', 'cargo build --release', '   Compiling app v0.1.0\r\n    Finished in 3m 02s\r\n', {
    durationMs: 182_000,
    timestamp: NOW - 240 * MINUTE,
    ...by('agent:ada'),
  }),
  command('2', 'npm test', '\x1b[31mnpm error\x1b[0m code ENOENT\r\nnpm error path package.json\r\n', {
    exitCode: 254,
    durationMs: 2_500,
    timestamp: NOW - 120 * MINUTE,
    ...by('user:me', 'file:///home/me/src/app/web'),
  }),
  command('3', 'sleep 100', '^C\r\n', {
    exitCode: 130,
    durationMs: 4_100,
    timestamp: NOW - 90 * MINUTE,
    ...by('user:me'),
  }),
  command('4', 'for f in *.log; do\n  gzip "$f"\ndone', '', {
    timestamp: NOW - 80 * MINUTE,
    ...by('user:me'),
  }),
  command('5', 'git log --oneline -3', '4f1c2d a\r\n9b8e7f b\r\n1a2b3c c\r\n', {
    durationMs: 1_200,
    timestamp: NOW - 70 * MINUTE,
    ...by('user:tom'),
  }),
];

export const RUNNING = command('6', 'npm run dev', 'ready on :5173\r\n', {
  isComplete: false,
  timestamp: NOW - 18_000,
  ...by('user:me'),
});
