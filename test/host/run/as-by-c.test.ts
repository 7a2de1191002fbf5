import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../src/client/client.ts';
import { RealHost } from '../../support/real-host.ts';

let real: RealHost;
let script: Client;
let uri: string;

beforeAll(async () => {
  real = await RealHost.start();
  writeFileSync(
    join(real.root, '.bashrc'),
    "PS1='$ '\nalias echo='echo alias' printf=false cat='cat -n'\nshopt -s autocd; shopt -u interactive_comments\n",
  );
  script = await real.join('user:mara');
  uri = await real.open(script, { shell: 'bash' });
});
afterAll(() => real.close());

/** Texts with all that is special to some reader of a line. */
const text = fc
  .array(
    fc.constantFrom(
      'a',
      ' ',
      '!',
      '!!',
      '!x',
      '^',
      '"',
      "'",
      '\\',
      '#',
      '$',
      '`',
      '\t',
      'ü',
      '🙂',
      ';',
      '~',
      '{',
      '}',
      '*',
    ),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(''));
const quoted = text.map((each) => `'${each.replaceAll("'", "'\\''")}'`);
const doubled = text.map((each) => `"${each.replaceAll(/["\\$`]/g, '\\$&')}"`);
const word = fc.oneof(
  quoted,
  doubled,
  fc.constantFrom('$?', '$x', '$(echo sub)', '{1..3}', '$((1+2))', '"${#x}"'),
);
const words = fc.array(word, { minLength: 1, maxLength: 3 }).map((each) => each.join(' '));

const line = fc.oneof(
  words.map((each) => `echo ${each}`),
  words.map((each) => `printf '%s|' ${each}`),
  words.map((each) => `printf '%s\\n' ${each} >> out`),
  text.map((each) => `# ${each.replaceAll('\n', '')}`),
  words.map((each) => `echo here # ${each}`),
  quoted.map((each) => `x=${each}`),
  fc.nat({ max: 9 }).map((code) => `(exit ${code})`),
  text.map((each) => `cat <<'END'\n${each}\n\tmore !\nEND`),
  words.map((each) => `for i in ${each}; do echo "<$i>"; done`),
  words.map((each) => `if false; then :\nelse echo ${each}\nfi`),
  fc.constantFrom(
    '',
    'f() { echo "f $1"; return 3; }; f a',
    'false || true',
    '! true',
    'set -- a b; echo "$2"',
    'echo a \\\n  b',
  ),
);
const scripts = fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => lines.join('\n'));

const filesOf = (folder: string) =>
  readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]);

/** What the terminal does to the line ends of output. */
const asPrinted = (output: string) => output.replaceAll('\n', '\r\n');

it('gives the same files, output and exit code for a script as bash -c does', async () => {
  await fc.assert(
    fc.asyncProperty(scripts, async (source) => {
      fc.pre(source.trim() !== '');
      fc.pre(spawnSync('bash', ['-n'], { input: source }).status === 0);
      const base = mkdtempSync(join(real.root, 'both-'));
      const [mine, theirs] = [join(base, 'mine'), join(base, 'theirs')];
      mkdirSync(mine);
      mkdirSync(theirs);
      await script.cotty.run(uri, { commandLine: `unset x; set --; cd ${mine}` });
      const { record } = await script.cotty.run(uri, { commandLine: source });
      // In the locale of the terminal: in another one a letter may have another length.
      const env = { PATH: process.env['PATH'] ?? '', HOME: real.root, LANG: 'C.UTF-8' };
      const plain = spawnSync('bash', ['-c', source], { cwd: theirs, encoding: 'utf8', env });
      expect(record).toMatchObject({ exit: plain.status, stdout: asPrinted(plain.stdout) });
      expect(filesOf(mine)).toEqual(filesOf(theirs));
    }),
    { numRuns: 40 },
  );
}, 60_000);

it('does not harm the wrong folder when a name has an exclamation mark', async () => {
  const base = mkdtempSync(join(real.root, 'harm-'));
  execFileSync('sh', ['-c', "mkdir 'proj!v2'; touch precious 'proj!v2/junk'"], { cwd: base });
  await script.cotty.run(uri, { commandLine: `cd ${base}` });
  await script.cotty.run(uri, { commandLine: 'cd "proj!v2" || exit 1\nrm -f -- *' });
  expect(readdirSync(base)).toEqual(['precious', 'proj!v2']);
  expect(readdirSync(join(base, 'proj!v2'))).toEqual([]);
});
