/** The progress of a program at the outer terminal (OSC 9;4): in its tab, window or task bar. */

import type { Capabilities } from './capabilities.ts';

export type OuterProgress = {
  readonly state: 'normal' | 'error' | 'unknown' | 'paused';
  readonly percent: number;
};

const CODES = { normal: 1, error: 2, unknown: 3, paused: 4 } as const;

/** Returns the bytes that show a progress, or take it away. */
export function progressBytes(progress: OuterProgress | undefined): string {
  if (progress === undefined) return '\x1b]9;4;0\x1b\\';
  return `\x1b]9;4;${CODES[progress.state]};${Math.round(progress.percent)}\x1b\\`;
}

/** Whether the terminal is known to show progress: others would show the sequence as a notice, or print it. */
export function showsProgress({
  program,
  version = '',
  tmux,
  screen,
}: Pick<Capabilities, 'program' | 'version' | 'tmux' | 'screen'>): boolean {
  return !tmux && !screen && /ghostty|wezterm|conemu|windows.?terminal/i.test(`${program} ${version}`);
}
