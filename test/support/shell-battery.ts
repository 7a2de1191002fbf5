/** Commands that each shell must report exactly, whatever stands in the user's files. */

import { expect } from 'vitest';
import type { Ran, ShellDriver } from './shell-driver.ts';

export type Dialect = 'bash' | 'zsh' | 'fish';

type Case = {
  readonly keys: string;
  /** Where it differs from the keys. */
  readonly line?: string;
  readonly exitCode: number;
  readonly prints?: string;
};

const paste = (text: string) => `\x1b[200~${text}\x1b[201~`;

const everywhere: readonly Case[] = [
  { keys: 'echo one', exitCode: 0, prints: 'one\r\n' },
  { keys: 'echo one', exitCode: 0, prints: 'one\r\n' },
  { keys: ' echo spaced', exitCode: 0, prints: 'spaced\r\n' },
  { keys: 'false', exitCode: 1, prints: '' },
  { keys: 'false | true', exitCode: 0, prints: '' },
  { keys: 'true | false', exitCode: 1, prints: '' },
  { keys: 'ls', exitCode: 0 },
  { keys: 'sh -c "exit 42"; true', exitCode: 0, prints: '' },
  { keys: "sh -c 'kill -TERM $$'", exitCode: 143 },
  { keys: `printf '%s ' "a;b\\\\x" 'd"e' ü漢🙂 \\;`, exitCode: 0, prints: 'a;b\\x d"e ü漢🙂 ;' },
  { keys: paste('echo in one go'), line: 'echo in one go', exitCode: 0, prints: 'in one go\r\n' },
];

const posix: readonly Case[] = [
  { keys: paste('echo tab\there'), line: 'echo tab\there', exitCode: 0, prints: 'tab here' },
  { keys: '(exit 3)', exitCode: 3, prints: '' },
  { keys: ' (exit 4)', exitCode: 4, prints: '' },
  { keys: 'echo a && ! true || (exit 5)', exitCode: 5, prints: 'a\r\n' },
];

/** Of bash this is what it tells with `lithist` or without `cmdhist`; else see `joined`. */
const ofShell: Readonly<Record<Dialect, readonly Case[]>> = {
  bash: [
    ...posix,
    {
      keys: 'for i in 1 2; do\recho "n $i"\rdone',
      line: 'for i in 1 2; do\necho "n $i"\ndone',
      exitCode: 0,
      prints: 'n 1\r\nn 2\r\n',
    },
    { keys: "echo 'two\rlines'", line: "echo 'two\nlines'", exitCode: 0, prints: 'two\r\nlines\r\n' },
    {
      keys: 'cat <<E\rx; y\r\rz\rE',
      line: 'cat <<E\nx; y\n\nz\nE',
      exitCode: 0,
      prints: 'x; y\r\n\r\nz\r\n',
    },
  ],
  zsh: [
    ...posix,
    {
      keys: 'for i in 1 2; do\recho "n $i"\rdone',
      line: 'for i in 1 2; do\necho "n $i"\ndone',
      exitCode: 0,
      prints: 'n 1\r\nn 2\r\n',
    },
    {
      keys: 'cat <<E\rx; y\r\rz\rE',
      line: 'cat <<E\nx; y\n\nz\nE',
      exitCode: 0,
      prints: 'x; y\r\n\r\nz\r\n',
    },
    { keys: paste('echo a\n echo b'), line: 'echo a\n echo b', exitCode: 0, prints: 'a\r\nb\r\n' },
    { keys: 'printf partial', exitCode: 0, prints: 'partial' },
  ],
  fish: [
    {
      keys: paste('for i in 1 2\n    echo "n $i"\nend'),
      line: 'for i in 1 2\n    echo "n $i"\nend',
      exitCode: 0,
      prints: 'n 1\r\nn 2\r\n',
    },
    { keys: paste('echo a\necho b'), line: 'echo a\necho b', exitCode: 0, prints: 'a\r\nb\r\n' },
  ],
};

/** A usual bash joins the lines of a command when it stores them, except in quotes and here-documents. */
function joined(line: string): string {
  return line.startsWith('for') ? line.replace('do\n', 'do ').replace('\ndone', '; done') : line;
}

export async function runBattery(
  driver: ShellDriver,
  dialect: Dialect,
  lines: 'joined' | 'kept',
): Promise<void> {
  await driver.prompt();
  for (const { keys, line = keys, exitCode, prints } of [...everywhere, ...ofShell[dialect]]) {
    const before = driver.finished().length;
    const ran = await driver.run(keys);
    const expected = lines === 'joined' ? joined(line) : line;
    expect.soft({ line: ran.line, exitCode: ran.exitCode }).toEqual({ line: expected, exitCode });
    expect.soft(driver.finished().length, `blocks of ${keys}`).toBe(before + 1);
    if (prints !== undefined) expectOutput(ran, dialect, prints);
  }
}

const fishExtras =
  /^\x1b\[\?2004l(?:\x1b\]0;[^\x07]*\x07)?(?:\x1b\[30m|\x1b\(B|\x1b\[m|\r)*|\x1b\]133;D;\d+\x07$/g;

/** fish resets its modes and the title after a command has begun; hooks of the user's files end before ours. */
function expectOutput({ line, output }: Ran, dialect: Dialect, prints: string): void {
  const printed = dialect === 'fish' ? output.replaceAll(fishExtras, '') : output;
  if (prints === '' || prints.endsWith('\n')) expect.soft(printed, `output of ${line}`).toBe(prints);
  else expect.soft(printed, `output of ${line}`).toContain(prints.trimEnd());
}
