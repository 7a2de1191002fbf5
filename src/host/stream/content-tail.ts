/** Tracks whether replaying the last part of the content would still draw what is on the screen. */

import type { TerminalAction } from '../../protocol/terminal/actions.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';

export type ContentTail = {
  /** Whether the beginning of the last part was trimmed away. */
  readonly cut: boolean;
  /** Whether the terminal was resized in the middle of the last part. */
  readonly resized: boolean;
};

export const wholeTail: ContentTail = { cut: false, resized: false };

/** Returns the same object when nothing has changed. */
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
