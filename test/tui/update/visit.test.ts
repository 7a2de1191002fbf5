import { describe, expect, test } from 'vitest';
import { textRow } from '../../../src/screen/cells/row.ts';
import { tabLabels } from '../../../src/tui/view/tab-labels.ts';
import { Driver, terminal } from '../../support/tui-model.ts';
import { wake } from '../../support/wake.ts';

const F12 = '\x1b[24~';
const GONE = 'ahp-terminal:/gone';

/** A window that reads the closed terminal `gone`; `build` was in front before. */
function reading(): Driver {
  const driver = new Driver().list(terminal('front'), terminal('build')).type('\x1b2');
  driver.rows = [textRow([{ text: '' }], 80)];
  const gone = wake(1, { channel: GONE, terminal: 'gone' });
  driver.notify({ kind: 'wakes', result: { wakes: [gone], dropped: 0, watches: [] } });
  driver.type(F12).type('\r');
  expect(driver.effects).toContainEqual({ kind: 'look', uri: GONE, title: 'gone', seq: undefined });
  expect(driver.model.active).toBe('ahp-terminal:/build');
  return driver.notify({ kind: 'looked', uri: GONE, title: 'gone' });
}

describe('a closed terminal', () => {
  test('is read in BROWSE, behind the tabs, and a key goes back', () => {
    const driver = reading();
    expect(driver.view?.mode).toBe('browse');
    expect(tabLabels(driver.model, driver.now).at(-1)).toMatchObject({ title: 'gone', detail: 'closed' });
    driver.type('q');
    expect([driver.model.active, driver.model.visited]).toEqual(['ahp-terminal:/build', undefined]);
    expect(driver.effects).toContainEqual({ kind: 'show', uri: 'ahp-terminal:/build' });
    expect(tabLabels(driver.model, driver.now)).toHaveLength(2);
  });

  test.each(['block.rerun', 'block.edit', 'tab.rename', 'claim.takeOver'] as const)(
    'refuses %s',
    (command) => {
      const driver = reading().notify({ kind: 'command', command });
      expect(driver.effects).toEqual([]);
      expect(driver.model.dialog).toBeUndefined();
      expect(driver.model.toast?.text).toBe('gone is closed: it can only be read · Esc goes back');
    },
  );

  test('stays in front while the list changes, and is a tab when it is restored', () => {
    const driver = reading().list(terminal('front'), terminal('other'));
    expect([driver.model.active, driver.view?.mode]).toEqual([GONE, 'browse']);
    driver.list(terminal('front'), terminal('other'), terminal('gone'));
    expect([driver.model.active, driver.model.visited]).toEqual([GONE, undefined]);
    expect(driver.effects).toContainEqual({ kind: 'show', uri: GONE });
  });

  test('is left by the key that closes a tab, and for the tab beside it', () => {
    const closing = reading().notify({ kind: 'command', command: 'tab.close' });
    expect([closing.model.active, closing.model.dialog]).toEqual(['ahp-terminal:/build', undefined]);
    const beside = reading().notify({ kind: 'command', command: 'tab.previous' });
    expect(beside.model.active).toBe('ahp-terminal:/front');
  });
});
