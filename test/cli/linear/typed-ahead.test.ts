import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runLinear } from '../../../src/cli/linear/linear.ts';
import { effort } from '../../support/effort.ts';
import { type FakeIo, fakeIo } from '../../support/fake-io.ts';
import { programPath, type Shell } from '../../support/programs.ts';
import { RealHost } from '../../support/real-host.ts';

/** Limit in milliseconds: with many runs, as many are done as fit into it, because each starts real shells. */
const TIME = 170_000;

const me = `user:${userInfo().username}`;

/** Statements, each of which writes into `log`; most take several lines. */
const posix = [
  'echo one >> log',
  'printf "%s\\n" "two  blanks" >> log',
  "cat >> log <<'E'\ntouch RAN\n:quit\n  indented \"\n# no comment\n\nE",
  'cat >> log <<E\n$((1 + 2)) \\\njoined\nE',
  'for i in 1 2; do\n  echo "for $i" >> log\ndone',
  'if true\nthen echo then >> log\nelse\n  echo else >> log\nfi',
  'echo "a\nb  \\"\n#c" >> log',
  "echo 'd\n\n\te' >> log",
  'echo f \\\n  g >> log',
  'f() {\n  echo "f $1" >> log\n}\nf 1\nf 2',
  'case x in\n  y) ;;\n  x) echo case >> log ;;\nesac',
  'echo piped |\n  cat >> log',
  'true &&\n  echo and >> log',
  '# a comment \\\n',
  '\n  \n',
  ': > colon',
  'read -r x\nline that is \\\\ read "\nprintf "got %s\\n" "$x" >> log',
  "sh -c 'read -r x; read -r y; echo \"$y $x\"' >> log\nfirst ' line\nsecond",
  'while read -r x; do\n  echo "line $x" >> log\n  [ "$x" != end ] || break\ndone\n1\n2\nend',
  'sleep 0.05; echo slept >> log',
  'echo "$(echo in\necho sub)" >> log',
  '(\n  exit 3\n)\necho "code $?" >> log',
  'echo done; echo fi >> log',
];

const fish = [
  'echo one >> log',
  'for i in 1 2\n  echo "for $i" >> log\nend',
  'if true\n  echo then >> log\nelse\n  echo else >> log\nend',
  'echo "a\nb  \\"\n#c" >> log',
  'echo f \\\n  g >> log',
  'function f\n  echo "f $argv" >> log\nend\nf 1\nf 2',
  'switch x\n  case y\n  case x\n    echo case >> log\nend',
  'echo piped |\n  cat >> log',
  'true &&\n  echo and >> log',
  '# a comment \\\n',
  '\n  \n',
  'begin\n  sleep 0.05\n  echo slept >> log\nend',
  "echo (echo in\necho sub) 'd\n\n\te' >> log",
];

/** What a script writes when the shell reads it from its standard input. */
function written(shell: string, folder: string, script: string): string {
  const expected = mkdtempSync(join(folder, 'expected-'));
  writeFileSync(join(expected, 'log'), '');
  const file = join(expected, 'script');
  writeFileSync(file, script);
  const stdin = openSync(file, 'r');
  spawnSync(shell, { cwd: expected, stdio: [stdin, 'ignore', 'ignore'] });
  closeSync(stdin);
  return readFileSync(join(expected, 'log'), 'utf8');
}

type Piece = { readonly at: number; readonly pause: number };

async function typeInPieces({ type }: FakeIo, text: string, pieces: readonly Piece[]): Promise<void> {
  let from = 0;
  for (const { at, pause } of pieces.toSorted((a, b) => a.at - b.at)) {
    if (Math.min(at, text.length) > from) type(text.slice(from, at));
    from = Math.min(Math.max(from, at), text.length);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  if (from < text.length) type(text.slice(from));
}

describe.each<[Shell, readonly string[]]>([
  ['bash', posix],
  ['zsh', posix],
  ['fish', fish],
])('linear mode in %s', (shell, statements) => {
  let host: RealHost;
  beforeAll(async () => {
    host = await RealHost.start({
      env: { ...process.env, HOME: '', SHELL: programPath(shell) },
    });
  });
  afterAll(() => host.close());

  let count = 0;
  /** Types a script in linear mode, and expects what it writes. */
  async function expectWritten(
    log: string,
    script: string,
    pieces: readonly Piece[] = [],
    isTyped = false,
  ): Promise<void> {
    count += 1;
    const folder = mkdtempSync(join(host.root, 'actual-'));
    writeFileSync(join(folder, 'log'), '');
    const client = await host.join(me, `linear-${count}`);
    for (const { resource } of client.root.state.terminals ?? []) await client.disposeTerminal(resource);
    const fake = fakeIo({ tty: isTyped, env: { HOME: host.root } });
    const ended = runLinear({ client }, fake.io);
    await typeInPieces(fake, `cd ${folder}\n${script}`, pieces);
    fake.type('');
    expect(await ended, fake.out()).toBe(0);
    expect(existsSync(join(folder, 'RAN'))).toBe(false);
    expect(readFileSync(join(folder, 'log'), 'utf8'), fake.out()).toBe(log);
  }

  it('runs the same commands as the shell does that reads the script, however it is cut into pieces', async () => {
    const script = fc.array(fc.constantFrom(...statements), { minLength: 1, maxLength: 6 });
    const cuts = fc.array(fc.record({ at: fc.nat(400), pause: fc.constantFrom(0, 0, 1, 20, 60) }), {
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(script, cuts, fc.boolean(), async (lines, pieces, isTyped) => {
        const text = `${lines.join('\n')}\n`;
        const reader = programPath(shell === 'fish' ? 'fish' : 'bash');
        await expectWritten(written(reader, host.root, text), text, pieces, isTyped);
      }),
      { ...effort(4), interruptAfterTimeLimit: TIME },
    );
  }, 180_000);

  // Not in the list of fish: it reads a script to its end before it runs any of it, so that these lines would be commands.
  it('gives a program the lines that are typed behind its command', async () => {
    const reads =
      "sh -c 'read -r x; read -r y; echo \"$y $x\"' >> log\nfirst ' line\nsecond\necho one >> log\n";
    await expectWritten("second first ' line\none\n", reads);
  });
});
