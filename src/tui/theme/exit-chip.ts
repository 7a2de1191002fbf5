/** The chip at the end of a command: glyph, number or word, and a role, so colour never tells anything alone. */

import { type CommandMeta, cottyMeta } from '../../protocol/cotty-meta.ts';
import type { CommandPart } from '../../protocol/terminal/state.ts';
import type { Glyphs } from './glyphs.ts';
import type { Role } from './roles.ts';

export type ExitChip = { readonly glyph: string; readonly word: string; readonly role: Role };

/** What the chip depends on; a command part of the terminal channel has it. */
type Ended = Pick<CommandPart, 'isComplete' | 'exitCode' | '_meta'>;

/** Undefined while the command runs. */
export function exitChip(command: Ended, glyphs: Glyphs): ExitChip | undefined {
  const meta = cottyMeta<CommandMeta>(command._meta);
  if (meta.killedByRestart) return { glyph: glyphs.restart, word: 'host restart', role: 'warning' };
  if (meta.timedOut) return { glyph: glyphs.warning, word: 'timeout', role: 'warning' };
  if (!command.isComplete) return undefined;
  const code = command.exitCode;
  if (code === undefined) return { glyph: glyphs.unknown, word: 'unknown', role: 'unknown' };
  if (code === 0) return { glyph: glyphs.success, word: '0', role: 'success' };
  if (code === INTERRUPTED) return { glyph: '^C', word: 'SIGINT', role: 'interrupted' };
  const signal = SIGNALS[code - SIGNAL_BASE];
  return {
    glyph: glyphs.failure,
    word: signal === undefined ? String(code) : `${code} ${signal}`,
    role: 'failure',
  };
}

/** `✗ 1` */
export function exitChipText({ glyph, word }: ExitChip): string {
  return `${glyph} ${word}`;
}

/** Whether a block counts as failed for "next failed" and "only failed". An interrupt was asked for. */
export function isFailed({ role }: ExitChip): boolean {
  return role === 'failure' || role === 'warning' || role === 'unknown';
}

/** Shells report a death by signal as 128 + its number. */
const SIGNAL_BASE = 128;
const INTERRUPTED = SIGNAL_BASE + 2;

/** Numbers that Linux and macOS share. */
const SIGNALS: Readonly<Record<number, string>> = {
  1: 'SIGHUP',
  3: 'SIGQUIT',
  4: 'SIGILL',
  6: 'SIGABRT',
  8: 'SIGFPE',
  9: 'SIGKILL',
  11: 'SIGSEGV',
  13: 'SIGPIPE',
  14: 'SIGALRM',
  15: 'SIGTERM',
};
