/** Leaves out of output that waits to be parsed what nobody could see afterwards. */

import type { Emulator } from '../../screen/emulator/emulator.ts';
import type { Backlog } from '../../screen/skim/backlog.ts';
import { skim } from '../../screen/skim/skim.ts';
import { skimDrawn } from '../../screen/skim/skim-drawn.ts';
import { skimVisits } from '../../screen/skim/skim-visits.ts';
import { FLOOD } from './flood-preview.ts';
import type { ScreenEvent } from './screen-view.ts';

/** UTF-16 units in which visits to the alternate screen are looked for: to draw a hundred of them takes longer. */
const VISITS = 4096;

/** Of a flood, what scrolls away or is drawn over; of less output, what was drawn on an alternate screen that was left again. */
export function skimIncoming(incoming: Backlog<ScreenEvent>, emulator: Emulator): void {
  if (incoming.waiting <= VISITS) return;
  const { keep, grid, alternate } = emulator;
  const isNormal = keep !== undefined && !alternate;
  if (incoming.skim((text) => skimVisits(text, isNormal)) || incoming.waiting <= FLOOD) return;
  if (keep !== undefined && incoming.skim((text) => skim(text, keep)?.text)) return;
  if (grid !== undefined) incoming.skim((text) => skimDrawn(text, grid));
}
