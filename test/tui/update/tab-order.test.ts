import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shownName } from '../../../src/client/terminal-names.ts';
import { tabLabels } from '../../../src/tui/view/tab-labels.ts';
import { effort } from '../../support/effort.ts';
import { splitAs } from '../../support/splits.ts';
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

describe('tabs whose terminals stand side by side', () => {
  const uri = (name: string) => `ahp-terminal:/${name}`;
  const order = (driver: Driver) => driver.model.tabs.map(({ title }) => title).join('');

  /** Tabs of one letter each; those of each group stand side by side. */
  function tabs(names: string, groups: readonly string[], active: string): Driver {
    const driver = new Driver().list(...[...names].map((name) => terminal(name)));
    const splits = groups.map((group) => splitAs('beside', [...group].map(uri)));
    driver.model = { ...driver.model, splits, active: uri(active) };
    return driver;
  }

  /** What the host makes of its order when it is told of these moves. */
  function told(before: string, driver: Driver): string {
    return driver.effects.reduce((names, effect) => {
      if (effect.kind !== 'move') return names;
      const name = effect.uri.slice(-1);
      const rest = names.replace(name, '');
      const at = effect.before === undefined ? rest.length : rest.indexOf(effect.before.slice(-1));
      return `${rest.slice(0, at)}${name}${rest.slice(at)}`;
    }, before);
  }

  test.each([
    ['a', 'tab.moveRight', 'bcad'],
    ['d', 'tab.moveLeft', 'adbc'],
    // Within its group, and from its edge with it.
    ['b', 'tab.moveRight', 'acbd'],
    ['c', 'tab.moveRight', 'adbc'],
    ['b', 'tab.moveLeft', 'bcad'],
  ] as const)('stay together: %s goes by %s to %s', (active, act, expected) => {
    const driver = tabs('abcd', ['bc'], active).notify({ kind: 'command', command: act });
    expect(order(driver)).toBe(expected);
    expect(told('abcd', driver)).toBe(expected);
  });

  test('move over each other as a whole', () => {
    const driver = tabs('abcde', ['ab', 'cde'], 'b').notify({ kind: 'command', command: 'tab.moveRight' });
    expect(order(driver)).toBe('cdeab');
    expect(told('abcde', driver)).toBe('cdeab');
  });

  test('are torn by no move, and the host has the same order', () => {
    const moves = fc.array(
      fc.record({
        active: fc.constantFrom(...'abcdefg'),
        act: fc.constantFrom('tab.moveLeft', 'tab.moveRight'),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(moves, (all) => {
        const driver = tabs('abcdefg', ['ab', 'def'], 'a');
        for (const { active, act } of all) {
          const before = order(driver);
          driver.model = { ...driver.model, active: uri(active) };
          driver.notify({ kind: 'command', command: act });
          expect(told(before, driver)).toBe(order(driver));
          expect(order(driver)).toMatch(/ab|ba/);
          expect(order(driver)).toMatch(/[def]{3}/);
        }
      }),
      effort(100),
    );
  });

  test('are passed by a tab that the mouse drags when it has passed the last of them', () => {
    const driver = tabs('abcd', ['bc'], 'a');
    driver.model = { ...driver.model, heldTab: uri('a') };
    const over = (name: string) => {
      const tab = tabLabels(driver.model, driver.now).find((label) => label.uri === uri(name));
      if (tab === undefined) throw new Error('no such tab');
      driver.tab = { kind: 'tab', x: 10, width: 4, text: name, tab, active: false };
      return order(driver.type('\x1b[<32;13;1M'));
    };
    expect(over('b')).toBe('abcd');
    expect(over('c')).toBe('bcad');
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

  test('tells tabs apart that would show the same', () => {
    const app = (title: string, meta: object = {}) => terminal(title, { meta: { cwd, ...meta } });
    const { model } = new Driver().list(app('term:1'), app('term:2'), app('term:3', { running }));
    const names = (now: number) => model.tabs.map((tab) => shownName(model, tab, now));
    expect(names(1_500)).toEqual(['app:1', 'app:2', 'app:3']);
    // From a second on, the program that runs is what tells.
    expect(names(2_000)).toEqual(['app:1', 'app:2', 'vim']);
    expect(names(1_500)).toEqual(['app:1', 'app:2', 'app:3']);
  });

  test('is the one that somebody gave it', () => {
    expect(name('auto', { cwd }, 'build')).toBe('build');
    expect(name('auto', { cwd }, 'term:one')).toBe('term:one');
  });
});
