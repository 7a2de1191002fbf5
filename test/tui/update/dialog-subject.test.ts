import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_LINES } from '../../../src/client/history-lines.ts';
import type { TerminalInfo } from '../../../src/protocol/terminal/state.ts';
import { EMPTY_EDITOR, editorText } from '../../../src/screen/editor/editor-state.ts';
import type { Message } from '../../../src/tui/model/message.ts';
import type { ConfirmedAct, Dialog } from '../../../src/tui/model/model.ts';
import { Driver, IDLE_READING, ME, terminal } from '../../support/tui-model.ts';

const session = (handle: string) => ({ kind: 'session', session: `ahp-session:/${handle}` }) as const;
const ada = session('ada');
const [w, prod] = [terminal('w'), terminal('prod', { claim: ada })];

/** `prod`, which ada holds, is in front beside `w`. */
const atProd = () => new Driver().list(prod, w);
const kind = ({ model }: Driver) => model.dialog?.kind;

/** Waits as long as nobody who types on would. */
function pause(driver: Driver, ms = 600): Driver {
  driver.now += ms;
  return driver;
}

describe('a line that waits for the answer whether to take its terminal over', () => {
  const asked = () => atProd().type('echo meant\r');

  test('goes with the terminal, and the one that comes to the front gets none of it', () => {
    const driver = asked();
    expect(driver.model.dialog).toMatchObject({ kind: 'takeOver', uri: prod.resource });
    driver.list(w);
    expect(driver.model).toMatchObject({
      active: w.resource,
      dialog: { kind: 'gone', uri: prod.resource, what: 'prod is closed', line: 'echo meant' },
    });
    expect(driver.type('\r').effects).toEqual([]);
    expect(kind(driver)).toBeUndefined();
    expect(editorText(driver.view?.editor ?? EMPTY_EDITOR)).toBe('');
    expect(driver.type('ls\r').sent).toBe('ls\r');
    const inputs = driver.effects.filter((effect) => effect.kind === 'input');
    expect(new Set(inputs.map((input) => input.uri))).toEqual(new Set([w.resource]));
  });

  test.each<[string, TerminalInfo[], string]>([
    ['has exited', [{ ...prod, lifecycle: { status: 'exited' } }, w], 'prod has exited'],
    [
      'has another holder',
      [terminal('prod', { claim: session('bob') }), w],
      'prod is not held by @ada any more',
    ],
    ['is held here', [terminal('prod'), w], 'prod is not held by @ada any more'],
  ])('is not sent when the terminal %s', (_what, list, what) => {
    const driver = asked().list(...list);
    expect(driver.model.dialog).toMatchObject({ kind: 'gone', what });
    expect(pause(driver).type('\r').effects).toEqual([]);
  });
});

describe('who types on while the terminal goes', () => {
  test('has the rest of the line taken, and Enter with it', () => {
    const driver = new Driver().list(terminal('prod'), w).type('rm -rf bu').list(w);
    expect(driver.type('ild').effects).toEqual([]);
    expect(kind(pause(driver, 5_000).notify({ kind: 'tick' }))).toBe('gone');
    expect(driver.type('\r').effects).toEqual([]);
    expect(kind(driver)).toBeUndefined();
    expect(driver.type('x').sent).toBe('');
    expect(editorText(driver.view?.editor ?? EMPTY_EDITOR)).toBe('x');
  });

  test('has the notice closed when nothing is typed for some seconds', () => {
    const driver = new Driver().list(terminal('prod'), w).type('rm -rf bu').list(w);
    expect(kind(pause(driver, 5_999).notify({ kind: 'tick' }))).toBe('gone');
    expect(kind(pause(driver, 1).notify({ kind: 'tick' }))).toBeUndefined();
  });

  test('finds the line again when the terminal is brought back', () => {
    const driver = new Driver().list(terminal('prod'), w).type('make al').list(w);
    pause(driver).type('\r').list(w, terminal('prod'));
    driver.notify({ kind: 'command', command: 'tab.next' });
    expect(editorText(driver.view?.editor ?? EMPTY_EDITOR)).toBe('make al');
  });

  test('is told for a moment when a program had the keys and somebody has closed it', () => {
    const running = () => {
      const driver = new Driver().list(terminal('prod'), w);
      driver.reading = { ...IDLE_READING, running: { commandLine: 'ssh prod', since: 1 } };
      return driver.type('x');
    };
    const typing = running().list(w);
    expect(kind(typing)).toBe('gone');
    expect(typing.type('y').effects).toEqual([]);
    expect(kind(pause(typing, 2_000).notify({ kind: 'tick' }))).toBeUndefined();
    expect(kind(pause(running(), 2_000).list(w))).toBeUndefined();
    const exited = { ...terminal('prod'), lifecycle: { status: 'exited', exitCode: 0 } } as const;
    expect(kind(running().list(exited, w).list(w))).toBeUndefined();
  });

  test('is not told of a terminal that this window has closed', () => {
    const driver = new Driver().list(terminal('prod'), w).type('half');
    driver.notify({ kind: 'work', uri: prod.resource, asked: false, work: { running: null, jobs: [] } });
    expect(driver.effects).toEqual([{ kind: 'park', uri: prod.resource }]);
    expect(kind(driver.list(w))).toBeUndefined();
  });
});

