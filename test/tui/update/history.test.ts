import { describe, expect, test } from 'vitest';
import { blocksOf } from '../../../src/client/blocks/block.ts';
import type { PastLine } from '../../../src/protocol/cotty/past-line.ts';
import { editorText } from '../../../src/screen/editor/editor-state.ts';
import { suggestedRest } from '../../../src/screen/editor/recall.ts';
import type { HistoryAsk } from '../../../src/tui/model/step.ts';
import { Driver, IDLE_READING, terminal } from '../../support/tui-model.ts';
import { command, stateOf } from '../blocks/sample.ts';

const UP = '\x1b[A';
const DOWN = '\x1b[B';
const RIGHT = '\x1b[C';
const ALT_DOT = '\x1b.';

function driver(...commands: string[]): Driver {
  const made = new Driver().list(terminal('one'));
  const parts = commands.map((commandLine, n) => command({ commandLine, commandId: `c${n}` }));
  made.reading = { ...IDLE_READING, blocks: blocksOf(stateOf(parts), 'user:me') };
  return made;
}

const line = ({ view }: Driver): string => (view === undefined ? '' : editorText(view.editor));
const rest = ({ view }: Driver): string => (view === undefined ? '' : suggestedRest(view));

function asks({ effects }: Driver): HistoryAsk[] {
  return effects.flatMap((effect) => (effect.kind === 'askPast' ? [effect.ask] : []));
}

/** Answers what was asked last. */
function answer(to: Driver, ask: HistoryAsk | undefined, lines: readonly string[], more = false): Driver {
  if (ask === undefined) throw new Error('nothing was asked');
  const found: PastLine[] = lines.map((text) => ({ line: text }));
  return to.notify({ kind: 'past', uri: to.model.active ?? '', ask, result: { lines: found, more } });
}

describe('Up and Down', () => {
  test("walk through the terminal's own commands at once, then through those of the host, each once", () => {
    const run = driver('make', 'ls', 'make').type(UP);
    expect(line(run)).toBe('make');
    expect(asks(run)).toEqual([{ for: 'walk', prefix: '', skip: 0 }]);
    answer(run, asks(run)[0], ['git pull', 'ls', 'cd /']);
    run.type(UP);
    expect(line(run)).toBe('ls');
    run.type(UP);
    expect(line(run)).toBe('git pull');
    run.type(UP + UP + UP);
    expect(line(run)).toBe('cd /');
    run.type(DOWN + DOWN + DOWN + DOWN);
    expect(line(run)).toBe('');
  });

  test('wait for the host where the terminal has no command', () => {
    const run = driver().type(UP);
    const [ask] = asks(run);
    run.type(UP);
    expect([line(run), asks(run)]).toEqual(['', []]);
    answer(run, ask, ['newest', 'older', 'oldest']);
    expect(line(run)).toBe('older');
  });

  test('find only what begins with the text that was typed', () => {
    const run = driver('git log', 'make', 'git status').type(`git${UP}`);
    expect(line(run)).toBe('git status');
    expect(asks(run)).toContainEqual({ for: 'walk', prefix: 'git', skip: 0 });
    run.type(UP + UP);
    expect(line(run)).toBe('git log');
    run.type(DOWN + DOWN);
    expect(line(run)).toBe('git');
  });

  test('leave alone what was typed while the answer was on its way', () => {
    const run = driver().type(`g${UP}`);
    const ask = asks(run).find((each) => each.for === 'walk');
    run.type('o');
    answer(run, ask, ['git pull']);
    expect(line(run)).toBe('go');
  });

  test('ask for the next page before the first has come to its end', () => {
    const run = driver().type(UP);
    answer(
      run,
      asks(run)[0],
      Array.from({ length: 100 }, (_, n) => `echo ${n}`),
      true,
    );
    run.type(UP.repeat(79));
    expect(asks(run)).toEqual([]);
    run.type(UP.repeat(5));
    expect(asks(run)).toEqual([{ for: 'walk', prefix: '', skip: 100 }]);
  });

  test('walk through the own commands alone when the host tells none', () => {
    const run = driver('ls').type(UP);
    const [ask] = asks(run);
    if (ask === undefined) throw new Error('nothing was asked');
    run.notify({ kind: 'past', uri: run.model.active ?? '', ask, result: undefined });
    run.type(`${DOWN}x${UP}`);
    expect(asks(run)).toEqual([]);
  });
});

