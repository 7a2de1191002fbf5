/** Output as programs print it, for rehearsals: plain lines, numbers, colours, and letters beyond Latin. */

const WORDS = 'function return const error 2026-01-01 12:00:00 GET /index.html 200 warning: in line'.split(
  ' ',
);
const COLORS = [31, 32, 33, 34, 35, 36];

/** Returns lines of at least so many characters; `turn` says of which kind they are. */
export function sampleOutput(turn: number, chars: number): string {
  let text = '';
  for (let line = turn * 97; text.length < chars; line += 1) text += `${lineOf(line, turn)}\r\n`;
  return text;
}

function lineOf(line: number, turn: number): string {
  const words = Array.from({ length: 3 + (line % 11) }, (_, at) => WORDS[(line * 7 + at) % WORDS.length]);
  switch (turn % 8) {
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
