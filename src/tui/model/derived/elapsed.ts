/** A running clock — whole seconds, since tenths would only flicker. */

import { duration } from '../../blocks/header/duration.ts';

export function elapsed(ms: number): string {
  return duration(Math.floor(Math.max(0, ms) / 1000) * 1000).replace('.0s', 's');
}