describe('a suggestion', () => {
  test('comes from the terminal at once, and Right, End and Ctrl+E accept it', () => {
    for (const accepts of [RIGHT, '\x1b[F', '\x05']) {
      const run = driver('git log --oneline').type('git');
      expect(rest(run)).toBe(' log --oneline');
      run.type(accepts);
      expect([line(run), rest(run)]).toEqual(['git log --oneline', '']);
    }
  });

  test('comes from the host when the terminal has none; keys that follow it ask for nothing', () => {
    const run = driver().type('g');
    const [ask] = asks(run);
    expect(ask).toEqual({ for: 'suggestion', prefix: 'g' });
    answer(run, ask, ['git log']);
    expect(rest(run)).toBe('it log');
    run.type('it');
    expect([asks(run), rest(run)]).toEqual([[], ' log']);
    run.type('x');
    expect(asks(run)).toEqual([{ for: 'suggestion', prefix: 'gitx' }]);
    answer(run, asks(run)[0], []);
    run.type('yz');
    expect([asks(run), rest(run)]).toEqual([[], '']);
  });

  test('is asked for anew when the answer does not fit what was typed since', () => {
    const run = driver().type('g');
    const [ask] = asks(run);
    run.type('o');
    expect(asks(run)).toEqual([]);
    answer(run, ask, ['git log']);
    expect(rest(run)).toBe('');
    expect(asks(run)).toEqual([{ for: 'suggestion', prefix: 'go' }]);
    answer(run, asks(run)[0], ['go test ./...']);
    expect(rest(run)).toBe(' test ./...');
  });

  test('is accepted by words with Ctrl+Right and Alt+F', () => {
    const run = driver('git log --oneline').type('git\x1b[1;5C');
    expect([line(run), rest(run)]).toEqual(['git log', ' --oneline']);
    run.type('\x1bf');
    expect(line(run)).toBe('git log --oneline');
  });

  test('does not stand behind a cursor inside the line, and not when it is switched off', () => {
    const run = driver('git log').type('git\x1b[D');
    expect(rest(run)).toBe('');
    const off = new Driver({ suggestions: false }).list(terminal('one')).type('git');
    expect(asks(off)).toEqual([]);
  });
});

describe('Alt+.', () => {
  test('inserts the last argument, and again that of the command before', () => {
    const run = driver('ls /usr', 'make', 'cp a "b c"').type(`cat ${ALT_DOT}`);
    expect(line(run)).toBe('cat "b c"');
    run.type(ALT_DOT);
    expect(line(run)).toBe('cat make');
    run.type(ALT_DOT);
    expect(line(run)).toBe('cat /usr');
    answer(run.type(ALT_DOT), asks(run)[0], ['vi notes', 'ls /usr', 'cd /srv']);
    expect(line(run)).toBe('cat notes');
    run.type(ALT_DOT + ALT_DOT);
    expect([line(run), asks(run)]).toEqual(['cat /srv', []]);
    run.type('/x');
    expect(line(run)).toBe('cat /srv/x');
  });

  test('asks the host in a terminal without commands', () => {
    const run = driver().type(`cat ${ALT_DOT}`);
    answer(
      run,
      asks(run).find((ask) => ask.for === 'argument'),
      ['vi notes'],
    );
    expect(line(run)).toBe('cat notes');
  });
});

describe('Ctrl+R', () => {
  const read = ({ effects }: Driver) =>
    effects.flatMap((effect) => (effect.kind === 'readHistory' ? [effect] : []));

  test('lists what this terminal has and what the host finds, each once, and goes up to older ones', () => {
    const run = driver('make test').type('\x12');
    expect(asks(run)).toEqual([{ for: 'search', words: '' }]);
    run.type('test');
    answer(run, asks(run).at(-1), ['npm test', 'make test']);
    run.type(`${UP}\r`);
    expect(line(run)).toBe('npm test');
  });

  test('takes nothing where no line matches', () => {
    const run = driver('make').type('\x12zzzz\r');
    expect([line(run), run.model.dialog?.kind]).toEqual(['', 'history']);
  });

  test('begins with what is typed already, and puts the chosen line there with Tab as with Enter', () => {
    const run = driver('deploy box', 'ls').type('dep\x12');
    expect(asks(run).at(-1)).toEqual({ for: 'search', words: 'dep' });
    run.type('\t');
    expect(line(run)).toBe('deploy box');
    expect(run.model.dialog).toBeUndefined();
  });

  test('reads filters as the history does, and leads there with the same words', () => {
    const run = driver('make').type('\x12is:failed make');
    expect(asks(run).at(-1)).toEqual({ for: 'search', words: 'is' });
    const { dialog } = run.model;
    expect(dialog).toMatchObject({
      kind: 'history',
      found: { search: { query: { failed: true, text: 'make' } } },
    });
    run.type('\x12');
    expect(run.model.dialog).toMatchObject({
      kind: 'historyPage',
      search: { query: { failed: true, text: 'make' } },
    });
  });

  test('shows the runs that the host tells, and reads the output of the chosen one', () => {
    const run = driver().type('\x12');
    const [effect] = read(run);
    if (effect === undefined) throw new Error('nothing was asked');
    const past = { terminal: 't:/2', name: 'two', open: false, seq: 7, commandId: 'c7', startedAt: 5 };
    const commands = [{ ...past, commandLine: 'npm test', finishedAt: 9, exitCode: 1 }];
    run.notify({ kind: 'historyRead', ask: effect.ask, answer: { commands, more: false } });
    expect(run.effects).toContainEqual({
      kind: 'readPreview',
      of: { uri: 't:/2', seq: 7 },
      lines: expect.any(Number),
    });
    run.type('\r');
    expect(line(run)).toBe('npm test');
  });
});
