/**
 * Prints without end what costs a multiplexer most: `switches` of the alternate screen, or `queries` whose answers are read.
 * A key among `vwxyz` is answered with a letter of `ANSWERS` on the screen; Ctrl+C ends it.
 */

import { ANSWERS, KEYS } from './letters.mjs';

const AT_ONCE = 256;
const PIECES = {
  switches: (letter) => `\x1b[H${letter}\x1b[?1049h\x1b[2J\x1b[H${letter} storm\x1b[?1049l`,
  queries: (letter) => `\r${letter}\x1b[6n`,
};
const pieceOf = PIECES[process.argv[2]];
if (pieceOf === undefined) {
  console.error(`"${process.argv[2]}" is no storm of these: ${Object.keys(PIECES).join(', ')}`);
  process.exit(2);
}
const seconds = Number(process.argv[3] ?? 10);
let piece = pieceOf(' ');

process.stdin.setRawMode(true);
// Answers to queries are read, and nobody waits for them; none has one of these letters.
process.stdin.on('data', (bytes) => {
  if (bytes.includes(3)) process.exit();
  const key = [...bytes.toString('latin1')].findLast((char) => KEYS.includes(char));
  if (key !== undefined) piece = pieceOf(ANSWERS[KEYS.indexOf(key)]);
});
setTimeout(() => process.exit(), seconds * 1000);

function print() {
  // The next piece waits until the terminal has taken this one, so that no memory fills here.
  process.stdout.write(piece.repeat(AT_ONCE), () => setImmediate(print));
}
print();
