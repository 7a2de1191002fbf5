/** Bounds that skimming takes from an emulator: the part of the next output that it must keep. */
import type { Terminal } from '@xterm/headless';
import type { Keep } from '../skim/skim.ts';
import type { Core } from './emulator-core.ts';

/** The part of the next lines that `skim` must keep; undefined while lines would not simply scroll. */
export function keepOf({ buffers }: Core, { rows, cols, options, modes }: Terminal): Keep | undefined {
  const { active, normal } = buffers;
  if (active.scrollTop !== 0 || active.scrollBottom !== rows - 1) return undefined;
  const scrollback = active === normal ? (options.scrollback ?? 0) : 0;
  return { rows, scrollback, below: rows - 1 - active.y, cols: modes.wraparoundMode ? cols : 0 };
}
