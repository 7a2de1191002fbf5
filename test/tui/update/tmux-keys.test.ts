import { beforeEach, describe, expect, test } from 'vitest';
import { textRow } from '../../../src/screen/cells/row.ts';
import { edit } from '../../../src/screen/editor/edit.ts';
import { EMPTY_EDITOR, editorText } from '../../../src/screen/editor/editor-state.ts';
import { configKeymap, parseConfig } from '../../../src/tui/config/parse.ts';
import { withView } from '../../../src/tui/model/step.ts';
import { visit } from '../../../src/tui/update/terminals/visit.ts';
import { Driver, IDLE_READING, PLAIN_MODES, terminal } from '../../support/tui-model.ts';

const ARROWS = { up: '\x1b[A', down: '\x1b[B', right: '\x1b[C', left: '\x1b[D' } as const;
const ESCAPE = { kind: 'key', name: 'escape', raw: '\x1b' } as const;
const running = { commandLine: 'sleep 99', since: 1 };

/** A window with three terminals, `two` in front, and the settings of the lines. */
function open(...lines: readonly string[]): Driver {
  const config = parseConfig(['preset = tmux', ...lines].join('\n'));
  expect(config.problems).toEqual([]);
  const driver = new Driver(config.settings).list(terminal('one'), terminal('two'), terminal('three'));
  driver.model = { ...driver.model, keymap: configKeymap(config, 'other').keymap };
  driver.rows = ['$ ls', 'file', '$ '].map((text) => textRow([{ text }], 80));
  return go(driver, 'two');
}

function go(driver: Driver, name: string): Driver {
  for (let n = 0; n < 3 && driver.model.active !== uri(name); n++)
    driver.notify({ kind: 'command', command: 'tab.next' });
  return driver;
}

const uri = (name: string) => `ahp-terminal:/${name}`;

const MODES = {
  'RUN with text': (driver: Driver) => driver.type('ls -la'),
  RAW: (driver: Driver) => driver.notify({ kind: 'command', command: 'mode.raw' }),
  BROWSE: (driver: Driver) => driver.notify({ kind: 'command', command: 'mode.browse' }),
};

/** What a key does, told by effects, dialog, toast and model. */
const KEYS: readonly (readonly [key: string, does: (driver: Driver) => unknown, expected: unknown])[] = [
  ['c', ({ effects }) => effects.map(({ kind }) => kind), ['create']],
  ['n', ({ model }) => model.active, uri('three')],
  ['p', ({ model }) => model.active, uri('one')],
  ['l', ({ model }) => model.active, uri('one')],
  ['1', ({ model }) => model.active, uri('one')],
  ['3', ({ model }) => model.active, uri('three')],
  ['0', ({ model }) => model.toast?.text, 'there is no tab 10: there are 3'],
  ['w', ({ model }) => model.dialog?.kind, 'tabs'],
  ['s', ({ model }) => model.dialog?.kind, 'tabs'],
  [',', ({ model }) => model.dialog, expect.objectContaining({ kind: 'name', purpose: 'rename' })],
  ['&', asked, ['kill-window two? (y/n)', [{ kind: 'askWork', uri: uri('two'), asked: true }]]],
  ['x', asked, ['kill-pane two? (y/n)', [{ kind: 'askWork', uri: uri('two'), asked: true }]]],
  ['d', ({ model }) => model.quit?.code, 0],
  ['[', ({ view }) => [view?.mode, view?.selection?.shape], ['select', undefined]],
  [']', ({ model }) => model.toast?.text, 'nothing was copied in this window that could be pasted'],
  [':', ({ model }) => model.dialog?.kind, 'palette'],
  ['?', ({ model }) => model.dialog?.kind, 'help'],
  [
    '%',
    ({ effects }) => effects,
    [expect.objectContaining({ kind: 'create', joining: { to: uri('two'), side: 'right' } })],
  ],
  [
    '"',
    ({ effects }) => effects,
    [expect.objectContaining({ kind: 'create', joining: { to: uri('two'), side: 'below' } })],
  ],
  ...[...Object.values(ARROWS), 'o', ';', 'z', '!', '{', '}', ' ', 'q', 'E', '\x1b1', '\x1b5', '\x0f'].map(
    (key) => [key, ({ model }: Driver) => model.toast?.text, 'this terminal is the only pane'] as const,
  ),
  ...Object.values(ARROWS).flatMap((arrow) =>
    ['3', '5'].map(
      (held) =>
        [
          arrow.replace('[', `[1;${held}`),
          ({ model }: Driver) => model.toast?.text,
          'this terminal is the only pane',
        ] as const,
    ),
  ),
  ['m', ({ model }) => model.many, [uri('two')]],
  ['(', ({ model }) => model.toast?.text, expect.stringContaining('a host is one session')],
  [')', ({ model }) => model.toast?.text, expect.stringContaining('a host is one session')],
  ['$', paletteText, 'rename-session '],
  ['=', paletteText, 'choose-buffer '],
  ['#', paletteText, 'list-buffers '],
  ['D', paletteText, 'choose-client '],
  ['C', paletteText, 'customize-mode '],
  ['<', paletteText, 'display-menu '],
  ['>', paletteText, 'display-menu '],
  ['/', paletteText, 'list-keys '],
  ['t', ({ model }) => model.dialog?.kind, 'clock'],
  ['i', ({ model }) => model.toast?.text, expect.stringContaining('two · 80×22 · ')],
  ['r', ({ effects }) => effects, [{ kind: 'redraw' }]],
  ['~', ({ model }) => model.dialog?.kind, 'feed'],
  ['f', ({ model }) => model.dialog?.kind, 'find'],
  ["'", paletteText, 'select-window -t '],
  ['.', paletteText, 'move-window -t '],
  ['\x1a', ({ effects }) => effects, [{ kind: 'suspend' }]],
];

