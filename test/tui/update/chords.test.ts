import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EMPTY_EDITOR, editorText } from '../../../src/screen/editor/editor-state.ts';
import { configKeymap, parseConfig } from '../../../src/tui/config/parse.ts';
import { splitAs } from '../../support/splits.ts';
import { Driver, IDLE_READING, terminal } from '../../support/tui-model.ts';

const LINES = [
  'bind raw "ctrl+b c" tab.rename',
  'bind raw "ctrl+k x" tab.list',
  'bind run "ctrl+b c" tab.rename',
  'bind run "ctrl+a ctrl+a" tab.list',
];

function open(...lines: readonly string[]): Driver {
  const config = parseConfig([...LINES, ...lines].join('\n'));
  const { keymap, problems } = configKeymap(config, 'other');
  expect([...config.problems, ...problems]).toEqual([]);
  const driver = new Driver(config.settings).list(terminal('one'));
  driver.model = { ...driver.model, keymap };
  return driver;
}

function raw(...lines: readonly string[]): Driver {
  return open(...lines).notify({ kind: 'command', command: 'mode.raw' });
}

const text = (driver: Driver) => editorText(driver.view?.editor ?? EMPTY_EDITOR);

describe('two keys in RAW', () => {
  test('run a command, and the program gets neither', () => {
    const driver = raw();
    expect(driver.type('\x02c').sent).toBe('');
    expect(driver.model.dialog?.kind).toBe('name');
  });

  test('both go to the program, in order, when the second is none that follows', () => {
    expect(raw().type('\x02q').sent).toBe('\x02q');
    expect(raw().type('\x02\x02').sent).toBe('\x02\x02');
    expect(raw().type('a\x02bc\x02').sent).toBe('a\x02bc');
  });

  test('the first goes to the program when its time is over, and not before', () => {
    const driver = raw().type('\x02');
    driver.now += 999;
    expect(driver.notify({ kind: 'tick' }).sent).toBe('');
    driver.now += 1;
    expect(driver.notify({ kind: 'tick' }).sent).toBe('\x02');
    expect(driver.notify({ kind: 'tick' }).sent).toBe('');
    expect(driver.type('c').sent).toBe('c');
  });

  test('wait as long as the setting says', () => {
    const driver = raw('chordTime = 200').type('\x02');
    driver.now += 200;
    expect(driver.notify({ kind: 'tick' }).sent).toBe('\x02');
  });

  test('a key that leaves RAW alone does so when nothing follows it', () => {
    const driver = raw().type('\x0b');
    expect(driver.view?.mode).toBe('raw');
    driver.now += 1000;
    expect(driver.notify({ kind: 'tick' }).view?.mode).toBe('run');
    const listed = raw().type('\x0bx');
    expect([listed.sent, listed.model.dialog?.kind]).toEqual(['', 'tabs']);
  });

  test('a paste comes after the key that was pressed before it', () => {
    expect(raw().type('\x02\x1b[200~pasted\x1b[201~').sent).toBe('\x02pasted');
  });

  test('nothing that is typed is lost or comes twice, wherever time runs out', () => {
    const key = fc.constantFrom('\x02', 'c', 'q', '\x01', 'é');
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.constantFrom(0, 10, 2000)), { maxLength: 12 }), (keys) => {
        const driver = raw();
        const sent = keys.map(([bytes, pause]) => {
          const typed = driver.type(bytes).sent;
          driver.model = { ...driver.model, dialog: undefined };
          driver.now += pause;
          return typed + driver.notify({ kind: 'tick' }).sent;
        });
        driver.now += 2000;
        const rest = driver.notify({ kind: 'tick' }).sent;
        expect(sent.join('') + rest).toBe(withoutChords(keys));
      }),
    );
  });
});

/** What the program gets, by a rule of its own: all that is typed, but for each pair that runs the command in time. */
function withoutChords(keys: readonly (readonly [bytes: string, pause: number])[]): string {
  const kept: string[] = [];
  let begun = false;
  for (const [bytes, pause] of keys) {
    if (begun && bytes === 'c') kept.pop();
    else kept.push(bytes);
    // Twice the same key begins nothing.
    begun = bytes === '\x02' && !begun && pause < 1000;
  }
  return kept.join('');
}

describe('two keys in RUN', () => {
  test('run a command with text on the line, and leave it alone', () => {
    const driver = open().type('ls -la\x02c');
    expect([text(driver), driver.model.dialog?.kind]).toEqual(['ls -la', 'name']);
  });

  test('are the keys that they are, when they are none together', () => {
    const driver = open().type('ab\x02x');
    expect(text(driver)).toBe('axb');
    const late = open().type('ab\x02');
    late.now += 1000;
    late.notify({ kind: 'tick' }).type('x');
    expect(text(late)).toBe('axb');
  });

  test('may be the same key twice', () => {
    expect(open().type('ab\x01\x01').model.dialog?.kind).toBe('tabs');
    const once = open().type('ab\x01x');
    expect(text(once)).toBe('xab');
  });

  test('are kept from a program that runs, unless they edit: then it gets the first at once', () => {
    const driver = open('bind run "ctrl+t e" edit.end');
    driver.reading = { ...IDLE_READING, running: { commandLine: 'cat', since: 1 } };
    expect(driver.type('\x14').sent).toBe('\x14');
    expect(driver.type('\x02').sent).toBe('');
    expect(driver.type('y').sent).toBe('\x02y');
  });

  test('a click comes after the key that was pressed before it', () => {
    const driver = open().type('ab\x02');
    driver.type('\x1b[<0;3;3M');
    expect([driver.model.chord, driver.view?.editor.cursor]).toEqual([undefined, 1]);
  });
});

test('a key goes nowhere else when its terminal is gone before the second one', () => {
  const driver = raw().type('\x02').list(terminal('two'));
  driver.notify({ kind: 'command', command: 'mode.raw' });
  driver.now += 2000;
  expect(driver.notify({ kind: 'tick' }).sent).toBe('');
  expect(driver.type('x').sent).toBe('x');
});

test('typing to many terminals includes the key whose time is over', () => {
  const driver = raw().list(terminal('one'), terminal('two'));
  const many = driver.model.tabs.map(({ resource }) => resource);
  driver.model = { ...driver.model, many, splits: [splitAs('beside', many)] };
  driver.type('\x02');
  driver.now += 1000;
  driver.notify({ kind: 'tick' });
  expect(driver.effects.filter(({ kind }) => kind === 'input')).toHaveLength(2);
});
