import { expect, it } from 'vitest';
import { Places } from '../../../src/host/run/places.ts';
import { TerminalShells } from '../../../src/host/run/terminal-shells.ts';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { parseMark } from '../../../src/shell/mark.ts';
import { HandClock } from '../../support/hand-clock.ts';

const READS = '\x1b[?2004h';
const OUTER = '~0123456789';

type Scene = {
  readonly answer?: 'yes' | 'no';
  readonly writer?: string;
  readonly isPersons?: boolean;
  /** Who signs the marks of the shell on the other machine. */
  readonly outer?: string;
};

/** A terminal whose shell has run `ssh box`, where another shell marks its commands. */
function scene({ answer = 'yes', writer = 'user:mara', isPersons = true, outer = OUTER }: Scene = {}) {
  const clock = new HandClock();
  const places = new Places(undefined);
  places.keep('ssh box', answer);
  const screen = new Emulator({ cols: 60, rows: 5, scrollback: 10 });
  const typed: string[] = [];
  const shells: TerminalShells = new TerminalShells({
    clock,
    places,
    commandsBefore: 0,
    here: { user: 'mara', host: 'desk' },
    pid: undefined,
    marksInside: () => true,
    isPersons: () => isPersons,
    isAtPrompt: () => false,
    inDoubt: () => shells.settled(true),
    onLoaded: () => {},
    onInfo: () => {},
    log: () => {},
    context: () => ({ cols: 60, writer }),
    screen: () => screen,
    type: (keys) => typed.push(keys),
    show: (text) => screen.write(text),
  });
  const says = (by: string, ...marks: string[]) => {
    for (const text of marks) {
      const mark = parseMark(by === '' ? text : `${text};${by}`, 'nonce');
      if (mark !== undefined) shells.marked(mark);
    }
  };
  says('nonce', 'A', 'B', 'E;ssh box', 'C');
  says(outer, 'A', 'B');
  const print = (text: string) => screen.write(shells.shown(text));
  /** Runs a command in the shell there. */
  const runs = (line: string) => says(outer, `E;${line}`, 'C');
  return { clock, typed, shells, says, print, runs };
}

it.each(['bash', 'sudo -s', 'su - eve', 'exec zsh', 'sudo -iu eve'])(
  'a shell that is entered on another machine is given its marks at its prompt, when all is quiet: %s',
  (line) => {
    const { clock, typed, print, runs } = scene();
    runs(line);
    print(`${READS}$ `);
    clock.pass(390);
    expect(typed).toEqual([]);
    clock.pass(20);
    expect(typed).toEqual([expect.stringContaining('Probe')]);
  },
);

it.each([
  ['nobody has agreed to them there', { answer: 'no' }, 'bash', `${READS}$ `],
  ['an agent has entered it', { writer: 'agent:ada' }, 'bash', `${READS}$ `],
  ['an agent holds the terminal', { isPersons: false }, 'bash', `${READS}$ `],
  ['anybody can print the marks of the shell around it', { outer: '' }, 'bash', `${READS}$ `],
  ['the command enters no shell', {}, 'psql', `${READS}db=# `],
  ['the command may do anything', {}, 'vagrant ssh', `${READS}$ `],
  ['something is asked', {}, 'bash', `${READS}env? `],
  ['the line editor of fish asks', {}, 'fish', `${READS}read> `],
  ['no line editor has said that it reads', {}, 'bash', '$ '],
  ['somebody types', {}, 'bash', `${READS}$ l`],
] as const)('it is given none where %s', (_, options, line, prompt) => {
  const { clock, typed, shells, print, runs } = scene(options);
  runs(line);
  print(prompt);
  if (prompt.endsWith('l')) shells.typed('l');
  clock.pass(60_000);
  print('\r\n$ ');
  clock.pass(60_000);
  const isSaid = line === 'bash' && !('outer' in options) && !prompt.endsWith('l');
  if (isSaid) expect(shells.current.why).toContain('bash');
  print(`\r\n${READS}$ `);
  clock.pass(60_000);
  expect(typed).toEqual([]);
});

it('fish is known by its own prompt where the command names it', () => {
  const { clock, typed, print, runs } = scene();
  runs('/usr/bin/fish -l');
  print(`${READS}mara@box ~> `);
  clock.pass(500);
  expect(typed).toHaveLength(1);
});

it('a shell that does not answer is said to have no blocks, and the one around it has them when it is back', () => {
  const { clock, typed, shells, says, print, runs } = scene();
  runs('bash');
  print(`${READS}$ `);
  clock.pass(500);
  clock.pass(5000);
  expect(typed).toHaveLength(1);
  expect(shells.current).toMatchObject({
    where: { shell: 'bash' },
    why: 'bash has not answered as bash, zsh or fish would (sh, stty and dd are needed, too)',
  });
  says(OUTER, 'D;0', 'A', 'B');
  expect(shells.current).toMatchObject({ signer: OUTER });
  expect(shells.current.unmarked).toBeUndefined();
});
