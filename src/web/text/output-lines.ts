/**
 * Outputs as lines of styled text. Text without a sequence is split into lines; all other output is read by an emulator that
 * is never shown, as the window reads it. The emulator parses at once, so that a view has the lines in the frame that asks.
 */

import type { IBufferCell, IBufferLine, Terminal } from '@xterm/xterm';
import { LruCache } from '../../client/blocks/lru-cache.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import type { CommandPart } from '../../protocol/terminal/state.ts';
import { HAS_EXTENDED } from '../../screen/cells/style-bits.ts';
import type { StyledLine, TextColor, TextSpan, TextStyle } from '../../screen/cells/styled-line.ts';
import {
  isRowLocal,
  linesOfSimpleText,
  rowLocalPieces,
  withCarriageReturns,
} from '../../screen/text/row-local.ts';

export type OutputEmulator = Pick<Terminal, 'reset' | 'resize' | 'buffer'>;

const DEFAULT_COLS = 80;
/** A screen of few rows: all that is above it is scrollback, which is read as well. */
const EMULATED_ROWS = 24;
/** Limit: UTF-16 units of outputs whose lines are kept; beyond it the least recently shown are read again. */
const KEPT_CHARS = 8 * 1024 * 1024;

export class OutputLines {
  readonly #make: () => OutputEmulator;
  readonly #kept = new LruCache<CommandPart, readonly StyledLine[]>(KEPT_CHARS);
  #emulator: OutputEmulator | undefined;

  constructor(make: () => OutputEmulator) {
    this.#make = make;
  }

  /** Returns the lines of a command's output, at the width at which it ran. */
  ofPart(part: CommandPart): readonly StyledLine[] {
    const known = this.#kept.get(part);
    if (known !== undefined) return known;
    const { cols } = cottyMeta<CommandMeta>(part._meta);
    return this.#kept.set(part, this.of(part.output, cols), part.output.length + 1);
  }

  /** Returns the lines that an output has left on a screen of this width, without blank lines at the end. */
  of(output: string, cols = DEFAULT_COLS): readonly StyledLine[] {
    const isLocal = isRowLocal(output);
    // Lines of a record, and of a program that has switched ONLCR off, end with a line feed alone.
    const text = isLocal || !output.includes('\r\n') ? withCarriageReturns(output) : output;
    const simple = text.includes('\x1b') ? undefined : linesOfSimpleText(text);
    if (simple !== undefined) return simple.map((line) => (line === '' ? [] : [{ text: line }]));
    const lines: StyledLine[] = [];
    for (const piece of isLocal ? rowLocalPieces(text) : [{ text, isLast: true }]) {
      const read = this.#read(piece.text, cols);
      // The last row of a piece is the empty start of the next one.
      for (const line of piece.isLast ? read : read.slice(0, -1)) lines.push(line);
    }
    while (lines.at(-1)?.length === 0) lines.pop();
    return lines;
  }

  #read(text: string, cols: number): readonly StyledLine[] {
    this.#emulator ??= this.#make();
    const emulator = this.#emulator;
    emulator.reset();
    emulator.resize(cols, EMULATED_ROWS);
    parse(emulator, text);
    return readLines(emulator, linkReader(emulator));
  }
}

/** Parses text at once, which `write` of the emulator does some time later. */
function parse(emulator: OutputEmulator, text: string): void {
  const core: unknown = Reflect.get(emulator, '_core');
  if (!hasInputHandler(core)) throw new Error('this xterm.js has no `_inputHandler.parse`');
  core._inputHandler.parse(text);
}

type WithInputHandler = { readonly _inputHandler: { parse(text: string): unknown } };

function hasInputHandler(core: unknown): core is WithInputHandler {
  if (typeof core !== 'object' || core === null || !('_inputHandler' in core)) return false;
  const { _inputHandler: handler } = core;
  return (
    typeof handler === 'object' &&
    handler !== null &&
    'parse' in handler &&
    typeof handler.parse === 'function'
  );
}

// Links of programs (OSC 8). xterm.js has them in parts of itself that are not public.

type LinkOf = (cell: IBufferCell) => string | undefined;

type WithLinks = {
  readonly _oscLinkService: { getLinkData(id: number): { readonly uri: string } | undefined };
};

function linkReader(emulator: OutputEmulator): LinkOf {
  const core: unknown = Reflect.get(emulator, '_core');
  if (!hasLinks(core)) return () => undefined;
  return (cell) => {
    // A cell without extended attributes keeps those of the one that was read before it.
    if ((Number(Reflect.get(cell, 'bg')) & HAS_EXTENDED) === 0) return undefined;
    const extended: unknown = Reflect.get(cell, 'extended');
    if (typeof extended !== 'object' || extended === null) return undefined;
    const id: unknown = Reflect.get(extended, 'urlId');
    return typeof id === 'number' && id !== 0 ? core._oscLinkService.getLinkData(id)?.uri : undefined;
  };
}