function asked({ model, effects }: Driver) {
  return [model.dialog?.kind === 'confirm' ? model.dialog.question : undefined, effects];
}

function paletteText({ model }: Driver) {
  return model.dialog?.kind === 'palette' ? editorText(model.dialog.editor) : undefined;
}

describe.each(Object.entries(MODES))('the prefix in %s', (_name, enter) => {
  test.each(KEYS)('and %j does what it does in tmux', (key, does, expected) => {
    const driver = enter(open());
    const text = driver.view === undefined ? '' : editorText(driver.view.editor);
    driver.type('\x02');
    expect([driver.sent, driver.model.chord?.key.name]).toEqual(['', 'ctrl+b']);
    driver.now += 60_000;
    driver.notify({ kind: 'tick' });
    driver.type(key);
    expect(does(driver)).toEqual(expected);
    expect(driver.sent).toBe('');
    // The line is as it was.
    expect(editorText(driver.model.views[uri('two')]?.editor ?? EMPTY_EDITOR)).toBe(text);
  });

  test('and a key that nothing is bound to is told, and goes nowhere; Esc is the way out', () => {
    const driver = enter(open()).type('\x02y');
    expect(driver.model.toast?.text).toBe('nothing is bound to Ctrl+B y · Ctrl+B ? lists the keys');
    expect([driver.sent, driver.model.chord]).toEqual(['', undefined]);
    driver.notify({ kind: 'tick' }).type('\x02').notify(ESCAPE);
    expect([driver.sent, driver.model.chord]).toEqual(['', undefined]);
  });
});

describe('the prefix', () => {
  test('is sent when it is pressed twice: to the program, or to the line as the key that it is', () => {
    const raw = MODES.RAW(open());
    expect(raw.type('\x02\x02').sent).toBe('\x02');
    expect(raw.type('x').sent).toBe('x');
    const run = MODES['RUN with text'](open());
    const at = run.view?.editor.cursor ?? 0;
    run.type('\x02\x02');
    expect(run.view?.editor.cursor).toBe(at - 1);
    const passed = open();
    passed.reading = { ...IDLE_READING, running };
    expect(passed.type('\x02\x02').sent).toBe('\x02');
  });

  test('may be another key, and the one of tmux is then a key as any other', () => {
    const driver = MODES.RAW(open('prefix = ctrl+a'));
    expect(driver.type('\x02').sent).toBe('\x02');
    driver.type('\x01n');
    expect([driver.sent, driver.model.active]).toEqual(['', uri('three')]);
  });

  test('goes to the program in LOCK', () => {
    const driver = open().notify({ kind: 'command', command: 'mode.lock' });
    expect(driver.type('\x02c').sent).toBe('\x02c');
  });

  test('is kept from a program that runs while one types in RUN', () => {
    const driver = open();
    driver.reading = { ...IDLE_READING, running };
    driver.type('\x02');
    expect(driver.sent).toBe('');
    expect(driver.type('d').model.quit?.code).toBe(0);
  });

  test('works without a terminal', () => {
    const driver = open().list();
    driver.model = { ...driver.model, quit: undefined };
    driver.type('\x02c');
    expect(driver.effects.map(({ kind }) => kind)).toEqual(['create']);
  });

  test('leads from RAW to RUN and back with Enter', () => {
    const driver = open().type('\x02\r');
    expect(driver.view?.mode).toBe('raw');
    driver.type('\x02\r');
    expect([driver.view?.mode, driver.sent]).toEqual(['run', '']);
  });

  test('resizes with repeat: the arrow alone goes on for half a second', () => {
    const driver = MODES.RAW(open());
    driver.type('\x02\x1b[1;5C');
    driver.now += 400;
    expect(driver.type('\x1b[1;5C').sent).toBe('');
    driver.now += 600;
    expect(driver.type('\x1b[1;5C').sent).toBe('\x1b[1;5C');
  });
});

