/** The part of waiting output that skimming must keep, according to the state of an emulator. */
import type { Terminal } from '@xterm/headless';
import type { Keep } from '../skim/skim.ts';
import type { Core } from './emulator-core.ts';

/** Returns what `skim` must keep of the next lines; undefined while lines would not simply scroll (scroll margins are set). */
export function keepOf({ buffers }: Core, { rows, cols, options, modes }: Terminal): Keep | undefined {
  const { active, normal } = buffers;
  if (active.scrollTop !== 0 || active.scrollBottom !== rows - 1) return undefined;
  const scrollback = active === normal ? (options.scrollback ?? 0) : 0;
  return { rows, scrollback, below: rows - 1 - active.y, cols: modes.wraparoundMode ? cols : 0 };
}
