/**
 * Output that moves the cursor, as progress bars do: an emulator that shows nothing parses it, and its lines are read. There is
 * one emulator, and one output at a time.
 */

import type { IBufferCell, IBufferLine, Terminal } from '@xterm/xterm';
import type { StyledLine, TextColor, TextSpan, TextStyle } from './styled-line.ts';

export type OutputEmulator = Pick<Terminal, 'write' | 'reset' | 'resize' | 'buffer' | 'rows'>;

const DEFAULT_COLS = 80;
/** A screen of few rows: all that is above it is scrollback, which is read as well. */
const EMULATED_ROWS = 24;

export class EmulatedOutputs {
  readonly #make: () => OutputEmulator;
  #emulator: OutputEmulator | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(make: () => OutputEmulator) {
    this.#make = make;
  }

  /** Returns the lines that an output has left, at the width at which the command ran. */
  lines(text: string, cols = DEFAULT_COLS): Promise<readonly StyledLine[]> {
    const lines = this.#last.then(() => this.#read(text, cols));
    this.#last = lines.catch(() => {});
    return lines;
  }

  async #read(text: string, cols: number): Promise<readonly StyledLine[]> {
    this.#emulator ??= this.#make();
    const emulator = this.#emulator;
    emulator.reset();
    emulator.resize(cols, EMULATED_ROWS);
    await new Promise<void>((resolve) => emulator.write(text, resolve));
    return readLines(emulator);
  }
}

function readLines({ buffer }: OutputEmulator): readonly StyledLine[] {
  const { normal } = buffer;
  const lines: StyledLine[] = [];
  let joined: TextSpan[] | undefined;
  for (let y = 0; y < normal.length; y += 1) {
    const line = normal.getLine(y);
    if (line === undefined) continue;
    // Lines that the width has wrapped are one: the page wraps them at its own.
    const spans = readLine(line, normal.getLine(y + 1)?.isWrapped === true);
    if (line.isWrapped && joined !== undefined) joined.push(...spans);
    else {
      joined = spans;
      lines.push(joined);
    }
  }
  while (lines.at(-1)?.length === 0) lines.pop();
  return lines;
}

function readLine(line: IBufferLine, goesOn: boolean): TextSpan[] {
  const end = goesOn ? line.length : lastCell(line) + 1;
  const spans: TextSpan[] = [];
  let text = '';
  let style: TextStyle | undefined;
  let cell: IBufferCell | undefined;
  let last = '';
  for (let x = 0; x < end; x += 1) {
    cell = line.getCell(x, cell);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const key = styleKey(cell);
    if (key !== last) {
      push(spans, text, style);
      text = '';
      style = styleOf(cell);
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

function lastCell(line: IBufferLine): number {
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

function styleOf(cell: IBufferCell): TextStyle | undefined {
  if (cell.isAttributeDefault()) return undefined;
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
  };
}

function colorOf(isDefault: boolean, isTrue: boolean, value: number): TextColor | undefined {
  if (isDefault) return undefined;
  return isTrue ? `#${value.toString(16).padStart(6, '0')}` : value;
}
