/** Prints the results of `--each`: output lines prefixed with the terminal, and a table with one row per terminal. */

import { compactDuration } from '../../../protocol/common/durations.ts';
import { exitWords, isNoFailure } from '../../../protocol/common/exit-status.ts';
import type { Io, Output } from '../../common/io.ts';
import { columnWidths, displayWidth, padTo, printable } from '../../common/plain-text.ts';
import { sayBeside, sayJson, sayOutput } from '../../common/print.ts';
import { PlainRows } from '../follow/plain-rows.ts';
import type { ScriptOutput } from '../follow/script-output.ts';
import { type GroupResult, type GroupRow, groupJson } from './group-row.ts';

const HEADINGS = ['TERMINAL', 'EXIT', 'TIME', 'LINES', 'NOTE'];
/** Columns with numbers. */
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

const CODES = { red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 } as const;

type Colour = keyof typeof CODES;

/** Colours of the prefixes, so that terminals can be told apart. Red is reserved for failures. */
const NAMES: readonly Colour[] = ['cyan', 'green', 'yellow', 'magenta', 'blue'];

function colourOfName(index: number): Colour {
  return NAMES[index % NAMES.length] ?? 'cyan';
}

/** Blanks at the end are left as they are, so that they can be cut off. */
function coloured(text: string, colour: Colour): string {
  const shown = text.trimEnd();
  return `\x1b[${CODES[colour]}m${shown}\x1b[0m${text.slice(shown.length)}`;
}

export function hasColours({ isTTY }: Output, { env }: Pick<Io, 'env'>): boolean {
  return isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
}

/** Longest name before the lines, in columns; a longer one is cut. */
const MAX_NAME = 24;

/** Returns the prefix of each name, all of one width: `build | `. */
export function prefixesOf(names: readonly string[], colours: boolean): readonly string[] {
  const shown = names.map(printable);
  const width = Math.min(MAX_NAME, Math.max(0, ...shown.map(displayWidth)));
  return shown.map((name, index) => {
    const prefix = `${padTo(name, width)} | `;
    return colours ? coloured(prefix, colourOfName(index)) : prefix;
  });
}

/** Writes whole lines, as `PlainRows` gives them. A very long one comes in several lines. */
export class PrefixedLines implements ScriptOutput {
  readonly #prefix: string;
  readonly #put: (text: string) => void;
  readonly #rows = new PlainRows((text) => this.#print(text));

  constructor(prefix: string, put: (text: string) => void) {
    this.#prefix = prefix;
    this.#put = put;
  }

  write(text: string): void {
    this.#rows.write(text);
  }

  end(): void {
    this.#rows.end();
  }

  #print(text: string): void {
    const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
    this.#put(lines.map((line) => `${this.#prefix}${line}\n`).join(''));
  }
}

type How = {
  readonly json: boolean;
  /** Whether outputs in JSON keep their escape sequences. */
  readonly raw: boolean;
  /** Whether stdout has the output of the commands already: the table is then for stderr. */
  readonly beside: boolean;
};

/** Returns the exit code. */
export function sayGroup(result: GroupResult, { json, raw, beside }: How, io: Io): number {
  if (json) sayJson(io, groupJson(result, raw));
  else {
    const stream = beside ? io.stderr : io.stdout;
    const columns = stream.isTTY === true ? stream.columns : undefined;
    const table = groupTable(result.rows, { colours: hasColours(stream, io), columns });
    if (beside) sayBeside(io, table);
    else sayOutput(io, table);
  }
  return result.code;
}
