/** Marks so many commands as finished, as a shell with integration would, and stays. */

const count = Number(process.argv[2]);
for (let number = 1; number <= count; number += 1) {
  const line = `echo ${number}`;
  process.stdout.write(
    `\x1b]133;A\x07$ \x1b]133;B\x07${line}\r\n\x1b]133;C;cmdline_url=${encodeURIComponent(line)}\x07` +
      `answer ${number}\r\n\x1b]133;D;0\x07`,
  );
}
process.stdout.write('\x1b]133;A\x07$ \x1b]133;B\x07');
process.stdin.resume();