describe('a dialog that is about a terminal', () => {
  const uri = prod.resource;
  const editor = EMPTY_EDITOR;
  const confirm = (yes: ConfirmedAct): Dialog => ({ kind: 'confirm', question: 'Sure?', yes });
  const again = { commandLine: 'rm -rf /', of: undefined, shows: false };
  test.each<[string, Dialog]>([
    ['a name', { kind: 'name', uri, purpose: 'rename', editor }],
    ['the palette', { kind: 'palette', uri, editor, selected: 0 }],
    [
      'the search for a line',
      { kind: 'history', uri, editor, selected: 0, found: NO_LINES, preview: undefined },
    ],
    ['a long paste', confirm({ kind: 'paste', uri, text: 'a\nb' })],
    ['a dangerous command', confirm({ kind: 'rerun', uri, again })],
    ['closing', confirm({ kind: 'close', uri })],
    ['closing several', confirm({ kind: 'closeGroup', uris: [uri, w.resource] })],
    ['closing the marked ones', confirm({ kind: 'closeMarked', uris: [w.resource, uri] })],
  ])('goes with it: %s', (_what, dialog) => {
    const driver = atProd();
    driver.model = { ...driver.model, dialog };
    expect(kind(driver.list(prod, w))).toBe(dialog.kind);
    driver.list(w);
    expect(driver.model.dialog).toMatchObject({ kind: 'gone', what: 'prod is closed' });
    expect(driver.type('y\r').effects).toEqual([]);
  });

  test('goes with it although other keys than its answers are for the shell: blocks elsewhere', () => {
    const asking = terminal('prod', { meta: { asksBlocks: 'box' } });
    const driver = new Driver().list(terminal('prod'), w).list(asking, w);
    expect(driver.model.dialog).toMatchObject({ kind: 'confirm', yes: { kind: 'blocks' } });
    driver.list(w);
    expect(kind(driver)).toBe('gone');
    expect(driver.type('y').effects).toEqual([]);
  });

  test('ends when another terminal comes to the front', () => {
    const driver = atProd().notify({ kind: 'command', command: 'tab.rename' });
    driver.notify({ kind: 'awaiting', uri: 'ahp-terminal:/new' }).list(prod, w, terminal('new'));
    expect(driver.model).toMatchObject({
      active: 'ahp-terminal:/new',
      dialog: { kind: 'gone', what: 'prod is no longer in front' },
    });
  });

  test('stays when it is about what is kept of it', () => {
    const driver = atProd();
    const dialog = { kind: 'note', uri, seq: 1, commandId: 'c', commandLine: 'make', editor } as const;
    driver.model = { ...driver.model, dialog };
    expect(kind(driver.list(w))).toBe('note');
  });
});