function hasLinks(core: unknown): core is WithLinks {
  return typeof core === 'object' && core !== null && '_oscLinkService' in core;
}

/** Returns the lines down to the last row that has text, or the cursor. */
function readLines({ buffer }: OutputEmulator, linkOf: LinkOf): readonly StyledLine[] {
  const { normal } = buffer;
  const lines: StyledLine[] = [];
  let joined: TextSpan[] | undefined;
  for (let y = 0; y < lastRow(buffer); y += 1) {
    const line = normal.getLine(y);
    if (line === undefined) continue;
    // Lines that the width has wrapped are one: the page wraps them at its own.
    const spans = readLine(line, normal.getLine(y + 1)?.isWrapped === true, linkOf);
    if (line.isWrapped && joined !== undefined) joined.push(...spans);
    else {
      joined = spans;
      lines.push(joined);
    }
  }
  return lines;
}

function lastRow({ normal }: OutputEmulator['buffer']): number {
  const cursor = normal.baseY + normal.cursorY + 1;
  let end = normal.length;
  while (end > cursor && lastCell(normal.getLine(end - 1)) < 0) end -= 1;
  return end;
}

function readLine(line: IBufferLine, goesOn: boolean, linkOf: LinkOf): TextSpan[] {
  const end = goesOn ? line.length : lastCell(line) + 1;
  const spans: TextSpan[] = [];
  let text = '';
  let style: TextStyle | undefined;
  let cell: IBufferCell | undefined;
  let last = '';
  for (let x = 0; x < end; x += 1) {
    cell = line.getCell(x, cell);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const link = linkOf(cell);
    const key = `${styleKey(cell)}${link === undefined ? '' : ` ${link}`}`;
    if (key !== last) {
      push(spans, text, style);
      text = '';
      style = styleOf(cell, link);
      last = key;
    }
    text += cell.getChars() || ' ';
  }
  push(spans, text, style);
  return spans;
}

function push(spans: TextSpan[], text: string, style: TextStyle | undefined): void {
  if (text !== '') spans.push(style === undefined ? { text } : { text, style });
}

/** Returns the column of the last cell that shows something; -1 when there is none. */
function lastCell(line: IBufferLine | undefined): number {
  if (line === undefined) return -1;
  let x = line.length - 1;
  while (x >= 0 && isBlank(line.getCell(x))) x -= 1;
  return x;
}

function isBlank(cell: IBufferCell | undefined): boolean {
  if (cell === undefined) return true;
  const chars = cell.getChars();
  return (chars === '' || chars === ' ') && cell.isBgDefault() && cell.getWidth() !== 0 && !cell.isInverse();
}

function styleKey(cell: IBufferCell): string {
  if (cell.isAttributeDefault()) return '';
  const flags = [
    cell.isBold(),
    cell.isDim(),
    cell.isItalic(),
    cell.isUnderline(),
    cell.isInverse(),
    cell.isStrikethrough(),
    cell.isInvisible(),
  ];
  const fg = `${cell.getFgColorMode()}.${cell.getFgColor()}`;
  return `${fg}.${cell.getBgColorMode()}.${cell.getBgColor()}.${flags.map(Number).join('')}`;
}

function styleOf(cell: IBufferCell, link: string | undefined): TextStyle | undefined {
  if (link === undefined && cell.isAttributeDefault()) return undefined;
  const fg = colorOf(cell.isFgDefault(), cell.isFgRGB(), cell.getFgColor());
  const bg = colorOf(cell.isBgDefault(), cell.isBgRGB(), cell.getBgColor());
  return {
    ...(fg !== undefined && { fg }),
    ...(bg !== undefined && { bg }),
    ...(cell.isBold() !== 0 && { bold: true }),
    ...(cell.isDim() !== 0 && { dim: true }),
    ...(cell.isItalic() !== 0 && { italic: true }),
    ...(cell.isUnderline() !== 0 && { underline: true }),
    ...(cell.isInverse() !== 0 && { inverse: true }),
    ...(cell.isStrikethrough() !== 0 && { strike: true }),
    ...(cell.isInvisible() !== 0 && { hidden: true }),
    ...(link !== undefined && { link }),
  };
}

function colorOf(isDefault: boolean, isTrue: boolean, value: number): TextColor | undefined {
  if (isDefault) return undefined;
  return isTrue ? `#${value.toString(16).padStart(6, '0')}` : value;
}
