/**
 * Additions to xterm's handling of control sequences: limits on counts that would make it loop for minutes, fixes for
 * sequences it handles wrongly, and settings that its reset leaves unchanged.
 */
import type { Terminal } from '@xterm/headless';
import { HAS_EXTENDED } from '../cells/style-bits.ts';
import type { Core, CoreParams } from '../core/emulator-core.ts';
import type { ProgramColors } from '../report/program-colors.ts';
import type { LineMarks } from './emulator-marks.ts';

/** Makes RIS also reset newline mode, the cursor's blinking and visibility, and the colours that programs set. */
export function resetWholly(terminal: Terminal, core: Core, colors: ProgramColors): void {
  terminal.parser.registerEscHandler({ final: 'c' }, () => {
    // xterm's RIS leaves these unchanged: stray binary output could keep the cursor hidden even after `reset`.
    terminal.options.convertEol = false;
    terminal.options.cursorBlink = false;
    core.coreService.isCursorHidden = false;
    colors.reset();
    return false;
  });
}

/** Limits counts. A larger count would have the same effect as the limit, except for REP, which stops at one screenful. */
export function limitCounts(terminal: Terminal, core: Core): void {
  const limit = (final: string, most: () => number) =>
    core._inputHandler._parser.registerCsiHandler({ final }, ({ params }) => {
      if ((params[0] ?? 0) > most()) params[0] = most();
      return false;
    });
  for (const final of ['S', 'T', 'L', 'M']) limit(final, () => terminal.rows);
  for (const final of ['I', 'Z']) limit(final, () => terminal.cols);
  limit('b', () => terminal.rows * terminal.cols);
}

/** Erase in display: drops the marks on erased lines, and handles "above" in the last column itself. */
export function eraseSafely(terminal: Terminal, core: Core, marks: LineMarks): void {
  const erase = (params: CoreParams, keepProtected: boolean): boolean => {
    const what = params.params[0] ?? 0;
    const { active, normal } = core.buffers;
    if (active === normal) wipeMarks(what, normal.ybase, normal.y, terminal.rows, marks);
    return what === 1 && eraseAboveAtEdge(terminal, core, keepProtected);
  };
  const parser = core._inputHandler._parser;
  parser.registerCsiHandler({ final: 'J' }, (params) => erase(params, false));
  parser.registerCsiHandler({ prefix: '?', final: 'J' }, (params) => erase(params, true));
}

/**
 * Inserting blanks in the middle of a wide cell: replaces the right half by a blank. xterm would move it to the right as
 * a cell without width.
 */
export function insertSafely(core: Core): void {
  const repair = (y: number): false => {
    const buffer = core.buffers.active;
    const line = buffer.lines.get(buffer.ybase + y);
    const at = 3 * buffer.x;
    if (line !== undefined && at < line._data.length && (line._data[at] ?? 0) === 0)
      line._data[at] = NARROW_BLANK;
    return false;
  };
  const parser = core._inputHandler._parser;
  parser.registerCsiHandler({ final: '@' }, () => repair(core.buffers.active.y));
  parser.registerCsiHandler({ intermediates: "'", final: '}' }, () => {
    const { scrollTop, scrollBottom } = core.buffers.active;
    for (let y = scrollTop; y <= scrollBottom; y++) repair(y);
    return false;
  });
}

/** The content word of an empty cell of width 1; the right half of a wide cell is 0. */
const NARROW_BLANK = 1 << 22;

/**
 * Restoring the cursor (DECRC): xterm restores the attributes without their underline style and hyperlink. The flag for
 * these must match the current pen, otherwise a link ends and later reappears.
 */
export function restoreSafely(terminal: Terminal, core: Core): void {
  const repair = (): false => {
    const { extended } = core._inputHandler._curAttrData;
    for (const { savedCurAttrData: saved } of [core.buffers.normal, core.buffers.alt]) {
      saved.bg = extended.isEmpty() ? saved.bg & ~HAS_EXTENDED : saved.bg | HAS_EXTENDED;
    }
    return false;
  };
  terminal.parser.registerEscHandler({ final: '8' }, repair);
  terminal.parser.registerCsiHandler({ final: 'u' }, repair);
  terminal.parser.registerCsiHandler({ prefix: '?', final: 'l' }, repair);
}

function wipeMarks(what: number, base: number, y: number, rows: number, marks: LineMarks): void {
  if (what === 0) marks.wiped(base + y + 1, base + rows);
  else if (what === 1) marks.wiped(base, base + y);
  else if (what === 2) marks.wiped(base, base + rows);
}

/**
 * CSI 1 J with the cursor in the last column: xterm clears the wrapped flag of line `y + 1` counted from the top of the
 * scrollback instead of the next line, and throws when that line does not exist, which would stop the parser for good.
 */
function eraseAboveAtEdge(terminal: Terminal, core: Core, keepProtected: boolean): boolean {
  const buffer = core.buffers.active;
  if (buffer.x + 1 < terminal.cols) return false;
  const input = core._inputHandler;
  input._restrictCursor(terminal.cols);
  input._eraseInBufferLine(buffer.y, 0, buffer.x + 1, true, keepProtected);
  const next = buffer.y + 1 < terminal.rows ? buffer.lines.get(buffer.ybase + buffer.y + 1) : undefined;
  if (next !== undefined) next.isWrapped = false;
  for (let y = 0; y < buffer.y; y++) input._resetBufferLine(y, keepProtected);
  return true;
}

/** Limits of the size; other sizes are clamped. xterm needs two columns, and a cell costs 12 bytes. */
const MIN_COLS = 2;
const MAX_COLS = 2000;
const MAX_ROWS = 1000;

export function limitSize(cols: number, rows: number): { readonly cols: number; readonly rows: number } {
  return { cols: clamp(cols, MIN_COLS, MAX_COLS), rows: clamp(rows, 1, MAX_ROWS) };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, Math.floor(value) || least));
}

/**
 * Returns false if xterm threw an error. No known sequence causes one; the parser is reset, so that the next write is parsed
 * correctly.
 */
export function parseSafely({ _inputHandler: input }: Core, data: string): boolean {
  try {
    input.parse(data);
    return true;
  } catch {
    input._parser.reset();
    return false;
  }
}