describe('whatever people, agents and hosts do', () => {
  const NAMES = ['a', 'b', 'c'];
  const claims = [{ kind: 'client', clientId: ME } as const, ada, session('bob')];
  const KEYS = [
    'x',
    'y',
    'n',
    '\r',
    '\x1b',
    '\t',
    '\x05',
    '\x10',
    '\x12',
    '\x18',
    '\x1b1',
    '\x1b2',
    '\x1b[18~',
    '\x02',
    ':',
  ];
  const paste = (more: boolean, continued: boolean): Message => ({
    kind: 'paste',
    text: 'p\nq',
    raw: '',
    ...(more && { more: true }),
    ...(continued && { continued: true }),
  });
  type Event =
    | { readonly keys: string }
    | { readonly message: Message }
    | { readonly list: readonly (readonly [name: string, claim: number, exited: boolean])[] }
    | { readonly running: boolean; readonly bracketed: boolean }
    | { readonly wait: number };
  const event: fc.Arbitrary<Event> = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...KEYS).map((keys) => ({ keys })) },
    { weight: 2, arbitrary: fc.tuple(fc.boolean(), fc.boolean()).map((how) => ({ message: paste(...how) })) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(
          fc.shuffledSubarray(NAMES, { minLength: 1 }),
          fc.array(fc.nat(2), { minLength: 3, maxLength: 3 }),
          fc.array(fc.nat(9), { minLength: 3, maxLength: 3 }),
        )
        .map(([names, held, ends]) => ({
          list: names.map((name, at) => [name, held[at] ?? 0, ends[at] === 0] as const),
        })),
    },
    fc.tuple(fc.boolean(), fc.boolean()).map(([running, bracketed]) => ({ running, bracketed })),
    fc.constantFrom(0, 100, 700, 3_000).map((wait) => ({ wait })),
    fc
      .constantFrom<Message>(
        { kind: 'tick' },
        { kind: 'awaiting', uri: 'ahp-terminal:/b' },
        { kind: 'command', command: 'tab.next' },
        { kind: 'command', command: 'pane.markAll' },
        { kind: 'command', command: 'claim.takeOver' },
        { kind: 'work', uri: 'ahp-terminal:/a', asked: false, work: { running: 'make', jobs: [] } },
        { kind: 'lineEdited', uri: 'ahp-terminal:/c', text: 'edited' },
      )
      .map((message) => ({ message })),
  );

  /** The terminals that may get input by a message: the one in front, and what is marked with it. */
  const mayGet = ({ model }: Driver) =>
    new Set([model.active, ...(model.many.includes(model.active ?? '') ? model.many : [])]);
  const listed = ([name, held, exited]: readonly [string, number, boolean]): TerminalInfo => {
    const info = terminal(name, { claim: claims[held] ?? ada });
    return exited ? { ...info, lifecycle: { status: 'exited' } } : info;
  };
  const reading = (runs: boolean, bracketedPaste: boolean) => ({
    ...IDLE_READING,
    running: runs ? { commandLine: 'cat', since: 1 } : undefined,
    modes: { ...IDLE_READING.modes, bracketedPaste },
  });

  function happen(driver: Driver, event: Event): void {
    driver.effects = [];
    if ('wait' in event) driver.now += event.wait;
    else if ('running' in event) driver.reading = reading(event.running, event.bracketed);
    else if ('keys' in event) driver.type(event.keys);
    else if ('message' in event) driver.notify(event.message);
    else driver.list(...event.list.map(listed));
  }

  const inputsOf = ({ effects }: Driver) => effects.filter((effect) => effect.kind === 'input');
  /** The terminal for which a dialog takes keys that are then sent. */
  const asks = ({ model: { dialog } }: Driver) => (dialog?.kind === 'takeOver' ? dialog.uri : undefined);

  test('no input reaches another terminal than the one that was in front when the key was pressed', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        const driver = new Driver().list(terminal('a'), terminal('b'));
        for (const each of events) {
          const front = mayGet(driver);
          happen(driver, each);
          for (const { uri } of inputsOf(driver)) expect(front).toContain(uri);
          // What the host sends brings nothing to any program.
          if ('list' in each) expect(inputsOf(driver)).toEqual([]);
          expect([undefined, driver.model.active]).toContain(asks(driver));
        }
      }),
    );
  });
});
