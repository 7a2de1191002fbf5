/** Reads the preview of a flood, which the host sends to clients that take floods paced. */

import type { CottyNotifications } from '../cotty/cotty-requests.ts';
import { isRecord } from '../fields/object-fields.ts';

export function parsePreview(wire: unknown): CottyNotifications['x-cotty/preview'] | undefined {
  if (!isRecord(wire)) return undefined;
  const { channel, text } = wire;
  return typeof channel === 'string' && typeof text === 'string' ? { channel, text } : undefined;
}
