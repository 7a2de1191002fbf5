/** Prints without end what costs a multiplexer most: `switches` of the alternate screen, or `queries` whose answers are read. */

const AT_ONCE = 256;
const PIECES = {
  switches: '\x1b[?1049h\x1b[2J\x1b[Hstorm\x1b[?1049l',
  queries: '\x1b[6n',
};
const piece = PIECES[process.argv[2]];
if (piece === undefined) {
  console.error(`"${process.argv[2]}" is no storm of these: ${Object.keys(PIECES).join(', ')}`);
  process.exit(2);
}
const seconds = Number(process.argv[3] ?? 10);

process.stdin.setRawMode(true);
// Answers are read, and nobody waits for them.
process.stdin.resume();
setTimeout(() => process.exit(), seconds * 1000);

function print() {
  // The next piece waits until the terminal has taken this one, so that no memory fills here.
  process.stdout.write(piece.repeat(AT_ONCE), () => setImmediate(print));
}
print();
