import { expect, test } from 'vitest';
import { parseProject } from '../../../src/cli/make/project-file.ts';

test('a project file names terminals with folder, line and variables', () => {
  const file = `# our app
terminal = server
folder = "web"
env.PORT = 8080
command = npm run  dev -- --name="a b" # as it stands

terminal = tests
type = npm test
`;
  expect(parseProject(file)).toEqual({
    ok: true,
    terminals: [
      {
        name: 'server',
        folder: 'web',
        env: { PORT: '8080' },
        line: { text: 'npm run  dev -- --name="a b" # as it stands', runs: true },
      },
      { name: 'tests', folder: '.', env: {}, line: { text: 'npm test', runs: false } },
    ],
    panes: [],
  });
});

test('a project file says which terminals stand side by side', () => {
  const file = ['build', 'tests', 'logs', 'db'].map((name) => `terminal = ${name}`).join('\n');
  expect(
    parseProject(`${file}\npanes = beside: build, tests\npanes.quiet = stack: logs, db\n`),
  ).toMatchObject({
    ok: true,
    panes: [
      { name: undefined, tree: { kind: 'row', children: ['build', 'tests'] }, stack: false },
      { name: 'quiet', tree: { kind: 'column', children: ['logs', 'db'] }, stack: true },
    ],
  });
  // As tmux writes a layout: one at the left, two at the right.
  const layout = '80x24,0,0{39x24,0,0,0,40x24,40,0[40x12,40,0,1,40x11,40,13,2]}';
  expect(parseProject(`${file}\npanes = ${layout}: build, tests, logs\n`)).toMatchObject({
    ok: true,
    panes: [
      { tree: { shares: [40, 41], children: ['build', { kind: 'column', children: ['tests', 'logs'] }] } },
    ],
  });
});

test('a terminal of a project can say beside which other one it stands', () => {
  expect(parseProject('terminal = a\nterminal = b\nplace = below of a\n')).toMatchObject({
    ok: true,
    terminals: [{ name: 'a' }, { name: 'b', place: { side: 'below', of: 'a' } }],
  });
});

test.each<[string, string, number, string]>([
  [
    'an arrangement that is none',
    'terminal = a\npanes = round: a, a',
    2,
    'panes = "round: a, a" must begin with one of beside, below, main-above, main-left, grid, main, stack or a layout of tmux, and a colon',
  ],
  [
    'a layout of other panes',
    'terminal = a\nterminal = b\npanes = 80x24,0,0: a, b',
    3,
    'panes: the layout has 1 panes for 2 terminals',
  ],
  ['a place of no terminal', 'terminal = a\nplace = right of b', 2, 'place: there is no terminal "b" above'],
  [
    'a place that is none',
    'terminal = a\nterminal = b\nplace = near a',
    3,
    'place = "near a" must be right, below, left, above, followed by "of" and the name of a terminal',
  ],
  ['a pane alone', 'terminal = a\npanes = grid: a', 2, 'panes = "grid: a" needs at least two terminals'],
  ['a pane of no terminal', 'terminal = a\npanes = grid: a, b', 2, 'panes: there is no terminal "b" above'],
  [
    'a terminal in two places',
    'terminal = a\nterminal = b\npanes = grid: a, b\npanes.x = main: b, a',
    4,
    'panes: "b" is named twice; a terminal can be in only one pane',
  ],
  ['a line that is none', 'terminal = a\nnpm test', 2, 'a line must be "name = value", not "npm test"'],
  [
    'a line before the first terminal',
    'command = ls',
    1,
    'command must come after the terminal that it is for: begin with "terminal = NAME"',
  ],
  ['an unknown name', 'terminal = a\ncomand = ls', 2, 'there is no "comand"; did you mean command?'],
  ['a name twice', 'terminal = a\nterminal = a', 2, 'terminal = "a" is already in this file'],
  [
    'a second line',
    'terminal = a\ntype = x\ncommand = y',
    3,
    'command: "a" already has a command or type line; only one is allowed',
  ],
  ['no value', 'terminal =', 1, 'terminal has no value'],
  ['a variable that is none', 'terminal = a\nenv.1x = y', 2, 'env.1x is not a valid name of a variable'],
  [
    'control characters',
    'terminal = a\ncommand = ls\u001b]0;x\u0007',
    2,
    'command = "ls]0;x" has control characters',
  ],
  [
    'a name that is too long',
    `terminal = ${'x'.repeat(65)}`,
    1,
    `terminal = "${'x'.repeat(65)}" has more than 64 characters`,
  ],
  [
    'a value that is too long',
    `terminal = a\ncommand = ${'x'.repeat(4097)}`,
    2,
    'command has more than 4096 characters',
  ],
  [
    'too many terminals',
    Array.from({ length: 33 }, (_, n) => `terminal = t${n}`).join('\n'),
    33,
    'a project file can have at most 32 terminals',
  ],
])('%s spoils the file, and is named by its line', (_what, file, line, problem) => {
  expect(parseProject(file)).toEqual({ ok: false, line, problem });
});

test('a project file with thousands of variables is refused before they take time', () => {
  const many = Array.from({ length: 5000 }, (_, at) => `env.a${at} = b`).join('\n');
  expect(parseProject(`terminal = a\n${many}\n`)).toEqual({
    ok: false,
    line: 102,
    problem: 'a terminal can have at most 100 variables',
  });
});
