/** Prints numbered lines for ever, full of the key that was pressed last: so a key shows as soon as it is heard. */

const LINES_AT_ONCE = 64;
let key = 'a';
let line = 0;

process.stdin.setRawMode(true);
process.stdin.on('data', (bytes) => {
  if (bytes[0] === 3) process.exit();
  key = String.fromCharCode(bytes[bytes.length - 1]);
});

function print() {
  let text = '';
  for (let count = 0; count < LINES_AT_ONCE; count += 1) text += `${line++} ${key.repeat(60)}\r\n`;
  process.stdout.write(text);
  setImmediate(print);
}
print();
