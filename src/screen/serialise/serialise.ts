/**
 * The screen as a stream: text that brings a fresh emulator of the same size into the same state, so that it looks the
 * same and continues in the same way. Carries both buffers with the requested scrollback, wrapping, pen, hyperlinks, saved
 * cursors, tab stops, scroll regions, character sets, modes, cursor, colours, title, an unfinished sequence, and whether the next
 * character may join the last one.
 *
 * Does not carry: images, which `Images.onScreen` returns (their cells become those of a box); scrollback beyond the
 * request, and with it the exact row that a saved cursor moves to once one of the two buffers is full; bells; the difference
 * between a space and an empty cell with attributes in the last column of the last row, where a cell of another width has no text,
 * and under a cursor past the last column; clusters of code points that were built piece by piece (they become blanks); an
 * underline style that stays in the pen when the cursor is restored; a character set in use that belongs neither to its level nor
 * to the saved cursor; a cursor outside the scroll region in origin mode.
 */

import { clusterSequence } from '../cells/cluster-mode.ts';
import type { Emulator } from '../emulator/emulator.ts';
import type { KeyboardState } from '../emulator/emulator-keyboard.ts';
import type { BufferState, EmulatorState, RawCell } from '../emulator/emulator-state.ts';
import { cellSequence } from '../image/cell-size.ts';
import { CELL } from '../image/image-box.ts';
import { colorSequences } from '../report/program-colors.ts';
import { writeLines } from './serialise-lines.ts';
import { BREAK, isTyped, joiningOf, joinState, PenWriter, PLAIN_PEN } from './serialise-pen.ts';

/** Modes, cursor style, colours and title as sequences that neither print nor move the cursor. */
const MOUSE = { none: '', x10: '?9', vt200: '?1000', drag: '?1002', any: '?1003' } as const;
const MOUSE_ENCODINGS = {
  default: '',
  utf8: '?1005',
  sgr: '?1006',
  urxvt: '?1015',
  sgrPixels: '?1016',
} as const;
const SHAPES = { block: 2, underline: 4, bar: 6 } as const;

function modeSequences(state: EmulatorState): string {
  const { modes } = state;
  const on = [
    modes.applicationCursorKeys && '?1',
    modes.reverseWraparound && '?45',
    modes.applicationKeypad && '?66',
    modes.bracketedPaste && '?2004',
    modes.focusEvents && '?1004',
    MOUSE[modes.mouse],
    MOUSE_ENCODINGS[modes.mouseEncoding],
    modes.synchronizedOutput && '?2026',
    modes.newline && '20',
    state.cursorBlinkMode && '?12',
  ];
  const off = [!modes.wraparound && '?7', !state.cursorVisible && '?25'];
  const kept = state.titles.map((each) => `\x1b]2;${each}\x1b\\\x1b[22;2t`).join('');
  const title = state.title === '' ? '' : `\x1b]2;${state.title}\x1b\\`;
  const set = sequences(on, 'h') + sequences(off, 'l') + cursorStyle(state);
  return kept + title + colorSequences(state.colors) + set + otherKeysSequence(state.keyboard);
}

function sequences(modes: readonly (string | false)[], final: 'h' | 'l'): string {
  return modes.map((mode) => (mode ? `\x1b[${mode}${final}` : '')).join('');
}

/** DECSCUSR: odd numbers make the cursor blink; 7 and 8 set only the blinking. */
function cursorStyle({ cursorShape, cursorBlinks }: EmulatorState): string {
  if (cursorShape === undefined && cursorBlinks === undefined) return '';
  const steady = cursorShape === undefined ? 8 : SHAPES[cursorShape];
  return `\x1b[${cursorBlinks === true ? steady - 1 : steady} q`;
}

