import { describe, expect, test } from 'vitest';
import type { TerminalMeta } from '../../../src/protocol/cotty/cotty-meta.ts';
import type { TerminalWork } from '../../../src/protocol/cotty/cotty-requests.ts';
import { Driver, terminal } from '../../support/tui-model.ts';

const NOTHING: TerminalWork = { running: null, jobs: [] };
const ONE = 'ahp-terminal:/one';

/** Closes the tab in front; the host answers what that would end. */
function closing(driver: Driver, work: TerminalWork): Driver {
  driver.notify({ kind: 'command', command: 'tab.close' });
  expect(driver.effects).toEqual([{ kind: 'askWork', uri: ONE, asked: false }]);
  return driver.notify({ kind: 'work', uri: ONE, asked: false, work });
}

const question = ({ model: { dialog } }: Driver) =>
  dialog?.kind === 'confirm' ? dialog.question.split('\n') : undefined;

describe('closing', () => {
  test('an idle shell beside others closes at once, with the key that undoes', () => {
    const driver = closing(new Driver().list(terminal('one'), terminal('two')), NOTHING);
    expect(driver.effects).toEqual([{ kind: 'park', uri: ONE }]);
    expect(driver.model.toast).toMatchObject({ text: 'closed one', offer: { command: 'tab.undoClose' } });
  });

  test.each<[string, TerminalWork, string[]]>([
    ['a running command', { running: 'sleep 77', jobs: [] }, ['sleep 77 runs there.']],
    ['a job', { running: null, jobs: ['make'] }, ['Its shell has a job: make.']],
    ['several jobs', { running: null, jobs: ['vim', 'make'] }, ['Its shell has 2 jobs: vim, make.']],
  ])('asks because of %s', (_name, work, lines) => {
    const driver = closing(new Driver().list(terminal('one'), terminal('two')), work);
    expect(driver.effects).toEqual([]);
    expect(question(driver)).toEqual(['Close one?', ...lines]);
    expect(driver.type('n').effects).toEqual([]);
    expect(closing(driver, work).type('y').effects).toEqual([{ kind: 'park', uri: ONE }]);
  });

  test('asks before the last tab', () => {
    const driver = closing(new Driver().list(terminal('one')), NOTHING);
    expect(question(driver)).toEqual(['Close one?', 'It is the last tab: the window ends with it.']);
    driver.type('\r').list();
    expect(driver.model.quit?.farewell).toContain('`cotty undo` brings one back');
  });

  test('asks the host which tab was closed last, and shows it when it is back', () => {
    const driver = new Driver().list(terminal('two')).notify({ kind: 'command', command: 'tab.undoClose' });
    expect(driver.effects).toEqual([{ kind: 'undoClose' }]);
    driver.notify({ kind: 'awaiting', uri: ONE }).notify({ kind: 'restored', title: 'one' });
    expect(driver.list(terminal('two'), terminal('one')).model.active).toBe(ONE);
    expect(driver.notify({ kind: 'restored', title: undefined }).model.toast?.text).toMatch(
      /^nothing to undo/,
    );
  });
});

test('a terminal has its name when it is asked about, closed and brought back', () => {
  const meta = { cwd: 'file:///src/app', running: { commandLine: 'sleep 77', timestamp: 1 } };
  const driver = new Driver().list(terminal('app', { meta }), terminal('two'));
  const uri = 'ahp-terminal:/app';
  driver.notify({ kind: 'work', uri, asked: false, work: { running: 'sleep 77', jobs: [] } });
  expect(question(driver)).toEqual(['Close app?', 'sleep 77 runs there.']);
  expect(driver.type('y').model.toast?.text).toBe('closed app');
  driver.list(terminal('two')).notify({ kind: 'restored', uri, title: 'app' });
  expect(driver.model.toast?.text).toBe('app is back');
  const refused = { kind: 'rejected', uri, action: 'terminal/resized', reason: 'no' } as const;
  expect(driver.list(terminal('app', { meta })).notify(refused).model.toast?.text).toBe(
    'app refused resized: no',
  );
});

describe('a shell that has ended', () => {
  const HERE: TerminalMeta = { created: 1 };
  const ended = (exitCode: number, meta: TerminalMeta, title = 'one') => ({
    ...terminal(title, { meta }),
    lifecycle: { status: 'exited', exitCode } as const,
  });
  const goes = (exitCode: number, meta: TerminalMeta): boolean => {
    const driver = new Driver().list(terminal('one', { meta }));
    return driver.list(ended(exitCode, meta)).effects.some(({ kind }) => kind === 'park');
  };

  test('takes its tab along, whatever the status of its last command was', () => {
    expect(goes(0, HERE)).toBe(true);
    expect(goes(130, HERE)).toBe(true);
  });

  test('stays to be read when it died, until Enter', () => {
    const died = { ...HERE, died: 'was killed by SIGKILL' };
    expect(goes(137, died)).toBe(false);
    const driver = new Driver().list(terminal('one')).list(ended(137, died));
    expect(driver.type('\r').effects).toContainEqual({ kind: 'park', uri: ONE });
  });

  test('goes by its status at a host that does not say how it ended', () => {
    expect(goes(0, {})).toBe(true);
    expect(goes(1, {})).toBe(false);
  });

  test('goes from the back as well', () => {
    const driver = new Driver().list(terminal('two'), terminal('one', { meta: HERE }));
    driver.list(terminal('two'), ended(1, HERE));
    expect(driver.effects).toContainEqual({ kind: 'park', uri: ONE });
    expect(driver.model.active).toBe('ahp-terminal:/two');
  });
});
