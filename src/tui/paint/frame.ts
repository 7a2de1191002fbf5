/** A frame: the content of the whole outer terminal. */

import { withoutDirection } from '../../protocol/common/harmless-text.ts';
import { nameText } from '../../protocol/common/name-text.ts';
import { type Row, type Span, textRow } from '../../screen/cells/row.ts';

export type CursorShape = 'default' | 'block' | 'underline' | 'bar';

/**
 * Cursor of a frame, in zero-based cells. The shape `default` is that of the user's terminal settings. A hidden one is placed all
 * the same: input methods show their window there, and screen readers read there.
 */
export type FrameCursor = {
  readonly x: number;
  readonly y: number;
  readonly shape: CursorShape;
  readonly blinking: boolean;
  readonly hidden?: boolean;
};

/** Rows for the whole terminal, each as wide as the terminal. The cursor is hidden when undefined. */
export type Frame = { readonly rows: readonly Row[]; readonly cursor: FrameCursor | undefined };

// Text that the window itself draws: tabs, bar, dialogs, headers of blocks. Names, titles, commands and messages in it are
// untrusted, so every such text is cleaned here before it becomes cells.

/** Returns the text without bidirectional control characters, which would reorder the text beside it; escape sequences stay. */
export function chromeText(text: string): string {
  return withoutDirection(text);
}

/** Makes one row of exactly `cols` cells, even if the spans contain line breaks. */
export function chromeRow(spans: readonly Span[], cols: number): Row {
  return textRow(
    spans.map((span) => ({ ...span, text: nameText(span.text) })),
    cols,
  );
}