export function serialise(emulator: Emulator, { scrollback }: { readonly scrollback: number }): string {
  const state = emulator.state();
  const out = new PenWriter(joiningOf(state.clusters));
  // The cells that follow depend on this mode.
  if (!state.clusters) out.raw(clusterSequence(false));
  if (state.cell.width !== CELL.width || state.cell.height !== CELL.height) out.raw(cellSequence(state.cell));
  writeNormal(out, state, Math.max(0, state.normal.base - scrollback));
  writeAlternate(out, state);
  finish(out, state, state.inAlternate ? state.alternate : state.normal);
  return out.toString() + state.unfinished;
}

function writeNormal(out: PenWriter, state: EmulatorState, start: number): void {
  const { normal } = state;
  const below = normal.saved.line >= normal.length;
  if (below) {
    // Erased scrollback has left the saved line below the buffer: the stream saves and erases in the same way.
    out.raw('\n'.repeat(normal.saved.line - start));
    save(out, normal);
    out.raw('\x1b[3J\x1b[H');
  }
  const line = below ? -1 : Math.max(start, normal.saved.line);
  writeLines(out, normal, state, start, { line, act: () => save(out, normal) }, () => wrapFirst(out, state));
  writeTabs(out, normal, state.cols);
  out.raw(stackSequences(state.keyboard.normal));
  if (state.inAlternate) {
    out.pen(PLAIN_PEN);
    out.raw(`${region(normal, state.rows)}\x1b[${normal.y + 1};${normal.x + 1}H`);
  }
}

function writeAlternate(out: PenWriter, state: EmulatorState): void {
  const { alternate, inAlternate } = state;
  const { saved } = alternate;
  const hasSaved =
    saved.x !== 0 || saved.line !== 0 || saved.pen.fg !== 0 || saved.pen.bg !== 0 || saved.charset !== 'B';
  const keys = stackSequences(state.keyboard.alternate);
  if (!inAlternate && !hasSaved && keys === '') return;
  out.pen(PLAIN_PEN);
  out.raw(`\x1b[?47h\x1b[H${keys}`);
  const line = Math.min(saved.line, state.rows - 1);
  const act = () => save(out, alternate);
  if (inAlternate) {
    writeLines(out, alternate, state, 0, { line, act }, () => wrapFirst(out, state));
    writeTabs(out, alternate, state.cols);
    return;
  }
  out.raw(`\x1b[${line + 1};1H`);
  act();
  out.pen(PLAIN_PEN);
  out.raw('\x1b[?47l');
}

/** Saves the cursor on its current line. */
function save(out: PenWriter, { saved }: BufferState): void {
  out.raw(`\x1b[${saved.x + 1}G`);
  out.pen({ ...saved.pen, link: undefined });
  out.raw(saved.charset === 'B' ? '\x1b7' : `\x1b(${saved.charset}\x1b7\x1b(B`);
  out.pen(PLAIN_PEN);
}

/** Makes the first row continue a row that is no longer there: wraps a line and removes its first row. */
function wrapFirst(out: PenWriter, { cols, rows }: EmulatorState): void {
  out.print(' '.repeat(cols + 1));
  out.raw(rows > 1 ? '\x1b[H\x1b[M\x1b[X' : '\x1b[3J\r\x1b[X');
}

