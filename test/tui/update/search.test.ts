import { describe, expect, test } from 'vitest';
import { textRow } from '../../../src/screen/cells/row.ts';
import { Driver, terminal } from '../../support/tui-model.ts';

function driverWithRows(): Driver {
  const driver = new Driver().list(terminal('build'));
  driver.rows = Array.from({ length: 60 }, (_, index) => textRow([{ text: `row ${index}` }], 80));
  return driver;
}

describe('looking back', () => {
  test('ends at the prompt, however far one had scrolled', () => {
    const driver = driverWithRows();
    driver.notify({ kind: 'command', command: 'mode.browse' }).type('\x15');
    expect(driver.view?.blocks.anchor.kind).toBe('line');
    driver.notify({ kind: 'command', command: 'mode.run' });
    expect([driver.view?.mode, driver.view?.blocks.anchor.kind]).toEqual(['run', 'bottom']);
  });

  test('ends there from SELECT as well', () => {
    const driver = driverWithRows();
    const esc = { kind: 'key', name: 'escape', raw: '\x1b' } as const;
    driver.notify({ kind: 'command', command: 'mode.browse' }).type('\x15').type('v');
    expect(driver.view?.mode).toBe('select');
    driver.notify(esc);
    expect([driver.view?.mode, driver.view?.blocks.anchor.kind]).toEqual(['run', 'bottom']);
    driver.now += 500;
    expect(driver.notify(esc).view?.mode).toBe('run');
  });

  test.each(['run', 'raw'] as const)('a search from %s goes to BROWSE, where its keys are', (mode) => {
    const driver = driverWithRows();
    if (mode === 'raw') driver.notify({ kind: 'command', command: 'mode.raw' });
    driver.notify({ kind: 'command', command: 'block.search' }).type('row 7\r').type('n');
    expect(driver.view?.mode).toBe('browse');
    expect(driver.view?.blocks.search?.current).toEqual({ block: '', line: 7 });
  });

  test('lines that come for a match do not bring a view back to it that was scrolled on since', () => {
    const driver = driverWithRows();
    driver.notify({ kind: 'command', command: 'block.search' }).type('row 7\r');
    const uri = driver.model.active ?? '';
    const atMatch = driver.view?.blocks.anchor;
    expect(driver.notify({ kind: 'fetched', uri }).view?.blocks.anchor).toEqual(atMatch);
    const scrolled = driver.type('\x1b[6~').view?.blocks.anchor;
    expect(scrolled).not.toEqual(atMatch);
    expect(driver.notify({ kind: 'fetched', uri }).view?.blocks.anchor).toEqual(scrolled);
  });
});
