import { describe, expect, test } from 'vitest';
import { Driver, IDLE_READING, PLAIN_MODES, terminal } from '../../support/tui-model.ts';

const running = { ...IDLE_READING, running: { commandLine: 'cat', since: 1 }, lineEditing: false };
const wants = (bracketedPaste: boolean) => ({ ...running, modes: { ...PLAIN_MODES, bracketedPaste } });
const begin = (driver: Driver) => driver.notify({ kind: 'paste', text: 'one\n', more: true, raw: '' }).sent;
const goOn = (driver: Driver) =>
  driver.notify({ kind: 'paste', text: 'two\n', more: true, continued: true, raw: '' }).sent;
const end = (driver: Driver) =>
  driver.notify({ kind: 'paste', text: 'three', continued: true, raw: '' }).sent;

/** Of two terminals the first is in front, in RAW. */
function driverAt(bracketed: boolean): Driver {
  const driver = new Driver().list(terminal('one'), terminal('two')).type('\x0b');
  driver.reading = wants(bracketed);
  return driver;
}

describe('a paste that comes in pieces', () => {
  test('keeps the brackets that it began with, though the program turns them off before it ends', () => {
    const driver = driverAt(true);
    expect(begin(driver)).toBe('\x1b[200~one\n');
    driver.reading = wants(false);
    expect(goOn(driver)).toBe('two\n');
    expect(end(driver)).toBe('three\x1b[201~');
  });

  test('ends without a bracket that it did not begin with, though the program turns them on', () => {
    const driver = driverAt(false);
    expect(begin(driver)).toBe('one\r');
    driver.reading = wants(true);
    expect(goOn(driver)).toBe('two\r');
    expect(end(driver)).toBe('three');
  });

  test('goes to its end to the program where it began, though the shell is back at its prompt', () => {
    const driver = new Driver().list(terminal('one'));
    driver.reading = wants(true);
    expect(begin(driver)).toBe('\x1b[200~one\n');
    driver.reading = { ...IDLE_READING, modes: { ...PLAIN_MODES, bracketedPaste: true } };
    expect(end(driver)).toBe('three\x1b[201~');
    expect(driver.notify({ kind: 'paste', text: 'next', raw: '' }).sent).toBe('');
    expect(driver.view?.editor.graphemes.join('')).toBe('next');
  });

  test('loses what has not come when its terminal is gone: nothing of it goes to the next one', () => {
    const driver = driverAt(false);
    begin(driver);
    driver.list(terminal('two'));
    expect(goOn(driver) + end(driver)).toBe('');
    expect(driver.notify({ kind: 'paste', text: 'next', raw: '' }).sent).toBe('next');
  });
});
