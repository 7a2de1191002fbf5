/** How selected cells are drawn: inverse, or in the colours that a program has set for a selection. */

import { internStyle, type StyleId, styleOf } from '../../../screen/cells/style.ts';

/** Colours of what is selected, `0xrrggbb` each. */
export type SelectionColors = {
  readonly selection?: number | undefined;
  readonly selectedText?: number | undefined;
};

export function markedStyle(id: StyleId, { selection, selectedText }: SelectionColors): StyleId {
  const style = styleOf(id);
  if (selection === undefined && selectedText === undefined) {
    return internStyle({ ...style, inverse: !style.inverse });
  }
  return internStyle({
    ...style,
    inverse: false,
    bg: selection === undefined ? style.bg : { kind: 'rgb', value: selection },
    fg: selectedText === undefined ? style.fg : { kind: 'rgb', value: selectedText },
  });
}
