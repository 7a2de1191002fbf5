/** What is said of a host that is away. */

import type { Piece } from '../../model/derived/mode-chip.ts';
import type { Model } from '../../model/model.ts';

export const AWAY = 'the host is away for a moment';

/** Until something is done about it, the host is expected back before anybody has read this. */
export function awayText({ connection, revival }: Model): string {
  if (connection === 'closed') return 'the connection to the host is closed · Ctrl+C leaves';
  return revival === undefined ? `${AWAY} · keys are kept` : `${revival} · Ctrl+C leaves`;
}

export function awayRole({ connection, revival }: Model): Piece['role'] {
  return connection === 'closed' || revival !== undefined ? 'error' : 'muted';
}
