/**
 * Text of the window beside that of programs: tabs, bar, dialogs, the headers of blocks. Names, titles, commands and messages in
 * it come from others, so every such text passes through here before it is made into cells.
 */

import { withoutDirection } from '../../protocol/common/harmless-text.ts';
import { nameText } from '../../protocol/common/name-text.ts';
import { type Row, type Span, textRow } from '../../screen/cells/row.ts';

/** Returns the text without marks that turn the direction of what stands beside it; escape sequences stay. */
export function chromeText(text: string): string {
  return withoutDirection(text);
}

/** Makes one row of exactly `cols` cells. Whatever is in the spans, it stays one row. */
export function chromeRow(spans: readonly Span[], cols: number): Row {
  return textRow(
    spans.map((span) => ({ ...span, text: nameText(span.text) })),
    cols,
  );
}