describe('the copy mode', () => {
  test('returns to the line, or to RAW, when it is left, and after a copy', () => {
    for (const [leave, copies] of [
      ['q', 0],
      ['\r', 0],
      ['vly', 1],
    ] as const) {
      const run = MODES['RUN with text'](open()).type('\x02[').type(leave);
      expect([leave, run.view?.mode, editorText(run.view?.editor ?? EMPTY_EDITOR)]).toEqual([
        leave,
        'run',
        'ls -la',
      ]);
      expect(run.effects.filter(({ kind }) => kind === 'copy')).toHaveLength(copies);
      const raw = MODES.RAW(open()).type('\x02[').type(leave);
      expect([leave, raw.view?.mode]).toEqual([leave, 'raw']);
    }
  });

  test('drops what is selected at Esc, and is left by it where nothing is', () => {
    const driver = MODES['RUN with text'](open()).type('\x02[v').notify(ESCAPE);
    expect([driver.view?.mode, driver.view?.selection?.shape]).toEqual(['select', undefined]);
    expect(driver.notify(ESCAPE).view?.mode).toBe('run');
  });

  test('entered from a program that had the keys, goes to RUN when that has ended', () => {
    const driver = open();
    driver.reading = { ...IDLE_READING, running, fullScreen: true };
    driver.notify({ kind: 'followed', before: IDLE_READING });
    expect(driver.view?.mode).toBe('raw');
    driver.type('\x02[q');
    expect([driver.view?.mode, driver.view?.autoRaw]).toEqual(['raw', true]);
    driver.type('\x02[');
    driver.reading = IDLE_READING;
    driver.type('q');
    expect(driver.view?.mode).toBe('run');
  });

  test('copies what prefix ] pastes, bracketed where the program asks for it', () => {
    const driver = MODES.RAW(open()).type('\x02[').type('ggVy');
    const copy = driver.effects.find(({ kind }) => kind === 'copy');
    expect(copy).toMatchObject({ text: driver.model.copied });
    driver.reading = { ...IDLE_READING, modes: { ...PLAIN_MODES, bracketedPaste: true } };
    expect(driver.type('\x02]').sent).toBe(`\x1b[200~${driver.model.copied}\x1b[201~`);
    driver.model = withView(driver.model, uri('two'), { mode: 'run', editor: EMPTY_EDITOR });
    driver.type('\x02]');
    expect(editorText(driver.view?.editor ?? EMPTY_EDITOR)).toBe(driver.model.copied);
  });

  test('has the keys of emacs, where they are set', () => {
    const driver = open('selectKeys = emacs').type('\x02[');
    driver.type('\x1b<\x00');
    expect(driver.view?.selection?.shape).toBe('chars');
    driver.type('\x0e\x05');
    driver.type('\x1bw');
    expect(driver.effects.find(({ kind }) => kind === 'copy')).toMatchObject({ text: '$ ls\nfile' });
    driver.type('\x02[\x13');
    expect(driver.model.dialog?.kind).toBe('search');
  });
});

