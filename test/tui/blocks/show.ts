/** A plan as text, one line each, for comparing whole. */

import { rowText } from '../../../src/screen/cells/row.ts';
import type { BodyLine } from '../../../src/tui/blocks/block/body-line.ts';

export function show(line: BodyLine): string {
  switch (line.kind) {
    case 'header':
      return `[${line.block.id} ${line.fold}${line.empty ? ' empty' : ''}${line.selected ? ' selected' : ''}]`;
    case 'command':
      return `> ${line.text}`;
    case 'output':
      return rowText(line.row);
    case 'note':
      return `(${line.text})`;
    case 'separator':
      return `-- ${line.label} --`;
    case 'live':
      return `live ${line.index}`;
    case 'blank':
      return '';
  }
}