function writeTabs(out: PenWriter, { tabs }: BufferState, cols: number): void {
  const stops = tabs.filter((column) => column < cols);
  const usual = stops.length === Math.ceil(cols / 8) && stops.every((column, index) => column === 8 * index);
  if (usual) return;
  out.raw(`\x1b[3g${stops.map((column) => `\x1b[${column + 1}G\x1bH`).join('')}`);
}

function region({ top, bottom }: BufferState, rows: number): string {
  return top === 0 && bottom === rows - 1 ? '' : `\x1b[${top + 1};${bottom + 1}r`;
}

/** Writes modes, region, cursor and pen of the active buffer. Characters must be printed after the cursor has moved. */
function finish(out: PenWriter, state: EmulatorState, buffer: BufferState): void {
  out.raw(modeSequences(state) + region(buffer, state.rows));
  if (state.modes.origin) out.raw('\x1b[?6h');
  const last = lastPrinted(state, buffer);
  if (last !== undefined && state.joinState !== 0 && canCarryJoin(state, last.cell)) {
    activateCharsets(out, state, buffer);
    if (state.modes.insert) out.raw('\x1b[4h');
    moveTo(out, state, buffer, last.x);
    if (state.modes.insert) out.raw(`\x1b[${firstWidth(state, last.cell)}P`);
    out.exactPen(state.pen);
    out.print(last.cell.text);
    return;
  }
  const waits = buffer.x >= state.cols && last !== undefined;
  if (!waits) activateCharsets(out, state, buffer);
  moveTo(out, state, buffer, waits ? last.x : buffer.x);
  if (waits) {
    printAgain(out, last.cell);
    out.raw(designations(state) || BREAK);
  }
  if (state.modes.insert) out.raw('\x1b[4h');
  out.exactPen(state.pen);
}

function printAgain(out: PenWriter, cell: RawCell): void {
  if (cell.text !== '') {
    out.cell(cell);
    return;
  }
  out.pen(cell.pen);
  out.print(' ');
}

type Printed = { readonly x: number; readonly cell: RawCell };

/** Returns the cell left of the cursor; of a wide character, its first cell. */
function lastPrinted(state: EmulatorState, buffer: BufferState): Printed | undefined {
  const cells = buffer.cells(buffer.base + buffer.y);
  const before = Math.min(buffer.x, state.cols) - 1;
  const x = cells[before]?.width === 0 && before > 0 ? before - 1 : before;
  const cell = cells[x];
  return cell === undefined ? undefined : { x, cell };
}

const JOIN_BITS = 0x7e;

/** Whether printing the cell again, with the current pen and character set, changes nothing. */
function canCarryJoin(state: EmulatorState, { text, width, pen }: RawCell): boolean {
  const joining = joiningOf(state.clusters);
  if (!isTyped(text, width, joining)) return false;
  if (state.translates(text.charAt(0))) return false;
  if (pen.fg !== state.pen.fg || pen.bg !== state.pen.bg || pen.link !== state.pen.link) return false;
  return (joinState(text, joining) & JOIN_BITS) === (state.joinState & JOIN_BITS);
}

function firstWidth({ clusters }: EmulatorState, { text }: RawCell): number {
  return (joinState(String.fromCodePoint(text.codePointAt(0) ?? 32), joiningOf(clusters)) >> 1) & 3;
}

function moveTo(out: PenWriter, state: EmulatorState, buffer: BufferState, x: number): void {
  const y = state.modes.origin ? buffer.y - buffer.top : buffer.y;
  out.raw(`\x1b[${y + 1};${Math.min(x, state.cols - 1) + 1}H`);
}

const LEVELS = ['', '\x0e', '\x1bn', '\x1bo'];

function designations({ charsets, level }: EmulatorState): string {
  const designated = charsets.map((letter, at) =>
    letter === 'B' ? '' : `\x1b${'()*+'.charAt(at)}${letter}`,
  );
  return designated.join('') + (LEVELS[level] ?? '');
}

/**
 * Designates the character sets. A set in use that is not the one of its level came with a restored cursor: restores it again.
 */
function activateCharsets(out: PenWriter, state: EmulatorState, buffer: BufferState): void {
  out.raw(designations(state));
  if (state.charset === state.charsets[state.level] || state.charset !== buffer.saved.charset) return;
  out.raw('\x1b8');
  out.forgetPen();
}

/** Builds a stack of flags on a screen that has none. */
function stackSequences(stack: readonly number[]): string {
  return stack.map((flags, at) => (at === 0 ? `\x1b[=${flags}u` : `\x1b[>${flags}u`)).join('');
}

function otherKeysSequence({ modifyOtherKeys }: KeyboardState): string {
  return modifyOtherKeys === 0 ? '' : `\x1b[>4;${modifyOtherKeys}m`;
}
