import { describe, expect, test } from 'vitest';
import type {
  CommandSummary,
  CommandsResult,
  OutputResult,
} from '../../../src/protocol/cotty/command-output.ts';
import { rowText } from '../../../src/screen/cells/row.ts';
import { styleOf } from '../../../src/screen/cells/style.ts';
import { MouseRig, report } from '../../support/mouse-rig.ts';
import { numbered } from '../blocks/sample.ts';

const { press, move, release } = report;

/** The answer of the host to a question, which the test gives when it likes. */
function answerable<T>() {
  let give = (_answer: T): void => undefined;
  const answer = new Promise<T>((resolve) => {
    give = resolve;
  });
  return { answer, give };
}

const OLDER: CommandSummary = {
  seq: 3,
  commandId: 'c0',
  commandLine: 'echo older',
  timestamp: 1,
  isComplete: true,
};

const settled = () => new Promise((resolve) => setImmediate(resolve));

function rigOf(options: Partial<ConstructorParameters<typeof MouseRig>[0]> = {}): MouseRig {
  const rig = new MouseRig({ cols: 60, rows: 12, ...options });
  rig.print('$ ');
  rig.run('c1', 'echo one', 'one\r\n');
  rig.paint();
  return rig;
}

const rowOf = (rig: MouseRig, text: string) => rig.texts.findIndex((row) => row.startsWith(text)) + 1;

describe('a terminal in which the mouse button is down', () => {
  test('shows what it did, and all that has come when the button is up', () => {
    const rig = rigOf();
    const before = rig.texts;
    const y = rowOf(rig, 'one');
    rig.type(press(0, y));
    rig.run('c2', 'echo two', 'two\r\n');
    rig.paint();
    expect(rig.texts).toEqual(before);
    expect(rig.terminal.blocks.map(({ commandLine }) => commandLine)).toEqual(['echo one']);
    rig.type(release(0, y));
    rig.paint();
    expect(rowOf(rig, 'two')).toBeGreaterThan(0);
    expect(rig.terminal.blocks.map(({ commandLine }) => commandLine)).toEqual(['echo one', 'echo two']);
    rig.close();
  });

  test('acknowledges nothing that it does not show', () => {
    const rig = rigOf();
    rig.terminal.takeAck(false);
    rig.type(press(0, rowOf(rig, 'one')));
    rig.print(numbered(4000));
    expect(rig.terminal.takeAck(false)).toBe(0);
    rig.type(release(0, rowOf(rig, 'one')));
    expect(rig.terminal.takeAck(false)).toBeGreaterThan(16 * 1024);
    rig.close();
  });

  test('goes on by itself when more has come than may wait', () => {
    const rig = rigOf();
    const y = rowOf(rig, 'one');
    rig.type(press(0, y));
    for (let chunk = 0; chunk < 60; chunk++) rig.print(numbered(1000, `chunk ${chunk} line`));
    rig.paint();
    expect(rig.texts.some((row) => row.startsWith('chunk 59 line 99'))).toBe(true);
    rig.close();
  });

  test.each([
    ['a key', '\x1b[C'],
    ['a paste', '\x1b[200~x\x1b[201~'],
    ['the loss of the focus', '\x1b[O'],
  ])('goes on with %s: the release may have been lost', (_what, bytes) => {
    const rig = rigOf();
    rig.type(press(0, rowOf(rig, 'one')));
    rig.run('c2', 'echo two', 'two\r\n');
    rig.type(bytes);
    rig.paint();
    expect(rig.model.drag).toBeUndefined();
    expect(rowOf(rig, 'two')).toBeGreaterThan(0);
    rig.close();
  });

  test('goes on when the window gets another size', () => {
    const rig = rigOf();
    rig.type(press(0, rowOf(rig, 'one')));
    rig.notify({ kind: 'resized', size: { cols: 50, rows: 10 } });
    rig.run('c2', 'echo two', 'two\r\n');
    rig.paint();
    expect(rowOf(rig, 'two')).toBeGreaterThan(0);
    rig.close();
  });

  test('takes lines that the host was asked for when the button is up, or when the mouse scrolls', async () => {
    for (const ends of ['release', 'scroll'] as const) {
      const { answer, give } = answerable<CommandsResult>();
      const rig = rigOf({ ask: { commands: () => answer } });
      rig.terminal.lookBack();
      const y = rowOf(rig, 'one');
      rig.type(press(0, y));
      give({ commands: [OLDER], more: false });
      await settled();
      const names = () => rig.terminal.blocks.map(({ commandLine }) => commandLine);
      expect(names()).toEqual(['echo one']);
      rig.type(ends === 'release' ? release(0, y) : '\x1b[<64;2;5M');
      await settled();
      expect(names()).toEqual(['echo older', 'echo one']);
      rig.close();
    }
  });
});

