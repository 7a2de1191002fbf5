/**
 * Notices that a command does not end by itself: it fills the screen, or waits for keys. Which keys end it is known for usual
 * programs.
 */

import { NO_TIMEOUT_MS } from '../../protocol/common/durations.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { Agent } from '../agent/agent.ts';
import { waitFor } from '../agent/wait-for.ts';

/** A program that reads single keys; its name is unknown until it has run for a moment. */
export type KeyReader = { readonly program: string | undefined; readonly fullScreen: boolean };

/** Milliseconds between two looks at the screen: at first, and at most while the program goes on printing. */
const FIRST_MS = 400;
const MOST_MS = 5_000;

/**
 * Programs that pass keys on to others, and so read each of them all the time: only a full screen tells that what runs there waits
 * for keys.
 */
const RELAYS: ReadonlySet<string> = new Set([
  ...['ssh', 'mosh-client', 'autossh', 'telnet', 'docker', 'podman', 'kubectl', 'oc', 'lxc', 'machinectl'],
  ...['sudo', 'su', 'doas', 'run0', 'pkexec', 'script', 'expect', 'unbuffer', 'socat'],
]);

/**
 * Resolves when the command that the agent runs in a terminal fills the screen, or reads keys and has stopped printing; to undefined
 * if the signal is aborted before. Rejects if the screen cannot be read.
 */
export async function keyReaderIn(
  agent: Agent,
  uri: string,
  signal: AbortSignal,
): Promise<KeyReader | undefined> {
  let before: string | undefined;
  for (let pause = FIRST_MS; ; pause = Math.min(2 * pause, MOST_MS)) {
    const patience = { timeoutMs: NO_TIMEOUT_MS, signal };
    const own = () => readingKeys(agent, uri);
    const meta = await waitFor(agent.client.root, own, patience);
    if (meta === undefined) return undefined;
    const { fullScreen, lines, cursor } = await agent.client.cotty.screen(uri);
    const picture = JSON.stringify([lines, cursor]);
    const { foreground: program } = readingKeys(agent, uri) ?? meta;
    const isQuiet = picture === before && !RELAYS.has(program ?? '');
    if ((fullScreen || isQuiet) && readingKeys(agent, uri) !== undefined) return { program, fullScreen };
    before = picture;
    // A program that ends meanwhile ends the waiting for the next look, too.
    await waitFor(agent.client.root, () => undefined, { timeoutMs: pause, signal });
  }
}

/** Returns what the list says of a terminal in which a command of the agent reads single keys. */
function readingKeys(agent: Agent, uri: string): TerminalMeta | undefined {
  const info = agent.terminals.find(({ resource }) => resource === uri);
  const meta = cottyMeta<TerminalMeta>(info?._meta);
  const isOwn = meta.running?.writer === agent.writerAt(uri);
  return isOwn && meta.lineEditing === false ? meta : undefined;
}

/** Keys that end programs, as `term_keys` takes them. */
const ENDS: readonly (readonly [keys: string, programs: readonly string[]])[] = [
  ['q', ['less', 'more', 'most', 'man', 'git', 'systemctl', 'journalctl', 'bat', 'batcat', 'delta', 'info']],
  [
    'q',
    ['top', 'htop', 'btop', 'atop', 'iotop', 'glances', 'nvtop', 'tig', 'lazygit', 'ranger', 'ncdu', 'mutt'],
  ],
  ['<Esc>:q!<Enter>', ['vim', 'vi', 'nvim', 'view', 'vimdiff', 'vim.basic', 'vim.tiny', 'nvi', 'ex']],
  ['<C-x>', ['nano', 'pico']],
  ['<C-x><C-c>', ['emacs', 'zile', 'mg']],
  ['<C-c>', ['watch', 'tail', 'ping']],
  ['<Esc>', ['fzf', 'sk', 'whiptail', 'dialog']],
  ['<F10>', ['mc']],
  ['<C-d>', ['python', 'python3', 'ipython', 'node', 'irb', 'ghci', 'psql', 'sqlite3', 'mysql', 'bc', 'gdb']],
  ['<C-b>d', ['tmux']],
  ['<C-a>d', ['screen']],
];

/** Says what a program reads, that it goes on, and which keys end it. */
export function keyReaderText({ program, fullScreen }: KeyReader): string {
  const what = fullScreen ? 'a full-screen program' : 'a program that reads single keys';
  const which = program === undefined ? `It is ${what}` : `${program} is ${what}`;
  return `${which} and goes on until it is told to end: ${endsText(program)}.`;
}

/** Says which keys end a program: those of a known one, else those that usually do. */
export function endsText(program: string | undefined): string {
  const [keys] = ENDS.find(([, programs]) => programs.includes(program ?? '')) ?? [];
  return keys === undefined
    ? 'try term_keys with q, <Esc>, <C-c> or <C-d>, or look with term_screen'
    : `term_keys keys=${JSON.stringify(keys)} ends ${program}`;
}
