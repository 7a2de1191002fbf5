/** The header line of a block: `▾ ✗ 1   npm test   3.1s  @ada   10:04`, with chip, command and details. */

import { duration } from '../../../protocol/common/durations.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { CommandMeta } from '../../../protocol/terminal/command-meta.ts';
import type { Block } from '../block/block.ts';
import type { HeaderLine } from '../block/body-line.ts';
import { visible } from '../block/controls.ts';
import { type Glyphs, glyphs } from './block-glyphs.ts';
import { chip } from './chip.ts';
import { clock } from './clock-time.ts';
import { copySign } from './copy-sign.ts';
import type { LineStyle } from './line-style.ts';
import { marked } from './mark-spans.ts';
import { cut, padded, type Span, spanWidth } from './span.ts';

/** Width of the chip's column in cells; longer chips push the command to the right. */
const CHIP_WIDTH = 6;
/** Width of the writer's column in cells, so that the times of neighbouring blocks align. */
const WRITER_WIDTH = 6;
/** Cells that the command keeps; details on the right are left out for it. */
const COMMAND_WIDTH = 24;
const GAP = '  ';

/** Renders the header in exactly `cols` cells. */
export function headerRow(line: HeaderLine, style: LineStyle): readonly Span[] {
  const glyph = glyphs(style.ascii);
  const left = leftSpans(line, glyph, style.ascii);
  const wanted = commandText(line, glyph);
  const sign = copySign(line.block, style);
  const room = style.cols - spanWidth(left) - spanWidth(sign);
  const details = [...detailsWithin(line, style, room - commandRoom(wanted)), ...sign];
  const width = style.cols - spanWidth(left) - spanWidth(details);
  const command = cut(wanted, Math.max(0, width), glyph.ellipsis);
  const spans = [
    ...left,
    ...marked(command, 'command', line.query),
    fill(width - spanWidth([plain(command)])),
    ...details,
  ];
  return clipped(spans, style.cols);
}

function leftSpans(
  { block, fold, empty, selected }: HeaderLine,
  glyph: Glyphs,
  ascii: boolean,
): readonly Span[] {
  const status = chip(block.status, ascii);
  const sign = empty ? ' ' : fold === 'closed' ? glyph.closed : glyph.open;
  return [
    { text: selected ? glyph.selected : ' ', role: 'marker' },
    { text: `${sign} `, role: 'dim' },
    { text: padded(status.text, CHIP_WIDTH - 1), role: status.role },
    plain(' '),
  ];
}

/** Returns the first line of the command, with an ellipsis when further lines are folded away. */
function commandText({ block, fold }: HeaderLine, glyph: Glyphs): string {
  const [first = '', ...further] = block.commandLine.split('\n');
  const more = further.length > 0 && fold !== 'open' ? ` ${glyph.ellipsis}` : '';
  return visible(first) + more;
}

function commandRoom(command: string): number {
  return Math.min(COMMAND_WIDTH, spanWidth([plain(command)]));
}

/** Returns the details that fit, by importance: duration, time, writer, unverified, directory. */
function detailsWithin({ block }: HeaderLine, style: LineStyle, room: number): readonly Span[] {
  const took = block.durationMs === undefined ? '' : duration(block.durationMs);
  const who = block.writer.label;
  const details: { readonly rank: number; readonly span: Span }[] = [
    { rank: 4, span: { text: block.cwd === undefined ? '' : visible(block.cwd), role: 'dim' } },
    { rank: 3, span: { text: countOf(block), role: 'dim' } },
    { rank: 3, span: { text: block.unverified ? 'unverified' : '', role: 'warning' } },
    { rank: 0, span: { text: took, role: 'dim' } },
    {
      rank: 2,
      span: {
        text: who && padded(visible(who), WRITER_WIDTH),
        role: block.writer.kind === 'you' ? 'you' : 'other',
      },
    },
    { rank: 1, span: { text: clock(block.timestamp, style.now), role: 'dim' } },
  ];
  const wanted = details.filter(({ span }) => span.text !== '');
  for (let lowest = 4; lowest >= 0; lowest--) {
    const kept = wanted.filter(({ rank }) => rank <= lowest).flatMap(({ span }) => [plain(GAP), span]);
    if (room >= spanWidth(kept)) return kept;
  }
  return [];
}

/** Number of lines that make the count worth its room. */
const MANY_LINES = 100;

/** Returns how much a command printed in all, however much of it is here. */
function countOf({ part }: Block): string {
  const lines = cottyMeta<CommandMeta>(part._meta).counts?.lines ?? 0;
  return lines < MANY_LINES ? '' : `${lines.toLocaleString('en')} lines`;
}

function plain(text: string): Span {
  return { text, role: 'plain' };
}

function fill(width: number): Span {
  return plain(' '.repeat(Math.max(0, width)));
}

/** Cuts and fills the spans to `cols` cells, for windows too narrow even for the chip. */
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