describe('a selection', () => {
  test('goes from a sticky header to what is seen below it, without the lines that are hidden between', () => {
    const rig = rigOf({ settings: { copyOnSelect: 'dragged' } });
    rig.run('c2', 'seq 40', numbered(40));
    rig.paint();
    const seen = rig.texts.slice(1, 4).map((row) => row.trimEnd());
    expect(rig.texts[0]).toContain('seq 40');
    rig.type(press(0, 1) + move(59, 4));
    rig.paint();
    const [copy] = rig.type(release(59, 4));
    expect(copy).toMatchObject({ kind: 'copy', text: ['seq 40', ...seen].join('\n') });
    rig.type(press(59, 4) + move(0, 1));
    expect(rig.type(release(0, 1))).toMatchObject([{ kind: 'copy', text: ['seq 40', ...seen].join('\n') }]);
    rig.close();
  });

  test('takes in what is typed at the prompt', () => {
    const rig = rigOf();
    rig.type('git status');
    rig.paint();
    const y = rig.texts.findIndex((row) => row.startsWith('$ git')) + 1;
    const x = 7;
    rig.type(press(x, y) + release(x, y) + press(x, y) + release(x, y));
    expect(rig.type('\x03')).toMatchObject([{ kind: 'copy', text: 'status' }]);
    expect(rowText(rig.paint()[y - 1] ?? { chars: [], styles: [], wrapped: false })).toContain('git status');
    rig.close();
  });

  test('stays on its text when the command that printed it ends', () => {
    const rig = rigOf();
    rig.print('make\r\n');
    rig.begin('c2', 'make');
    rig.print('alpha beta\r\ngamma\r\n');
    rig.paint();
    const y = rowOf(rig, 'alpha beta');
    rig.type(press(7, y) + release(7, y) + press(7, y) + release(7, y));
    const marked = () =>
      rig
        .paint()
        .map(({ chars, styles }) => chars.filter((_, x) => styleOf(styles[x] ?? 0).inverse).join(''))
        .filter((text) => text.trim() === 'beta');
    expect(marked()).toHaveLength(1);
    rig.end('c2');
    rig.print('$ ');
    rig.run('c3', 'true', '');
    expect(marked()).toHaveLength(1);
    rig.close();
  });

  test('ends where it was pressed on when lines above, which the mouse scrolls to, had to be fetched', async () => {
    const lines = Array.from({ length: 60_000 }, (_, line) => `row ${line}`);
    const text = lines.map((line) => `${line}\r\n`).join('');
    const counts = { lines: lines.length, bytes: text.length, chars: text.length };
    const { answer, give } = answerable<OutputResult>();
    const rig = rigOf({
      ask: { output: () => answer },
      limit: { limitChars: 64 * 1024, keepChars: 32 * 1024 },
    });
    rig.run('c2', 'many', text, 0, counts);
    rig.paint();
    expect(rig.terminal.blocks.at(-1)?.part.output.length).toBeLessThan(text.length);
    const pressed = rowOf(rig, 'row 59995');
    rig.type(press(8, pressed) + move(0, 0));
    rig.now += 50;
    rig.notify({ kind: 'tick' });
    give({ text, fromLine: 1, lines: lines.length, total: counts, more: false, running: false });
    await settled();
    rig.paint();
    // All of it is there now, and the view scrolls on.
    for (let step = 0; step < 20; step++) {
      rig.notify({ kind: 'tick' });
      rig.paint();
    }
    const top = rig.texts[1]?.trimEnd() ?? '';
    const [copy] = rig.type(release(0, 0));
    const first = lines.indexOf(top);
    expect(first).toBeGreaterThan(59_000);
    expect(copy).toMatchObject({ kind: 'copy', text: lines.slice(first, 59_996).join('\n') });
    rig.close();
  });

  test('begins below the last row at the end of the text', () => {
    const rig = rigOf();
    rig.type(press(5, 9) + move(0, rowOf(rig, 'one')));
    expect(rig.type(release(0, rowOf(rig, 'one')))).toMatchObject([{ kind: 'copy', text: 'one\n$' }]);
    rig.close();
  });
});
