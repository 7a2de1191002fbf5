/** Whether the last part of the content, replayed, would still show what is on the screen. */

import type { TerminalAction } from '../../protocol/terminal/actions.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';

export type ContentTail = {
  /** Its beginning was trimmed away. */
  readonly cut: boolean;
  /** The terminal changed its size in the middle of it. */
  readonly resized: boolean;
};

export const wholeTail: ContentTail = { cut: false, resized: false };

/** The same object: nothing changed. */
export function noteTail(
  tail: ContentTail,
  before: TerminalState,
  after: TerminalState,
  action: TerminalAction,
): ContentTail {
  if (action.type === 'terminal/resized') {
    const changed = before.cols !== after.cols || before.rows !== after.rows;
    return changed && !tail.resized && after.content.length > 0 ? { ...tail, resized: true } : tail;
  }
  const isNew = after.content.length > before.content.length || after.content.length === 0;
  return isNew && (tail.cut || tail.resized) ? wholeTail : tail;
}
