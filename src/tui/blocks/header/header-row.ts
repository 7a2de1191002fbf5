/** The header line — `▾ ✗ 1   npm test            3.1s  @ada    10:04`: chip and command left, facts right. */

import type { HeaderLine } from '../block/body-line.ts';
import { visible } from '../block/controls.ts';
import { type Glyphs, glyphs } from './block-glyphs.ts';
import { chip } from './chip.ts';
import { clock } from './clock-time.ts';
import { duration } from './duration.ts';
import type { LineLook } from './line-look.ts';
import { marked } from './mark-spans.ts';
import { cut, padded, type Span, spanWidth } from './span.ts';

/** Cells of the chip's column; longer chips push the command to the right. */
const CHIP_WIDTH = 6;
/** Cells of the writer's column, so that the times of neighbours stand under each other. */
const WRITER_WIDTH = 6;
/** The command keeps so many cells before a fact on the right is left out. */
const COMMAND_WIDTH = 24;
const GAP = '  ';

/** Exactly `cols` cells. */
export function headerRow(line: HeaderLine, look: LineLook): readonly Span[] {
  const glyph = glyphs(look.ascii);
  const left = leftSpans(line, glyph, look.ascii);
  const wanted = commandText(line, glyph);
  const facts = factsWithin(line, look, look.cols - spanWidth(left) - commandRoom(wanted));
  const width = look.cols - spanWidth(left) - spanWidth(facts);
  const command = cut(wanted, Math.max(0, width), glyph.ellipsis);
  const spans = [
    ...left,
    ...marked(command, 'command', line.query),
    fill(width - spanWidth([plain(command)])),
    ...facts,
  ];
  return clipped(spans, look.cols);
}

function leftSpans(
  { block, fold, empty, selected }: HeaderLine,
  glyph: Glyphs,
  ascii: boolean,
): readonly Span[] {
  const face = chip(block.status, ascii);
  const sign = empty ? ' ' : fold === 'closed' ? glyph.closed : glyph.open;
  return [
    { text: selected ? glyph.selected : ' ', role: 'marker' },
    { text: `${sign} `, role: 'dim' },
    { text: padded(face.text, CHIP_WIDTH - 1), role: face.role },
    plain(' '),
  ];
}

/** Folded, a command of many lines shows its first one and says that there is more. */
function commandText({ block, fold }: HeaderLine, glyph: Glyphs): string {
  const [first = '', ...further] = block.commandLine.split('\n');
  const more = further.length > 0 && fold !== 'open' ? ` ${glyph.ellipsis}` : '';
  return visible(first) + more;
}

function commandRoom(command: string): number {
  return Math.min(COMMAND_WIDTH, spanWidth([plain(command)]));
}

/** The facts that fit, most important last to go: duration, time, writer, unverified, directory. */
function factsWithin({ block }: HeaderLine, look: LineLook, room: number): readonly Span[] {
  const took = block.durationMs === undefined ? '' : duration(block.durationMs);
  const who = block.writer.label;
  const facts: { readonly rank: number; readonly span: Span }[] = [
    { rank: 4, span: { text: block.cwd === undefined ? '' : visible(block.cwd), role: 'dim' } },
    { rank: 3, span: { text: block.unverified ? 'unverified' : '', role: 'warning' } },
    { rank: 0, span: { text: took, role: 'dim' } },
    {
      rank: 2,
      span: {
        text: who && padded(visible(who), WRITER_WIDTH),
        role: block.writer.kind === 'you' ? 'you' : 'other',
      },
    },
    { rank: 1, span: { text: clock(block.timestamp, look.now), role: 'dim' } },
  ];
  const wanted = facts.filter(({ span }) => span.text !== '');
  for (let lowest = 4; lowest >= 0; lowest--) {
    const kept = wanted.filter(({ rank }) => rank <= lowest).flatMap(({ span }) => [plain(GAP), span]);
    if (room >= spanWidth(kept)) return kept;
  }
  return [];
}

function plain(text: string): Span {
  return { text, role: 'plain' };
}

function fill(width: number): Span {
  return plain(' '.repeat(Math.max(0, width)));
}

/** In a window too narrow even for the chip. */
function clipped(spans: readonly Span[], cols: number): readonly Span[] {
  const fitted: Span[] = [];
  let room = cols;
  for (const span of spans) {
    const text = cut(span.text, room, '');
    if (text !== '') fitted.push({ text, role: span.role });
    room -= spanWidth([{ text, role: span.role }]);
  }
  if (room > 0) fitted.push(fill(room));
  return fitted;
}