describe('tabs and their panes', () => {
  let driver: Driver;
  beforeEach(() => {
    // `two` and `three` side by side.
    driver = open();
    driver.type('\x02%');
    driver.notify({ kind: 'awaiting', uri: uri('four'), joining: { to: uri('two'), side: 'right' } });
    driver.list(terminal('one'), terminal('two'), terminal('four'), terminal('three'));
  });

  test('count as one for n, p, l and digits, and the pane used last comes back', () => {
    expect(driver.model.active).toBe(uri('four'));
    expect(driver.type('\x02n').model.active).toBe(uri('three'));
    expect(driver.type('\x02p').model.active).toBe(uri('four'));
    expect(driver.type('\x02;').model.active).toBe(uri('two'));
    expect(driver.type('\x023').model.active).toBe(uri('three'));
    expect(driver.type('\x02l').model.active).toBe(uri('two'));
    expect(driver.type('\x022').model.active).toBe(uri('two'));
    expect(driver.type('\x02o').model.active).toBe(uri('four'));
  });

  test('close together, after a question that names what runs', () => {
    driver.type('\x02&');
    expect(asked(driver)).toEqual(['kill-window four (2 panes)? (y/n)', []]);
    expect(driver.type('n').effects).toEqual([]);
    driver.type('\x02&').type('y');
    expect(driver.effects).toEqual([
      { kind: 'park', uri: uri('two') },
      { kind: 'park', uri: uri('four') },
    ]);
    const meta = { running: { commandLine: 'make', timestamp: 1, seq: 1, actor: 'a', turn: 1 } };
    driver.list(
      terminal('one'),
      terminal('two', { meta: meta as never }),
      terminal('four'),
      terminal('three'),
    );
    driver.type('\x02&');
    expect(asked(driver)).toEqual(['kill-window four (2 panes)? (y/n)\nmake runs in two.', []]);
    driver.type('y');
    expect(driver.effects.map(({ kind }) => kind)).toEqual(['park', 'park']);
  });

  test('move together to a place by number', () => {
    driver.type('\x02.1\r');
    expect(driver.model.tabs.map(({ title }) => title)).toEqual(['two', 'four', 'one', 'three']);
    driver.type('\x02.9\r');
    expect(driver.model.toast?.text).toBe('there is no place 9: there are 3 tabs');
  });
});

describe('the question before something is closed', () => {
  const line = (driver: Driver) => editorText(driver.model.views[uri('two')]?.editor ?? EMPTY_EDITOR);

  test('is answered by y alone; every other key cancels it, and none gets to the line or the program', () => {
    for (const [key, closes] of [
      ['y', true],
      ['Y', true],
      ['n', false],
      ['\r', false],
      ['x', false],
      ['q', false],
      ['\x1by', false],
      ['\x02', false],
      ['\x1b[A', false],
    ] as const)
      for (const enter of Object.values(MODES)) {
        const driver = enter(open());
        const before = line(driver);
        driver.type('\x02x').type(key);
        const parked = driver.effects.filter(({ kind }) => kind === 'park');
        expect([key, parked]).toEqual([key, closes ? [{ kind: 'park', uri: uri('two') }] : []]);
        expect([driver.model.dialog, driver.sent, line(driver)]).toEqual([undefined, '', before]);
      }
  });

  test('says what would end, when the host has told it', () => {
    const driver = open().type('\x02x');
    driver.notify({ kind: 'work', uri: uri('one'), asked: true, work: { running: 'make', jobs: [] } });
    expect(driver.model.dialog).toMatchObject({ question: 'kill-pane two? (y/n)' });
    driver.notify({ kind: 'work', uri: uri('two'), asked: true, work: { running: 'make', jobs: ['sleep'] } });
    expect(driver.model.dialog).toMatchObject({
      question: 'kill-pane two? (y/n)\nmake runs there.\nIts shell has a job: sleep.',
    });
  });

  test('closes nothing when it was answered with no before the host has told what would end', () => {
    const driver = open().type('\x02xn');
    driver.notify({ kind: 'work', uri: uri('two'), asked: true, work: { running: null, jobs: [] } });
    expect(driver.effects.filter(({ kind }) => kind === 'park')).toEqual([]);
    expect(driver.model.dialog).toBeUndefined();
  });

  test('closes nothing else when its terminal has ended meanwhile', () => {
    const driver = open().type('\x02x').list(terminal('one'), terminal('three'));
    driver.type('y');
    expect(driver.effects.filter(({ kind }) => kind === 'park')).toEqual([]);
    expect(driver.sent).toBe('');
  });

  test('comes for a closed terminal that is read, too', () => {
    const driver = open();
    driver.model = visit(driver.model, uri('gone'), 'gone');
    driver.type('\x02x');
    expect(asked(driver)).toEqual(['kill-pane gone? (y/n)', []]);
    expect(driver.type('y').model).toMatchObject({ active: uri('two'), visited: undefined });
  });
});

test('a line of the editor that is long is not touched by a prefix behind it', () => {
  const driver = open();
  const editor = edit(EMPTY_EDITOR, { type: 'set', text: 'x'.repeat(5000) });
  driver.model = withView(driver.model, uri('two'), { editor });
  driver.type('\x02z');
  expect(driver.view?.editor).toBe(editor);
});
