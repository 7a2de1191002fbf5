/**
 * Output as programs print it, for rehearsals: plain lines, numbers, colours, letters beyond Latin, and screens with a
 * colour of its own in each cell.
 */

const WORDS = 'function return const error 2026-01-01 12:00:00 GET /index.html 200 warning: in line'.split(
  ' ',
);
const COLORS = [31, 32, 33, 34, 35, 36];
/** Kinds of output. */
export const SAMPLES = 8;
/** The kind that is drawn, and the cells of a row of it. */
const [DRAWN, ACROSS] = [1, 80];

/** Returns at least so many characters, whole lines as a rule; `turn` says of which kind they are. */
export function sampleOutput(turn: number, chars: number): string {
  const one = turn % SAMPLES === DRAWN ? drawnRow : lineOf;
  let text = '';
  for (let line = turn * 97; text.length < chars; line += 1) text += one(line, turn);
  return text;
}

function lineOf(line: number, turn: number): string {
  return `${textOf(line, turn)}\r\n`;
}

function textOf(line: number, turn: number): string {
  const words = Array.from({ length: 3 + (line % 11) }, (_, at) => WORDS[(line * 7 + at) % WORDS.length]);
  switch (turn % SAMPLES) {
    case 3:
      return String(line);
    case 5:
      return words.map((word, at) => `\x1b[${COLORS[at % COLORS.length]}m${word}\x1b[0m`).join('  ');
    case 7:
      return `${words.join(' ')} é — 漢字`;
    default:
      return words.join(' ');
  }
}

function drawnRow(line: number): string {
  const colors = (at: number) => `${line % 256};${(at * 3) % 256};${(line * 7) % 256}`;
  const cells = Array.from({ length: ACROSS }, (_, at) => `\x1b[38;2;${colors(at)};48;2;${colors(at + 9)}mx`);
  return `\x1b[${(line % 20) + 1};1H${cells.join('')}\x1b[0m`;
}
