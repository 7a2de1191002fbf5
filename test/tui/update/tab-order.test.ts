import { describe, expect, test } from 'vitest';
import { shownName } from '../../../src/tui/model/derived/terminal-names.ts';
import { Driver, terminal } from '../../support/tui-model.ts';

describe('the order of tabs', () => {
  const three = () => new Driver().list(terminal('a'), terminal('b'), terminal('c'));
  const shown = (driver: Driver) => driver.model.tabs.map(({ title }) => title).join('');

  test('changes at once, and the host is told before which tab it now stands', () => {
    const driver = three().notify({ kind: 'command', command: 'tab.moveRight' });
    expect(shown(driver)).toBe('bac');
    expect(driver.effects).toEqual([{ kind: 'move', uri: 'ahp-terminal:/a', before: 'ahp-terminal:/c' }]);
    driver.notify({ kind: 'command', command: 'tab.moveRight' });
    expect(driver.effects).toEqual([{ kind: 'move', uri: 'ahp-terminal:/a', before: undefined }]);
    expect(shown(driver)).toBe('bca');
  });

  test('stays at its ends', () => {
    const driver = three().notify({ kind: 'command', command: 'tab.moveLeft' });
    expect(shown(driver)).toBe('abc');
    expect(driver.effects).toEqual([]);
  });
});

describe('the name of a tab', () => {
  const cwd = 'file:///home/me/src/app';
  const running = { commandLine: 'sudo vim x', timestamp: 1_000 };
  const name = (
    tabNames: 'auto' | 'folder' | 'program' | 'both' | 'number',
    meta: object,
    title = 'term:1',
  ) => {
    const { model } = new Driver({ tabNames });
    return shownName(
      { ...model, around: { ...model.around, home: '/home/me' } },
      terminal(title, { meta }),
      5_000,
    );
  };

  test.each([
    ['auto', { cwd }, 'app'],
    ['auto', { cwd, running }, 'vim'],
    ['auto', { cwd, running: { ...running, timestamp: 4_500 } }, 'app'],
    ['auto', { cwd: 'file:///home/me' }, '~'],
    ['auto', { cwd: 'file:///' }, '/'],
    ['auto', {}, 'term:1'],
    ['folder', { cwd, running }, 'app'],
    ['program', { cwd, shell: 'zsh' }, 'zsh'],
    ['both', { cwd, running }, 'vim app'],
    ['number', { cwd, running }, 'term:1'],
  ] as const)('with %s and %j is %s', (setting, meta, expected) => {
    expect(name(setting, meta)).toBe(expected);
  });

  test('is the one that somebody gave it', () => {
    expect(name('auto', { cwd }, 'build')).toBe('build');
    expect(name('auto', { cwd }, 'term:one')).toBe('term:one');
  });
});
