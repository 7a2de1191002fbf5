/** The table at the end of a group: a line for each terminal with how its command ended. */

import { compactDuration } from '../../../protocol/common/durations.ts';
import { exitWords, isNoFailure } from '../../../protocol/common/exit-status.ts';
import { columnWidths, displayWidth, padTo, printable } from '../../ground/plain-text.ts';
import { type Colour, coloured } from './colour.ts';
import type { GroupRow } from './group-row.ts';

const HEADINGS = ['TERMINAL', 'EXIT', 'TIME', 'LINES', 'NOTE'];
/** Columns in which numbers stand. */
const RIGHT = new Set([2, 3]);

export type TableLook = { readonly colours: boolean; readonly columns?: number | undefined };

/** Without `columns` no line is cut. */
export function groupTable(rows: readonly GroupRow[], { colours, columns }: TableLook): string {
  const lines = [HEADINGS, ...rows.map(cellsOf)];
  const widths = columnWidths(lines);
  const room =
    columns === undefined ? undefined : columns - widths.slice(0, -1).reduce((sum, one) => sum + one + 2, 0);
  return lines
    .map((line, index) => {
      const row = rows[index - 1];
      const cells = line.map((cell, at) => {
        if (at === HEADINGS.length - 1) return cut(cell, room);
        const width = widths[at] ?? 0;
        const padded = RIGHT.has(at) ? ' '.repeat(width - displayWidth(cell)) + cell : padTo(cell, width);
        return at === 1 && row !== undefined && colours ? coloured(padded, colourOf(row)) : padded;
      });
      return `${cells.join('  ').trimEnd()}\n`;
    })
    .join('');
}

function cellsOf(row: GroupRow): readonly string[] {
  const { terminal, durationMs, lines, note = '' } = row;
  return [
    printable(terminal),
    chipOf(row),
    durationMs === undefined ? '-' : compactDuration(Math.round(durationMs)),
    lines === undefined ? '-' : String(lines),
    printable(note),
  ];
}

/** `exit 1`, `suspended`, `running`, `idle`, `not run`, `lost`. */
function chipOf({ state, code }: GroupRow): string {
  if (state === 'not-run') return 'not run';
  return state === 'ended' ? exitWords(code) : state;
}

function colourOf({ state, code }: GroupRow): Colour {
  if (state === 'running' || state === 'idle') return 'yellow';
  return state === 'ended' && isNoFailure(code) ? 'green' : 'red';
}

function cut(text: string, room: number | undefined): string {
  return room === undefined || displayWidth(text) <= room ? text : padTo(text, Math.max(1, room)).trimEnd();
}
