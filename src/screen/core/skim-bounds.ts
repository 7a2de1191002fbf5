/** Bounds that skimming takes from an emulator: the part of the next output to keep, and where it is drawn. */
import type { Terminal } from '@xterm/headless';
import type { Grid } from '../skim/read-drawn.ts';
import type { Keep } from '../skim/skim.ts';
import type { Core } from './emulator-core.ts';

/** The part of the next lines that `skim` must keep; undefined while lines would not simply scroll. */
export function keepOf({ buffers }: Core, { rows, cols, options, modes }: Terminal): Keep | undefined {
  const { active, normal } = buffers;
  if (active.scrollTop !== 0 || active.scrollBottom !== rows - 1) return undefined;
  const scrollback = active === normal ? (options.scrollback ?? 0) : 0;
  return { rows, scrollback, below: rows - 1 - active.y, cols: modes.wraparoundMode ? cols : 0 };
}

type MovingModes = { readonly insert: boolean; readonly origin: boolean; readonly newline: boolean };

/** The screen size and cursor for `skimDrawn`; undefined while writing could move rows. */
export function gridOf({ buffers }: Core, keep: Keep | undefined, modes: MovingModes): Grid | undefined {
  if (keep === undefined || keep.cols === 0) return undefined;
  if (modes.insert || modes.origin || modes.newline) return undefined;
  const { x, y } = buffers.active;
  const { cols, rows } = keep;
  return x < cols ? { cols, rows, x, y } : undefined;
}
