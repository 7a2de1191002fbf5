/** Leaves out of lines that wait to be parsed those that would scroll away. */

import type { Emulator } from '../../screen/emulator/emulator.ts';
import type { Backlog } from '../../screen/skim/backlog.ts';
import { skim } from '../../screen/skim/skim.ts';
import type { ScreenEvent } from './screen-view.ts';

/** UTF-16 units of which parsing costs less than looking for what can be left out. */
export const FEW = 32 * 1024;

export function skimIncoming(incoming: Backlog<ScreenEvent>, { keep }: Emulator): void {
  if (incoming.waiting > FEW && keep !== undefined) incoming.skim((text) => skim(text, keep)?.text);
}
