/** The field of a dialog as a painted row, with its cursor. */

import type { Model } from '../../model/model.ts';
import type { FrameCursor } from '../../paint/frame.ts';
import type { Overlay } from '../../view/compose.ts';
import type { DialogView } from '../../view/dialog-view.ts';
import { fieldLine } from '../../view/editor-area.ts';

export function dialogField(
  model: Model,
  dialog: DialogView | undefined,
): { readonly overlays: readonly Overlay[]; readonly cursor: FrameCursor | undefined } | undefined {
  if (dialog?.field === undefined) return undefined;
  const { rect, field } = dialog;
  const x = rect.x + 2;
  const y = rect.y + 1 + field.line;
  const line = fieldLine(
    field.editor,
    field.placeholder,
    Math.max(1, rect.width - 4),
    model.appearance.theme,
  );
  return {
    overlays: [{ ...line.overlay, x, y }],
    cursor: { x: x + line.x, y, shape: 'default', blinking: true },
  };
}
