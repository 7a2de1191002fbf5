/** A line of the body that is neither output nor live, as styled text of exactly the window's width. */

import type { Block } from '../block/block.ts';
import type { BodyLine } from '../block/body-line.ts';
import { glyphs } from './block-glyphs.ts';
import { chip } from './chip.ts';
import { duration } from './duration.ts';
import { headerRow } from './header-row.ts';
import type { LineLook } from './line-look.ts';
import { cut, padded, type Span, spanWidth } from './span.ts';

export type ChromeLine = Exclude<BodyLine, { kind: 'output' } | { kind: 'live' }>;

/** Cells before notes and further command lines: under the command's own start. */
const INDENT = '   ';

export function chromeLine(line: ChromeLine, look: LineLook): readonly Span[] {
  switch (line.kind) {
    case 'header':
      return headerRow(line, look);
    case 'command':
      return fitted([{ text: `${INDENT}${line.text}`, role: 'command' }], look);
    case 'note':
      return fitted([{ text: `${INDENT}${spelled(line.text, look)}`, role: 'dim' }], look);
    case 'footer':
      return fitted(footer(line.block, look), look);
    case 'separator':
      return [{ text: rule(line.label, look), role: 'separator' }];
    case 'blank':
      return fitted([], look);
  }
}

function footer(block: Block, { ascii }: LineLook): readonly Span[] {
  const face = chip(block.status, ascii);
  const took = block.durationMs === undefined ? '' : `  ${duration(block.durationMs)}`;
  return [
    { text: INDENT, role: 'plain' },
    { text: face.text, role: face.role },
    { text: took, role: 'dim' },
  ];
}

/** `── live ─────…` to the right edge. */
function rule(label: string, { cols, ascii }: LineLook): string {
  const { line } = glyphs(ascii);
  const start = cut(`${line}${line} ${label} `, cols, '');
  return start + line.repeat(Math.max(0, cols - spanWidth([{ text: start, role: 'separator' }])));
}

function spelled(text: string, { ascii }: LineLook): string {
  return ascii ? text.replace('…', glyphs(true).ellipsis) : text;
}

/** Cut and filled to the width; only the last text that still fits is cut. */
function fitted(spans: readonly Span[], { cols, ascii }: LineLook): readonly Span[] {
  const made: Span[] = [];
  let room = cols;
  for (const span of spans) {
    const text = cut(span.text, room, room > 3 ? glyphs(ascii).ellipsis : '');
    if (text !== '') made.push({ text, role: span.role });
    room -= spanWidth([{ text, role: span.role }]);
  }
  if (room > 0) made.push({ text: padded('', room), role: 'plain' });
  return made;
}
