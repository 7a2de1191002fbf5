import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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
