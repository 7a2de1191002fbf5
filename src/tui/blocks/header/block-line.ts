/** Renders a block line, a line of the body that is neither output nor live, as spans of exactly the window's width. */

import type { Block } from '../../../client/blocks/block.ts';
import type { BodyLine, HeaderLine } from '../block/body-line.ts';
import { glyphs } from './block-glyphs.ts';
import { headerChip } from './chip.ts';
import { headerRow, tookSpan } from './header-row.ts';
import type { LineStyle } from './line-style.ts';
import { cut, padded, type Span, spanWidth } from './span.ts';

export type BlockLine = Exclude<BodyLine, { kind: 'output' } | { kind: 'live' }>;

/** Indent of notes and further command lines, so that they align with the start of the command. */
const INDENT = '     ';

export function blockLine(line: BlockLine, style: LineStyle): readonly Span[] {
  switch (line.kind) {
    case 'header':
      return headerRow(line, style);
    case 'command':
      return fitted([{ text: `${INDENT}${line.text}`, role: 'command' }], style);
    case 'note':
      return fitted([{ text: `${INDENT}${spelled(line.text, style)}`, role: 'dim' }], style);
    case 'footer':
      return fitted(footer(line.block, style), style);
    case 'separator':
      if (line.running !== undefined) return headerRow(runningHeader(line.running, line.port), style);
      return [{ text: rule(line.label, style), role: 'separator' }];
    case 'blank':
      return fitted([], style);
  }
}

/** The header above the output of what runs: finishing changes only its chip. */
export function runningHeader(block: Block, port: number | undefined): HeaderLine {
  return { kind: 'header', block, fold: 'open', empty: true, selected: false, port };
}

function footer(block: Block, { ascii, now }: LineStyle): readonly Span[] {
  return [
    { text: ' ', role: 'plain' },
    headerChip(block.status, ascii),
    { text: ' ', role: 'plain' },
    tookSpan(block, now),
  ];
}

/** Draws `── live ─────…` up to the right edge. */
function rule(label: string, { cols, ascii }: LineStyle): string {
  const { line } = glyphs(ascii);
  const start = cut(`${line}${line} ${label} `, cols, '');
  return start + line.repeat(Math.max(0, cols - spanWidth([{ text: start, role: 'separator' }])));
}

function spelled(text: string, { ascii }: LineStyle): string {
  return ascii ? text.replace('…', glyphs(true).ellipsis) : text;
}

/** Cuts and fills the spans to the width; only the last span that fits is cut. */
function fitted(spans: readonly Span[], { cols, ascii }: LineStyle): readonly Span[] {
  const made: Span[] = [];
  let room = cols;
  for (const span of spans) {
    const text = cut(span.text, room, room > 3 ? glyphs(ascii).ellipsis : '');
    if (text !== '') made.push({ ...span, text });
    room -= spanWidth([{ ...span, text }]);
  }
  if (room > 0) made.push({ text: padded('', room), role: 'plain' });
  return made;
}
