import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { readProject } from '../../../src/cli/make/project-file.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let folder: string;
let path: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-project-'));
  path = join(folder, '.cotty');
  mkdirSync(join(folder, 'packages'));
  symlinkSync('round', join(folder, 'round'));
});
afterAll(() => removeFolder(folder));

function read(text: string) {
  writeFileSync(path, text);
  return readProject(path);
}

const wrong = (error: string) => ({ ok: false, error });
/** Tables of terminals with these names. */
const named = (...names: readonly string[]) =>
  names.map((name) => `[[terminal]]\nname = ${JSON.stringify(name)}\n`).join('');

test('a project file names terminals with folder, line and variables', () => {
  const file = `# our app
[[terminal]]
name = "server"
folder = "packages"
env.PORT = 8080
env.MODE = "on"
command = 'npm run  dev -- --name="a b" # as it stands'

[[terminal]]
name = "tests"
type = "npm test"
`;
  expect(read(file)).toMatchObject({
    ok: true,
    project: {
      path,
      terminals: [
        {
          name: 'server',
          folder: join(folder, 'packages'),
          env: { PORT: '8080', MODE: 'on' },
          line: { text: 'npm run  dev -- --name="a b" # as it stands', runs: true },
        },
        { name: 'tests', folder, env: {}, line: { text: 'npm test', runs: false } },
      ],
      panes: [],
    },
  });
});

test('a project file says which terminals stand side by side', () => {
  const file = named('build', 'tests', 'logs', 'db');
  const panes = '[[panes]]\nlayout = "beside"\nterminals = ["build", "tests"]\n';
  const quiet = '[[panes]]\nname = "quiet"\nlayout = "stack"\nterminals = ["logs", "db"]\n';
  expect(read(`${file}${panes}${quiet}`)).toMatchObject({
    ok: true,
    project: {
      panes: [
        { name: undefined, tree: { kind: 'row', children: ['build', 'tests'] }, stack: false },
        { name: 'quiet', tree: { kind: 'column', children: ['logs', 'db'] }, stack: true },
      ],
    },
  });
  // As tmux writes a layout: one at the left, two at the right.
  const layout = '80x24,0,0{39x24,0,0,0,40x24,40,0[40x12,40,0,1,40x11,40,13,2]}';
  expect(
    read(`${file}[[panes]]\nlayout = "${layout}"\nterminals = ["build", "tests", "logs"]\n`),
  ).toMatchObject({
    ok: true,
    project: {
      panes: [
        { tree: { shares: [40, 41], children: ['build', { kind: 'column', children: ['tests', 'logs'] }] } },
      ],
    },
  });
});

test('a terminal of a project can say beside which other one it stands', () => {
  expect(read(`${named('a', 'b')}place = "below of a"\n`)).toMatchObject({
    ok: true,
    project: { terminals: [{ name: 'a' }, { name: 'b', place: { side: 'below', of: 'a' } }] },
  });
});

const panes = (layout: string, ...terminals: readonly string[]) =>
  `[[panes]]\nlayout = "${layout}"\nterminals = ${JSON.stringify(terminals)}\n`;

