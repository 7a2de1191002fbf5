import { describe, expect, test } from 'vitest';
import { EMPTY_EDITOR, editorText } from '../../../src/screen/editor/editor-state.ts';
import { tabLabels } from '../../../src/tui/view/tab-labels.ts';
import { Driver, ME, terminal } from '../../support/tui-model.ts';

const other = { kind: 'client', clientId: 'window-2' } as const;

describe('tabs', () => {
  test('the first terminal of the list comes to the front and gets the size of the pane', () => {
    const driver = new Driver().list(terminal('one'), terminal('two'));
    expect(driver.model.active).toBe('ahp-terminal:/one');
    expect(driver.effects.map(({ kind }) => kind)).toEqual(['show', 'fit']);
  });

  test('a terminal asked for comes to the front when the list has it', () => {
    const driver = new Driver().list(terminal('one')).notify({ kind: 'awaiting', uri: 'ahp-terminal:/two' });
    expect(driver.model.active).toBe('ahp-terminal:/one');
    driver.list(terminal('one'), terminal('two'));
    expect(driver.model.active).toBe('ahp-terminal:/two');
  });

  test('a terminal asked for comes to the front although something else has failed meanwhile, not when it failed itself', () => {
    const awaiting = { kind: 'awaiting', uri: 'ahp-terminal:/two' } as const;
    const failed = { kind: 'failed', what: 'copy', error: 'no' } as const;
    const driver = new Driver().list(terminal('one')).notify(awaiting).notify(failed);
    driver.list(terminal('one'), terminal('two'));
    expect(driver.model.active).toBe('ahp-terminal:/two');
    const without = new Driver().list(terminal('one')).notify(awaiting);
    without.notify({ ...failed, awaited: awaiting.uri }).list(terminal('one'), terminal('two'));
    expect(without.model.active).toBe('ahp-terminal:/one');
  });

  test('when the tab in front goes, the only other one takes its place; after the last one the window ends', () => {
    const driver = new Driver().list(terminal('one'), terminal('two'));
    driver.list(terminal('two'));
    expect(driver.model.active).toBe('ahp-terminal:/two');
    driver.list();
    expect(driver.model.quit?.code).toBe(0);
  });

  test('when the tab in front goes, the one used last takes its place, even if another is its neighbour', () => {
    const [one, two, three] = [terminal('one'), terminal('two'), terminal('three')];
    const driver = new Driver().list(one, two, three).type('\x1b3').type('\x1b2');
    driver.list(one, three);
    expect(driver.model.active).toBe('ahp-terminal:/three');
    driver.list(one);
    expect(driver.model.active).toBe('ahp-terminal:/one');
  });

  test.each([
    ['Ctrl+E', ['\x05']],
    ['F2', ['\x1bOQ']],
  ])('%s opens a terminal in the same folder, without a question', (_key, bytes) => {
    const driver = new Driver().list(terminal('app'));
    for (const key of bytes) driver.type(key);
    expect(driver.model.dialog).toBeUndefined();
    expect(driver.effects).toEqual([{ kind: 'create', cwd: 'file:///home/me/app' }]);
  });

  test('F8 puts a name that was given into the field, and renames the terminal at the host', () => {
    const f8 = '\x1b[19~';
    const driver = new Driver().list(terminal('one', { meta: { named: true } })).type(f8);
    expect(driver.model.dialog).toMatchObject({ kind: 'name', purpose: 'rename' });
    expect(driver.type('-b\r').effects).toEqual([
      { kind: 'rename', uri: 'ahp-terminal:/one', title: 'one-b' },
    ]);
    // An empty one gives it back to the folder.
    expect(driver.type(`${f8}\x15\r`).effects).toEqual([
      { kind: 'rename', uri: 'ahp-terminal:/one', title: '' },
    ]);
    // What the host made of the folder is typed over, and stays if nothing is typed.
    const proj = new Driver().list(terminal('proj')).type(f8);
    expect(proj.type('api\r').effects).toEqual([{ kind: 'rename', uri: 'ahp-terminal:/proj', title: 'api' }]);
    const kept = proj.type(`${f8}\r`);
    expect([kept.effects, kept.model.dialog]).toEqual([[], undefined]);
  });

  test('a name that is taken is refused and stays in its field', () => {
    const driver = new Driver().list(terminal('one'), terminal('build')).type('\x1b[19~\x15build\r');
    expect(driver.effects).toEqual([]);
    expect(driver.model.dialog?.kind).toBe('name');
    expect(driver.model.toast?.text).toContain('build');
  });
});

