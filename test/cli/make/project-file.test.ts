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
  });
});

test.each<[string, string, number, string]>([
  ['a line that is none', 'terminal = a\nnpm test', 2, 'a line must be "name = value", not "npm test"'],
  [
    'a line before the first terminal',
    'command = ls',
    1,
    'command belongs to a terminal: begin with "terminal = NAME"',
  ],
  ['an unknown name', 'terminal = a\ncomand = ls', 2, 'there is no "comand"; did you mean command?'],
  ['a name twice', 'terminal = a\nterminal = a', 2, 'terminal = "a" is there already'],
  [
    'a second line',
    'terminal = a\ntype = x\ncommand = y',
    3,
    'command: "a" has a line already; only one is possible',
  ],
  ['no value', 'terminal =', 1, 'terminal has no value'],
  ['a variable that is none', 'terminal = a\nenv.1x = y', 2, 'env.1x is no name of a variable'],
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
    'only 32 terminals are possible',
  ],
])('%s spoils the file, and is named by its line', (_what, file, line, problem) => {
  expect(parseProject(file)).toEqual({ ok: false, line, problem });
});
