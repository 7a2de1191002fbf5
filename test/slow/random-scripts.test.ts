import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeWith } from '../support/programs.ts';
import { ShellDriver } from '../support/shell-driver.ts';

type Shell = 'bash' | 'zsh' | 'fish';

/** Scripts of each property; `COTTY_RUNS` explores further. */
const RUNS = Number(process.env['COTTY_RUNS'] ?? 25);

const WORDS = {
  posix: `a|b\\ c|"q!x"|'s q'|$v|"$v"|$((1+2))|\`echo bt\`|"$(echo sub)"|\\!|!!|{x,y}|#no|x#y|$'t\\tq'|é🙂|"a\\\\b"|^a^b|$#|\${v:-d}|"tab\there"|!echo|!$|%1|a"b"'c'd|\\\\`,
  fish: `a|b\\ c|"q!x"|'s q'|$v|"$v"|(math 1+2)|(echo sub)|\\!|!!|{x,y}|#no|x#y|é🙂|"a\\\\b"|^a^b|"tab\there"|%1|a"b"'c'd|\\\\`,
};
const LINES: Readonly<Record<'posix' | 'fish', readonly string[]>> = {
  posix: [
    'echo W W',
    "printf '<%s>\\n' W W",
    'v=W',
    'false',
    'echo W >> f1',
    'echo W | tr a-z A-Z',
    '[ 1 = 2 ]',
    'sh -c "exit 7"',
    '# a remark W !!',
    'cat <<E\nhere $v `echo x` !! "\n\ttab\nE',
    "cat <<'E' | wc -c\nraw $v !x\nE",
    'echo "two\nlines !y"',
    'echo one; echo two && false || echo three',
    '(exit 4)',
    'true | false',
    'echo a \\\n  b',
    '! true',
    '(cd d; echo inside > f; exit 3)',
    'test -n "$v" && echo set',
    'f() { echo "$1"; return 5; }; f W',
    'set -- 1 2 3; shift; echo $1',
    'echo err >&2',
    'case W in a*) echo A;; *) echo other;; esac',
    'x=$(cat <<E\nin $v\nE\n); echo "$x"',
  ],
  fish: [
    'echo W W',
    "printf '<%s>\\n' W W",
    'set -g v W',
    'false',
    'echo W >> f1',
    'echo W | tr a-z A-Z',
    'test 1 = 2',
    'sh -c "exit 7"',
    '# a remark W !!',
    'set -q v; and echo set',
    'echo "two\nlines !y"',
    'function f; echo $argv[1]; return 5; end; f W',
    'echo err >&2',
  ],
};
const BLOCKS: Readonly<Record<'posix' | 'fish', readonly string[]>> = {
  posix: [
    'if true; then\nB\nfi',
    'for i in 1 2; do\nB\ndone',
    '{\nB\n}',
    '(\nB\n) | cat',
    'g() {\nB\n}\ng',
    'if false; then\nB\nelse\necho else\nfi',
    'if ! false; then\nB\nfi > f2; cat f2',
  ],
  fish: [
    'if true\nB\nend',
    'for i in 1 2\nB\nend',
    'begin\nB\nend | cat',
    'function g\nB\nend\ng',
    'if false\nB\nelse\necho else\nend',
  ],
};

/** A block of remarks alone is none. */
const isRemark = (line: string) => line.startsWith('#');

function scripts(shell: Shell): fc.Arbitrary<string> {
  const kind = shell === 'fish' ? 'fish' : 'posix';
  const word = fc.constantFrom(...WORDS[kind].split('|').filter((each) => each !== ''));
  const line = fc
    .tuple(fc.constantFrom(...LINES[kind]), word, word)
    .map(([text, ...words]) =>
      words.reduce((all, each) => all.replace('W', () => each), text).replaceAll('W', 'w'),
    );
  const block = fc
    .tuple(fc.constantFrom(...BLOCKS[kind]), fc.array(line, { minLength: 1, maxLength: 3 }))
    .map(([text, lines]) =>
      text.replace('B', () => [...lines, ...(lines.every(isRemark) ? ['true'] : [])].join('\n')),
    );
  const long = fc.constantFrom('', '', '', `# ${'long '.repeat(500)}\n`);
  const body = fc.array(fc.oneof({ arbitrary: line, weight: 2 }, block), { minLength: 1, maxLength: 6 });
  const end = fc.constantFrom('', '\n', '  # end');
  return fc.tuple(long, body, end).map(([first, lines, last]) => `${first}${lines.join('\n')}${last}`);
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => `${each.name}: ${readFileSync(join(each.parentPath, each.name), 'utf8')}`)
    .toSorted();
}

const PLAIN_ARGS = { bash: ['--norc', '-c'], zsh: ['-f', '-c'], fish: ['--no-config', '-c'] } as const;

/** What a screen shows of the lines; messages name the shell and, by `-c` alone, the line of the script. */
function shown(text: string): readonly string[] {
  return text
    .replaceAll(/\x1b\][^\x07]*\x07|\x1b[[(]\??[0-9;]*[A-Za-z]|\r/g, '')
    .split('\n')
    .map((each) =>
      each.replace(/^(?:\S*(?:bash|zsh|fish|g|f|environment)): ?(?:-c: )?(?:line )?(?:\d+: ?)?/, 'shell: '),
    )
    .map((each) => each.replaceAll(/\s+/g, ' ').trim())
    .filter((each) => each !== '');
}

for (const shell of ['bash', 'zsh', 'fish'] as const)
  describeWith(shell, shell, () => {
    it('runs a delivered script as its -c does: the same files, output and exit code', async () => {
      await fc.assert(
        fc.asyncProperty(scripts(shell), async (script) => {
          const root = mkdtempSync(join(tmpdir(), 'cotty-c-'));
          mkdirSync(join(root, 'd'));
          const driver = new ShellDriver({
            shell,
            fetches: true,
            prepare: (home) => mkdirSync(join(home, 'w', 'd'), { recursive: true }),
          });
          try {
            const env = { PATH: process.env['PATH'], HOME: root, LANG: 'C.UTF-8' };
            const wanted = spawnSync(
              'sh',
              ['-c', 'exec "$@" 2>&1', 'sh', shell, ...PLAIN_ARGS[shell], script],
              {
                cwd: root,
                env,
                encoding: 'utf8',
              },
            );
            await driver.prompt();
            await driver.run('cd w');
            const ran = await driver.deliver(script);
            expect(ran.exitCode).toBe(wanted.status);
            expect(shown(ran.output)).toEqual(shown(wanted.stdout));
            expect(filesIn(join(driver.home, 'w'))).toEqual(filesIn(root));
          } finally {
            driver.close();
            rmSync(root, { recursive: true });
          }
        }),
        { numRuns: RUNS, endOnFailure: true },
      );
    });
  });
