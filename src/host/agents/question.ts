/**
 * The question of a program that waits, as it stands on the screen: its rows, its choices as keys, and a print by which an answer
 * is held back when something else is asked meanwhile.
 */

import { createHash } from 'node:crypto';
import { harmless } from '../../protocol/common/harmless-text.ts';
import { redact } from '../../protocol/common/redact.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { Emulator } from '../../screen/emulator/emulator.ts';
import { bottomRows } from '../../screen/text/bottom-rows.ts';
import { type Choice, choicesIn } from './choices.ts';

export type Question = {
  readonly rows: readonly string[];
  readonly choices: readonly Choice[];
  readonly print: string;
};

/** Rows that are shown and compared, rows in which choices are searched, and UTF-16 units of a row. */
const [SHOWN, SEARCHED, MAX_ROW] = [12, 24, 400];
const PRINT_LENGTH = 16;

/** Frames, separators and blanks. */
const EMPTY = /^[\s\u2500-\u259f]*$/;
const FRAME_LEFT = /^ {0,3}[│┃║▌] ?/;
const FRAME_RIGHT = /(?<![\s│┃║▐])[\s│┃║▐]+$/;
/** Signs that turn while a program works, at the start of a row. */
const SPINNER = /^\s*[\u2800-\u28ff◐◓◑◒✻✽✶✳✢]/u;
/** A clock at the right edge, or a row that is one. */
const CLOCK = /(?:^|(?<!\s)\s{4,})\d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]M)?$/;

/** Reads the question from a screen with everything parsed; `inputs` is another number after each input. */
export function readQuestion(
  emulator: Emulator,
  { state, kind, msg, since }: NonNullable<TerminalMeta['program']>,
  lineMode: boolean,
  inputs: number,
): Question {
  const rows = shownRows(emulator);
  const { choices, end } = choicesIn(rows, { ...emulator.modes, lineMode });
  const asking = rows
    .slice(0, end)
    .slice(-SHOWN)
    .filter((row) => !SPINNER.test(row))
    .map((row) => row.replace(CLOCK, ''));
  const asked = JSON.stringify([state, kind ?? '', msg ?? '', since, asking, inputs]);
  const print = createHash('sha256').update(asked).digest('hex').slice(0, PRINT_LENGTH);
  return { rows: rows.slice(-SHOWN), choices, print };
}

/** The last rows that are not empty, without frames, harmless and without secrets. */
function shownRows(emulator: Emulator): readonly string[] {
  const rows = bottomRows(emulator, SEARCHED, (row) => !EMPTY.test(row));
  const plain = rows.map((row) => unframed(harmless(row).slice(0, MAX_ROW)));
  return plain.length === 0 ? [] : redact(plain.join('\n')).split('\n');
}

function unframed(row: string): string {
  return row.replace(FRAME_LEFT, '').replace(FRAME_RIGHT, '');
}