describe('holders', () => {
  test('a terminal whose holder has left is claimed by whoever looks at it', () => {
    const gone = terminal('one', { claim: other, meta: { holder: { name: 'tom', connected: false } } });
    expect(new Driver().list(gone).effects).toContainEqual({
      kind: 'claim',
      uri: gone.resource,
      takeOverFrom: 'window-2',
    });
  });

  test('keys for a terminal that somebody else holds are not sent but kept, until one accepts to take it over', () => {
    const held = terminal('one', { claim: other, meta: { holder: { name: 'tom', connected: true } } });
    const driver = new Driver().list(held).type('ls\r');
    expect(driver.sent).toBe('');
    expect(driver.model.dialog).toMatchObject({ kind: 'takeOver', holderName: 'tom', kept: 'ls\r' });
    driver.type('\r');
    expect(driver.effects).toEqual([
      { kind: 'claim', uri: held.resource, takeOverFrom: 'window-2' },
      { kind: 'fit', uri: held.resource },
      { kind: 'input', uri: held.resource, data: 'ls\r' },
    ]);
  });

  test('a key in a second window of the holder takes the terminal, its size too, without a question', () => {
    const meta = { holder: { name: 'ada', connected: true, via: 'local' } };
    const held = terminal('one', { claim: other, meta });
    const me = { clientId: ME, writer: 'user:ada', via: 'local' };
    const typed = (who: typeof me) => {
      const driver = new Driver();
      driver.model = { ...driver.model, me: who };
      return driver.list(held).type('ls\r');
    };
    const driver = typed(me);
    expect(driver.model.dialog).toBeUndefined();
    expect(driver.effects.filter(({ kind }) => kind !== 'askPast').slice(0, 3)).toEqual([
      { kind: 'claim', uri: held.resource, takeOverFrom: 'window-2' },
      { kind: 'fit', uri: held.resource },
      expect.objectContaining({ kind: 'input', uri: held.resource }),
    ]);
    expect(tabLabels(driver.model, driver.now)[0]?.holder).toBe('⊞');
    // A name alone proves nothing: whoever came with a token may be another ada.
    expect(typed({ ...me, via: 'token' }).model.dialog).toMatchObject({
      kind: 'takeOver',
      holderName: 'ada',
    });
  });

  test('what was taken over can be handed back with one key', () => {
    const session = { kind: 'session', session: 'ahp-session:/ada', chat: 'ahp-chat:/ada' } as const;
    const claim = { ...session, toolCallId: 'run-1' };
    const held = terminal('one', { claim, meta: { holder: { name: 'agent ada', connected: true } } });
    const mine = terminal('one', { claim: { kind: 'client', clientId: ME } });
    const driver = new Driver().list(held).list(mine).notify({ kind: 'command', command: 'claim.handBack' });
    // Without the call it was in the middle of, which is over.
    expect(driver.effects).toEqual([{ kind: 'handOver', uri: held.resource, to: session }]);
  });
});

describe('a tab that runs at another client', () => {
  const shared = (connected = true, exited = false) => ({
    ...terminal('mine', { claim: other, meta: { holder: { name: 'ada', connected } } }),
    executionTarget: 'client' as const,
    ...(exited ? { lifecycle: { status: 'exited', exitCode: 0 } as const } : {}),
  });
  const acts: [string, (driver: Driver) => Driver][] = [
    ['a key in RUN', (driver) => driver.type('x')],
    ['a paste in RUN', (driver) => driver.type('\x1b[200~ls\x1b[201~')],
    ['typing in RUN', (driver) => driver.type('ls\r')],
    ['typing in RAW', (driver) => driver.notify({ kind: 'command', command: 'mode.raw' }).type('ls')],
    ['taking over', (driver) => driver.notify({ kind: 'command', command: 'claim.takeOver' })],
    ['closing', (driver) => driver.notify({ kind: 'command', command: 'tab.close' })],
  ];

  test.each(acts)('says where it runs instead of offering to take it: %s', (_name, act) => {
    for (const connected of [true, false]) {
      const driver = act(new Driver().list(shared(connected)));
      expect(driver.effects).toEqual([]);
      expect(driver.model.dialog).toBeUndefined();
      expect(editorText(driver.view?.editor ?? EMPTY_EDITOR)).toBe('');
      expect(driver.model.toast?.text).toMatch(/^it runs in a terminal of ada: (?:type|end it) there$/);
    }
  });

  test('neither claims it nor sets its size when it comes to the front', () => {
    const driver = new Driver().list(shared(false));
    expect(driver.effects.map(({ kind }) => kind)).toEqual(['show']);
    driver.notify({ kind: 'resized', size: { cols: 60, rows: 20 } });
    expect(driver.effects).toEqual([]);
  });

  test('can be closed once it has exited', () => {
    const driver = new Driver().list(shared(true, true)).notify({ kind: 'command', command: 'tab.close' });
    expect(driver.effects).toEqual([{ kind: 'park', uri: 'ahp-terminal:/mine' }]);
  });

  test('wears the name of who shares it', () => {
    const label = (writer: string) => {
      const driver = new Driver().list(shared());
      return tabLabels({ ...driver.model, me: { clientId: ME, writer } }, driver.now)[0]?.holder;
    };
    expect(label('user:me')).toBe('shared by ada');
    expect(label('user:ada')).toBe('shared by you');
  });
});
