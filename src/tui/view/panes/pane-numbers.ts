/** The numbers of the panes, painted over their middles while one is chosen. */

import type { Model } from '../../model/model.ts';
import { shownPanes } from '../../model/panes/pane-layout.ts';
import { chromeRow } from '../../paint/frame.ts';
import type { Overlay } from '../compose.ts';

export function paneNumbers(model: Model): readonly Overlay[] {
  if (model.dialog?.kind !== 'panes') return [];
  const { cells } = model.appearance.theme;
  const { panes, split } = shownPanes(model);
  return panes.map(({ uri, rect }) => {
    const text = ` ${(split?.members.indexOf(uri) ?? 0) + 1} `;
    const style = uri === model.active ? cells.selected : cells.modeDialog;
    return {
      x: rect.x + Math.max(0, Math.floor((rect.width - text.length) / 2)),
      y: rect.y + Math.floor(rect.height / 2),
      width: text.length,
      row: chromeRow([{ text, style }], text.length),
    };
  });
}
