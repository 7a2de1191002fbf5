/** The chip at the left of the bar, which shows the mode. */

import { textWidth } from '../../../screen/cells/text-width.ts';
import type { Role } from '../../theme/roles.ts';
import type { Mode } from '../model.ts';

export type Piece = { readonly text: string; readonly role: Role };

export const CHIP: Readonly<Record<Mode, Piece>> = {
  run: { text: ' RUN ', role: 'modeRun' },
  raw: { text: ' RAW ', role: 'modeRaw' },
  lock: { text: ' LOCK ', role: 'modeLock' },
  browse: { text: ' BROWSE ', role: 'modeBrowse' },
  select: { text: ' SELECT ', role: 'modeBrowse' },
};

export function chipWidth(mode: Mode): number {
  return textWidth(CHIP[mode].text);
}
