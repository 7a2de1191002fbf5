import { describe, expect, test } from 'vitest';
import { Driver, IDLE_READING, PLAIN_MODES, terminal } from '../../support/tui-model.ts';

const running = { commandLine: 'nvim', since: 1 };
const wantsAll = { ...IDLE_READING, running, modes: { ...PLAIN_MODES, kittyKeyboard: 31 } };
const CTRL_K = '\x1b[107;5u';
const CTRL_K_UP = '\x1b[107;5:3u';
const CTRL = '\x1b[57442;5u';
const UP = '\x1b[97;1:3u';

function inRaw(): Driver {
  const driver = new Driver().list(terminal('one')).type('\x0b');
  driver.reading = wantsAll;
  return driver;
}

describe('keys that go up, and modifiers alone', () => {
  test('go to a program that asked for them, in RAW and through RUN', () => {
    const driver = inRaw();
    expect(driver.type(`${CTRL}${UP}`).sent).toBe(`${CTRL}${UP}`);
    driver.type(CTRL_K);
    expect([driver.view?.mode, driver.type(UP).sent]).toEqual(['run', UP]);
  });

  test('go to no other program', () => {
    const driver = inRaw();
    driver.reading = { ...wantsAll, modes: PLAIN_MODES };
    expect(driver.type(`${CTRL}${UP}`).sent).toBe('');
  });

  test('are not told of a key that was a command', () => {
    const driver = inRaw();
    expect(driver.type(CTRL_K_UP).sent).toBe('');
    expect(driver.view?.mode).toBe('raw');
  });

  test('leave the second press of a reserved key what it is', () => {
    const driver = inRaw().type(`${CTRL}${CTRL_K}`);
    expect(driver.view?.mode).toBe('run');
    driver.type(CTRL_K_UP).type('\x1b[57442;1:3u').type(CTRL);
    driver.now += 100;
    expect([driver.type(CTRL_K).sent, driver.view?.mode]).toEqual([CTRL_K, 'raw']);
  });

  test('do not ask for a terminal that somebody else holds, as a key that types does', () => {
    const driver = inRaw().list(terminal('one', { claim: { kind: 'client', clientId: 'window-2' } }));
    driver.type(`${UP}${CTRL}`);
    expect([driver.sent, driver.model.dialog]).toEqual(['', undefined]);
    driver.type('a');
    expect(driver.sent).toBe('');
    expect(driver.model.dialog).toBeDefined();
  });
});
