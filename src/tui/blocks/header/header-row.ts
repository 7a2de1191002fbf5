/** The header line of a block: `  ✗ 1  npm test   @ada  3.1s  10:04`, with chip, command and details. */

import { BETWEEN, type Block } from '../../../client/blocks/block.ts';
import { rangesIn } from '../../../client/blocks/match-text.ts';
import { isShortened } from '../../../client/blocks/output-pieces.ts';
import { duration, elapsed } from '../../../protocol/common/durations.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { CommandMeta } from '../../../protocol/terminal/command-meta.ts';
import { ASCII_GLYPHS, UNICODE_GLYPHS } from '../../theme/glyphs.ts';
import { type BodyLine, type HeaderLine, visible } from '../block/body-line.ts';
import { clock, headerChip } from './chip.ts';
import { cut, type LineStyle, padded, type Span, type SpanRole, spanWidth } from './span.ts';

/** Cells that the command keeps; details on the right are left out for it. */
const COMMAND_WIDTH = 24;
const GAP = '  ';

/** Renders the header in exactly `cols` cells. */
function headerRow(line: HeaderLine, style: LineStyle): readonly Span[] {
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
function tookSpan({ durationMs, status, timestamp }: Block, now: number): Span {
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
  const mark: readonly Span[] =
    block.bookmarked === true ? [{ text: `${glyph.bookmark} `, role: 'warning' }] : [];
  return [
    { text: sign, role: hides ? 'dim' : 'marker' },
    headerChip(block.status, ascii),
    plain(' '),
    ...mark,
  ];
}

/** Returns the first line of the command, and how many more are folded away. */
function commandText({ block, fold }: HeaderLine): readonly [string, Span] {
  if (block.status.kind === 'between') return [BETWEEN, plain('')];
  const [first = '', ...further] = block.commandLine.split('\n');
  const lines = fold === 'open' ? 0 : further.length;
  const more = lines === 0 ? '' : ` +${lines} ${lines === 1 ? 'line' : 'lines'}`;
  return [visible(first), { text: more, role: 'dim' }];
}

/** Ports that a header shows; of more it has the first. */
const MOST_PORTS = 4;

/** `:5173`, where a command or one of its jobs listens; it stands instead of the time. */
function portText(port: number): string {
  return `:${port}`;
}

/** Returns the details that fit. Those of a high rank go first: count, time, folder, writer. */
function detailsWithin(
  { block, ports, marked }: HeaderLine,
  style: LineStyle,
  room: number,
): readonly Span[] {
  const who = block.writer.kind === 'other' ? visible(block.writer.label) : '';
  const details: { readonly rank: number; readonly span: Span }[] = [
    { rank: 3, span: { text: block.cwd === undefined ? '' : visible(block.cwd), role: 'dim' } },
    { rank: 5, span: { text: countOf(block), role: 'dim' } },
    { rank: 2, span: { text: block.where === undefined ? '' : visible(block.where), role: 'other' } },
    { rank: 1, span: { text: block.unrecorded ? 'not recorded' : '', role: 'dim' } },
    { rank: 1, span: { text: marked ? 'marked to compare' : '', role: 'marker' } },
    { rank: 1, span: { text: block.unverified ? 'unverified' : '', role: 'warning' } },
    { rank: 2, span: { text: who, role: 'other', name: who } },
    { rank: 0, span: tookSpan(block, style.now) },
    { rank: 4, span: { text: ports === undefined ? clock(block.timestamp, style.now) : '', role: 'dim' } },
    ...(ports ?? [])
      .slice(0, MOST_PORTS)
      .map((port) => ({ rank: 1, span: { text: portText(port), role: 'running' } }) as const),
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

// Renders a block line, a line of the body that is neither output nor live, as spans of exactly the
// window's width.

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
      return fitted(noteSpans(line, style), style);
    case 'separator':
      return [{ text: rule(line.label, style), role: 'separator' }];
    case 'blank':
      return fitted([], style);
  }
}

/** Returns a note with the name of whoever wrote it, if that is somebody else. */
function noteSpans(
  { text, by, query }: Extract<BlockLine, { kind: 'note' }>,
  style: LineStyle,
): readonly Span[] {
  const who: readonly Span[] =
    by === undefined
      ? []
      : [
          { text: by, role: 'other', name: by },
          { text: ': ', role: 'dim' },
        ];
  return [{ text: INDENT, role: 'dim' }, ...who, ...marked(spelled(text, style), 'dim', query)];
}

/** Draws `── closed ─────…` up to the right edge. */
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

// Glyphs of the body's own lines: one cell each, with an ASCII variant.

type Glyphs = {
  readonly open: string;
  readonly closed: string;
  readonly selected: string;
  readonly ellipsis: string;
  readonly line: string;
  /** Copies the output when it is clicked. */
  readonly copy: string;
  readonly bookmark: string;
};

const UNICODE: Glyphs = {
  open: '▾',
  closed: '▸',
  selected: '›',
  ellipsis: '…',
  line: '─',
  copy: UNICODE_GLYPHS.copy,
  bookmark: UNICODE_GLYPHS.bookmark,
};
const ASCII: Glyphs = {
  open: 'v',
  closed: '>',
  selected: '*',
  ellipsis: '...',
  line: '-',
  copy: ASCII_GLYPHS.copy,
  bookmark: ASCII_GLYPHS.bookmark,
};

function glyphs(ascii: boolean): Glyphs {
  return ascii ? ASCII : UNICODE;
}

// The sign at the right end of a header that copies the output of its block when it is clicked.

/** Cells of the sign with the blanks around it, all of which can be clicked. */
const SIGN_CELLS = 3;

/** Narrower windows keep the room for the command. */
const LEAST_COLS = 40;

/** Returns blanks for a block without output, so that the times of neighbouring blocks align. */
function copySign(block: Block, { cols, ascii }: LineStyle): readonly Span[] {
  if (cols < LEAST_COLS) return [];
  if (!hasSign(block, cols)) return [{ text: ' '.repeat(SIGN_CELLS), role: 'plain' }];
  return [{ text: ` ${glyphs(ascii).copy} `, role: 'dim' }];
}

export function isOnCopySign(block: Block, x: number, cols: number): boolean {
  return hasSign(block, cols) && x >= cols - SIGN_CELLS;
}

function hasSign({ part, status }: Block, cols: number): boolean {
  return status.kind !== 'running' && (part.output !== '' || isShortened(part)) && cols >= LEAST_COLS;
}

// The ports in a header, which a click opens.

/** Returns the port that is drawn at a column of the line; undefined beside it. */
export function portAt(line: BodyLine, x: number, style: LineStyle): number | undefined {
  if (line.kind !== 'header' || line.ports === undefined) return undefined;
  const spans = headerRow(line, style);
  return line.ports.find((port) => {
    const at = spans.findLastIndex(({ text }) => text === portText(port));
    const from = spanWidth(spans.slice(0, at));
    return at >= 0 && x >= from && x < from + portText(port).length;
  });
}

/** URL at which a browser of this machine reaches the server on a port. */
export function portAddress(port: number): string {
  return `http://localhost:${port}/`;
}

/** Marks the matches of a search in a block line. */
function marked(text: string, role: SpanRole, query: string | undefined): readonly Span[] {
  if (query === undefined || query === '') return [{ text, role }];
  const chars = [...text];
  const spans: Span[] = [];
  let done = 0;
  for (const { from, to } of rangesIn(chars, query)) {
    spans.push({ text: chars.slice(done, from).join(''), role });
    spans.push({ text: chars.slice(from, to).join(''), role: 'match' });
    done = to;
  }
  spans.push({ text: chars.slice(done).join(''), role });
  return spans.filter((span) => span.text !== '');
}
