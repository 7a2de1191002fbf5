import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Driver, IDLE_READING, PLAIN_MODES, terminal } from '../../support/tui-model.ts';

const vim = { ...IDLE_READING, running: { commandLine: 'vim src/keys.ts', since: 1 }, fullScreen: true };

describe('RAW', () => {
  test('every key but the reserved one goes to the program as it came', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const typed = text.replaceAll('\x0b', '');
        const driver = new Driver().list(terminal('one')).type('\x0b');
        expect(driver.type(typed).sent).toBe(typed);
      }),
    );
  });

  test('the reserved key leaves at once; pressed again in time it goes to the program', () => {
    const driver = new Driver().list(terminal('one')).type('\x0b\x0b');
    driver.now += 10_000;
    driver.type('\x0b');
    expect([driver.sent, driver.view?.mode]).toEqual(['', 'raw']);
    driver.type('\x0b');
    expect([driver.sent, driver.view?.mode]).toEqual(['', 'run']);
    driver.now += 100;
    driver.type('\x0b');
    expect([driver.sent, driver.view?.mode]).toEqual(['\x0b', 'raw']);
  });

  test('a program that got the literal key is still left by itself when it ends', () => {
    const driver = new Driver().list(terminal('one'));
    driver.reading = vim;
    driver.notify({ kind: 'followed', before: IDLE_READING }).type('\x0b\x0b');
    expect([driver.sent, driver.view?.mode]).toEqual(['\x0b', 'raw']);
    driver.reading = IDLE_READING;
    driver.notify({ kind: 'followed', before: vim });
    expect(driver.view?.mode).toBe('run');
  });

  test('a full-screen program is given the keys, without a word beside the bar, and left when it ends', () => {
    const driver = new Driver().list(terminal('one'));
    driver.reading = vim;
    driver.notify({ kind: 'followed', before: IDLE_READING });
    expect(driver.view).toMatchObject({ mode: 'raw', autoRaw: true });
    expect(driver.model.toast).toBeUndefined();
    driver.reading = IDLE_READING;
    driver.notify({ kind: 'followed', before: vim });
    expect(driver.view?.mode).toBe('run');
  });

  test('a program that reads keys itself is given them on the normal screen too, and left when it ends', () => {
    const running = { commandLine: 'cd app; node menu.mjs', since: 1 };
    const cooked = { ...IDLE_READING, running };
    const reads = { ...cooked, lineEditing: false, foreground: 'node' };
    const driver = new Driver().list(terminal('one'));
    driver.reading = cooked;
    driver.notify({ kind: 'followed', before: IDLE_READING });
    expect(driver.view?.mode).toBe('run');
    driver.reading = reads;
    driver.notify({ kind: 'followed', before: cooked });
    expect(driver.view).toMatchObject({ mode: 'raw', autoRaw: true });
    expect(driver.type('\x1bx').sent).toBe('\x1bx');
    driver.reading = IDLE_READING;
    driver.notify({ kind: 'followed', before: reads });
    expect(driver.view?.mode).toBe('run');
    const never = new Driver({ autoRaw: 'never' }).list(terminal('one'));
    never.reading = reads;
    expect(never.notify({ kind: 'followed', before: cooked }).view?.mode).toBe('run');
  });

  test('is only offered while an unsent line stands in RUN', () => {
    const driver = new Driver().list(terminal('one')).type('half');
    driver.reading = vim;
    driver.notify({ kind: 'followed', before: IDLE_READING });
    expect(driver.view?.mode).toBe('run');
    expect(driver.model.toast?.text).toContain('vim wants the keys');
  });

  test('RAW chosen by hand is not left when a program ends', () => {
    const driver = new Driver().list(terminal('one')).type('\x0b');
    driver.reading = vim;
    driver.notify({ kind: 'followed', before: IDLE_READING });
    driver.reading = IDLE_READING;
    driver.notify({ kind: 'followed', before: vim });
    expect(driver.view?.mode).toBe('raw');
  });

  test('a reserved key inside a paste is text', () => {
    const driver = new Driver().list(terminal('one')).type('\x0b');
    driver.reading = { ...IDLE_READING, modes: { ...PLAIN_MODES, bracketedPaste: true } };
    driver.type('\x1b[200~a\x0bb\x1b[201~');
    expect([driver.sent, driver.view?.mode]).toEqual(['\x1b[200~a\x0bb\x1b[201~', 'raw']);
  });

  test('LOCK passes the reserved key too; F12 leaves', () => {
    const driver = new Driver().list(terminal('one')).notify({ kind: 'command', command: 'mode.lock' });
    expect(driver.type('\x0b').sent).toBe('\x0b');
    driver.type('\x1b[24~');
    expect(driver.view?.mode).toBe('run');
    // A second press at once is meant for the program.
    expect(driver.type('\x1b[24~').sent).toBe('\x1b[24~');
    expect(driver.view?.mode).toBe('lock');
  });

  test('LOCK sends a paste of any length without a question; RAW asks unless it is bracketed', () => {
    const lines = Array.from({ length: 50 }, (_, n) => `line ${n}`);
    const paste = `\x1b[200~${lines.join('\n')}\x1b[201~`;
    const lock = new Driver().list(terminal('one')).notify({ kind: 'command', command: 'mode.lock' });
    expect(lock.type(paste).sent).toBe(lines.join('\r'));
    const raw = new Driver().list(terminal('one')).type('\x0b').type(paste);
    expect([raw.sent, raw.model.dialog?.kind]).toEqual(['', 'confirm']);
  });
});