test.each<[string, string, string]>([
  [
    'an arrangement that is none',
    named('a', 'b') + panes('round', 'a', 'b'),
    'panes 1: layout: "round" must be one of beside, below, main-above, main-left, grid, main, stack, or a layout of tmux',
  ],
  [
    'a layout of other panes',
    named('a', 'b') + panes('80x24,0,0', 'a', 'b'),
    'panes 1: layout: the layout has 1 panes for 2 terminals',
  ],
  [
    'a place of no terminal',
    `${named('a')}place = "right of b"`,
    'terminal 1: place: there is no terminal "b" above',
  ],
  [
    'a place that is none',
    `${named('a', 'b')}place = "near a"`,
    'terminal 2: place: "near a" must be right, below, left, above, followed by "of" and the name of a terminal',
  ],
  [
    'a pane alone',
    named('a') + panes('grid', 'a'),
    'panes 1: terminals must be a list of at least two names',
  ],
  [
    'a pane of no terminal',
    named('a') + panes('grid', 'a', 'b'),
    'panes 1: terminals: "b" is not a terminal of this file',
  ],
  [
    'a terminal in two places',
    named('a', 'b') + panes('grid', 'a', 'b') + panes('main', 'b', 'a'),
    'panes 2: terminals: "b" is named twice; a terminal can be in only one pane',
  ],
  [
    'a terminal with a place in panes',
    `${named('a', 'b')}place = "right of a"\n${panes('grid', 'a', 'b')}`,
    'panes 1: terminals: "b" already has a place; only one is allowed',
  ],
  ['a table of another kind', 'panes = 1\n[[terminal]]\nname = "a"', 'panes must be written as [[panes]]'],
  ['a key of another kind', `command = "ls"\n${named('a')}`, 'the file: there is no "command"'],
  ['an unknown key', `${named('a')}comand = "ls"`, 'terminal 1: there is no "comand"; did you mean command?'],
  ['no name', '[[terminal]]\nfolder = "."', 'terminal 1: name is missing'],
  ['a name twice', named('a', 'a'), 'terminal 2: name: "a" is already in this file'],
  [
    'a second line',
    `${named('a')}type = "x"\ncommand = "y"`,
    'terminal 1: only one of command and type is allowed',
  ],
  ['no value', '[[terminal]]\nname = ""', 'terminal 1: name has no value'],
  ['a number for a text', `${named('a')}command = 1`, 'terminal 1: command must be a text in quotes'],
  [
    'variables that are none',
    `${named('a')}env = 1`,
    'terminal 1: env must be a table, such as env.PORT = 8080',
  ],
  // A float would lose the zero.
  ['a variable of another kind', `${named('a')}env.V = 1.10`, 'terminal 1: env: V must be a text in quotes'],
  [
    'a variable that is none',
    `${named('a')}env.1x = "y"`,
    'terminal 1: env.1x is not a valid name of a variable',
  ],
  [
    'control characters',
    `${named('a')}command = "ls\\u001b]0;x\\u0007"`,
    'terminal 1: command: "ls]0;x" has control characters',
  ],
  [
    'several lines',
    `${named('a')}command = """a\nb"""`,
    'terminal 1: command: "a ⏎ b" has control characters',
  ],
  ['a name that is too long', named('x'.repeat(65)), 'terminal 1: name has more than 64 characters'],
  [
    'a value that is too long',
    `${named('a')}command = "${'x'.repeat(4097)}"`,
    'terminal 1: command has more than 4096 characters',
  ],
  [
    'too many terminals',
    named(...Array.from({ length: 33 }, (_, n) => `t${n}`)),
    'a project file can have at most 32 terminals (it has 33)',
  ],
  [
    'thousands of variables',
    `${named('a')}${Array.from({ length: 4000 }, (_, at) => `env.a${at} = ""\n`).join('')}`,
    'terminal 1: env: a terminal can have at most 100 variables',
  ],
  ['no terminal', '# nothing', 'it names no terminal; add [[terminal]] and name = "NAME"'],
])('%s spoils the file, and is named', (_what, file, problem) => {
  expect(read(file)).toEqual(wrong(`${path}: ${problem}`));
});

test('a file that is no TOML is refused with the line', () => {
  expect(read(`${named('a')}\nnpm test\n`)).toEqual(
    wrong(expect.stringMatching(/^[^\n]*\/\.cotty:4: [^\n]+$/)),
  );
});

test('a file of an earlier version is refused with the same in TOML, which can be read', () => {
  const earlier = readFileSync(join(import.meta.dirname, 'earlier.cotty'), 'utf8');
  const refused = read(earlier);
  const error = refused.ok ? '' : refused.error;
  expect(error).toContain(`${path}: a project file is TOML now.`);
  expect(read(error.slice(error.indexOf('\n')))).toMatchObject({
    ok: true,
    project: {
      terminals: [
        {
          name: 'server',
          folder: join(folder, 'packages'),
          env: { PORT: '8080' },
          line: { text: 'echo "a b" \\ c', runs: true },
        },
        { name: 'tests', line: { text: 'npm test', runs: false }, place: { side: 'below', of: 'server' } },
        { name: 'one' },
        { name: 'two' },
      ],
      panes: [{ name: 'logs', tree: { kind: 'row', children: ['one', 'two'] }, stack: false }],
    },
  });
});

it.each([
  ['web', 'does not exist', 'web'],
  ['round', 'cannot be read (too many symbolic links encountered)', 'round'],
  ['.cotty', 'is not a folder', '.cotty'],
  ['.cotty/x', 'cannot be read (not a directory)', '.cotty/x'],
  ['x'.repeat(300), 'cannot be read (name too long)', 'x'.repeat(300)],
])('says which terminal has no folder: %s', (written, why, at) => {
  expect(read(`${named('a')}folder = "${written}"\n`)).toEqual(
    wrong(`${path}: the folder of "a" ${why}: ${join(folder, at)}`),
  );
});

it.runIf(process.platform === 'linux')('is refused when its file is a link to one without end', () => {
  const link = join(folder, 'endless');
  symlinkSync('/proc/self/pagemap', link);
  expect(readProject(link)).toEqual(wrong(`${link} cannot be read (invalid argument)`));
});
