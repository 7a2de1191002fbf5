/** A mirror of a closed terminal that gets no actions: its commands come from the records. */

import { Mirror } from '../../client/mirror.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';

/** Wider than any window, so that no edge of a smaller screen is drawn. */
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
