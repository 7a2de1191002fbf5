/** The state of a terminal that is closed, as a mirror that no host feeds: its commands come from the record. */

import { Mirror } from '../../client/mirror.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';

/** No window is wider, so that none draws the edge of a smaller screen beside the blank row of this one. */
const COLS = 1_000;

export function closedMirror(uri: string, title: string): Mirror<TerminalState> {
  const state: TerminalState = {
    title,
    cols: COLS,
    rows: 1,
    content: [],
    lifecycle: { status: 'exited' },
    claim: { kind: 'client', clientId: '' },
  };
  return new Mirror(uri, state, (before) => before);
}
