/** The header line of a block: `  ✗ 1  npm test   @ada  3.1s  10:04`, with chip, command and details. */

import { BETWEEN, type Block } from '../../../client/blocks/block.ts';
import { duration, elapsed } from '../../../protocol/common/durations.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { CommandMeta } from '../../../protocol/terminal/command-meta.ts';
import type { HeaderLine } from '../block/body-line.ts';
import { visible } from '../block/controls.ts';
import { type Glyphs, glyphs } from './block-glyphs.ts';
import { headerChip } from './chip.ts';
import { clock } from './clock-time.ts';
import { copySign } from './copy-sign.ts';
import type { LineStyle } from './line-style.ts';
import { marked } from './mark-spans.ts';
import { cut, type Span, spanWidth } from './span.ts';

/** Cells that the command keeps; details on the right are left out for it. */
const COMMAND_WIDTH = 24;
const GAP = '  ';

/** Renders the header in exactly `cols` cells. */
export function headerRow(line: HeaderLine, style: LineStyle): readonly Span[] {
  const glyph = glyphs(style.ascii);
  const left = leftSpans(line, glyph, style.ascii);
  const [wanted, more] = commandText(line);
  const sign = copySign(line.block, style);
  const room = style.cols - spanWidth(left) - spanWidth(sign);
  const asked = Math.min(COMMAND_WIDTH, spanWidth([plain(wanted), more]));
  const details = [...detailsWithin(line, style, room - asked), ...sign];
  const width = style.cols - spanWidth(left) - spanWidth(details);
  const command = cut(wanted, Math.max(0, width - spanWidth([more])), glyph.ellipsis);
  const spans = [
    ...left,
    ...marked(command, line.block.status.kind === 'between' ? 'dim' : 'command', line.query),
    more,
    between(width - spanWidth([plain(command), more]), style, glyph),
    ...details,
  ];
  return clipped(spans, style.cols);
}

/** A duration below is not worth its room, and one from here on stands out (ms). */
const SHORT_MS = 1_000;
const LONG_MS = 60_000;

/** Returns how long a command took, or has been running; nothing for one that was over at once. */
export function tookSpan({ durationMs, status, timestamp }: Block, now: number): Span {
  const ms = status.kind === 'running' ? now - timestamp : durationMs;
  if (ms === undefined || ms < SHORT_MS) return plain('');
  const text = status.kind === 'running' ? elapsed(ms) : duration(ms);
  return { text, role: ms < LONG_MS ? 'dim' : 'long' };
}

function leftSpans(
  { block, fold, empty, selected }: HeaderLine,
  glyph: Glyphs,
  ascii: boolean,
): readonly Span[] {
  const hides = fold === 'closed' && !empty;
  const sign = hides ? glyph.closed : selected ? glyph.selected : ' ';
  return [{ text: sign, role: hides ? 'dim' : 'marker' }, headerChip(block.status, ascii), plain(' ')];
}

/** Returns the first line of the command, and how many more are folded away. */
function commandText({ block, fold }: HeaderLine): readonly [string, Span] {
  if (block.status.kind === 'between') return [BETWEEN, plain('')];
  const [first = '', ...further] = block.commandLine.split('\n');
  const lines = fold === 'open' ? 0 : further.length;
  const more = lines === 0 ? '' : ` +${lines} ${lines === 1 ? 'line' : 'lines'}`;
  return [visible(first), { text: more, role: 'dim' }];
}

/** `:5173`, where a command that runs listens; it stands instead of the time. */
export function portText(port: number): string {
  return `:${port}`;
}

/** Returns the details that fit. Those of a high rank go first: count, time, folder, writer. */
function detailsWithin({ block, port }: HeaderLine, style: LineStyle, room: number): readonly Span[] {
  const who = block.writer.kind === 'other' ? visible(block.writer.label) : '';
  const details: { readonly rank: number; readonly span: Span }[] = [
    { rank: 3, span: { text: block.cwd === undefined ? '' : visible(block.cwd), role: 'dim' } },
    { rank: 5, span: { text: countOf(block), role: 'dim' } },
    { rank: 2, span: { text: block.where === undefined ? '' : visible(block.where), role: 'other' } },
    { rank: 1, span: { text: block.unrecorded ? 'not recorded' : '', role: 'dim' } },
    { rank: 1, span: { text: block.unverified ? 'unverified' : '', role: 'warning' } },
    { rank: 2, span: { text: who, role: 'other', name: who } },
    { rank: 0, span: tookSpan(block, style.now) },
    port === undefined
      ? { rank: 4, span: { text: clock(block.timestamp, style.now), role: 'dim' } }
      : { rank: 1, span: { text: portText(port), role: 'running' } },
  ];
  const wanted = details.filter(({ span }) => span.text !== '');
  for (let lowest = 5; lowest >= 0; lowest--) {
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

/** Fills the room between command and details: with a rule where no surface shows that this is a header. */
function between(width: number, { rules }: LineStyle, { line }: Glyphs): Span {
  if (rules !== true || width < 3) return plain(' '.repeat(Math.max(0, width)));
  return { text: ` ${line.repeat(width - 1)}`, role: 'dim' };
}

/** Cuts and fills the spans to `cols` cells, for windows too narrow even for the chip. */
function clipped(spans: readonly Span[], cols: number): readonly Span[] {
  const fitted: Span[] = [];
  let room = cols;
  for (const span of spans) {
    const text = cut(span.text, room, '');
    if (text !== '') fitted.push({ ...span, text });
    room -= spanWidth([{ ...span, text }]);
  }
  if (room > 0) fitted.push(plain(' '.repeat(room)));
  return fitted;
}
