import { describe, expect, test } from 'vitest';
import { textRow } from '../../../src/screen/cells/row.ts';
import { editorText } from '../../../src/screen/editor/editor-state.ts';
import { Driver, IDLE_READING, PLAIN_MODES, terminal } from '../../support/tui-model.ts';

const running = { ...IDLE_READING, running: { commandLine: 'cat', since: 1 } };

function line(driver: Driver): string {
  return driver.view === undefined ? '' : editorText(driver.view.editor);
}

describe('RUN', () => {
  test('typing edits the line and sends nothing; Enter sends it and empties it', () => {
    const driver = new Driver().list(terminal('one')).type('ls -l');
    expect([driver.sent, line(driver)]).toEqual(['', 'ls -l']);
    driver.type('\r');
    expect([driver.sent, line(driver)]).toEqual(['ls -l\r', '']);
  });

  test('several lines are one bracketed paste when the shell asked for it', () => {
    const driver = new Driver().list(terminal('one'));
    driver.reading = { ...IDLE_READING, modes: { ...PLAIN_MODES, bracketedPaste: true } };
    expect(driver.type('a\nb\r').sent).toBe('\x1b[200~a\nb\x1b[201~\r');
  });

  test('while a command runs every key goes to it, Enter, arrows and Ctrl+D included', () => {
    const driver = new Driver().list(terminal('one'));
    driver.reading = running;
    expect(driver.type('y\r\x1b[A\x04').sent).toBe('y\r\x1b[A\x04');
  });

  test('an unsent line stays an unsent line when a command starts', () => {
    const driver = new Driver().list(terminal('one')).type('half');
    driver.reading = running;
    expect([driver.type('x').sent, line(driver)]).toEqual(['', 'halfx']);
  });

  test('Ctrl+C clears a line, and interrupts when there is none', () => {
    const driver = new Driver().list(terminal('one')).type('half\x03');
    expect([driver.sent, line(driver)]).toEqual(['', '']);
    expect(driver.type('\x03').sent).toBe('\x03');
  });

  test('Ctrl+D at an idle prompt goes to the shell, without a question, and so do the keys after it', () => {
    const driver = new Driver().list(terminal('one')).type('\x04');
    expect([driver.sent, driver.model.dialog]).toEqual(['\x04', undefined]);
    expect(driver.type('\x04ls\r').sent).toBe('\x04ls\r');
  });

  test('Ctrl+K at the end of the line is RAW, inside it kills to the end', () => {
    const driver = new Driver().list(terminal('one')).type('abc\x1b[D\x0b');
    expect([line(driver), driver.view?.mode]).toEqual(['ab', 'run']);
    driver.type('\x0b');
    expect(driver.view?.mode).toBe('raw');
  });

  test('a line typed in RAW is killed before a command is sent', () => {
    const driver = new Driver().list(terminal('one')).type('\x0bxyz\x0b');
    driver.now += 1_000;
    expect(driver.type('ls\r').sent).toBe('\x05\x15ls\r');
  });

  test('a command that a dead host interrupted is offered: the first Enter writes it, only the second runs it', () => {
    const driver = new Driver().list(terminal('one', { meta: { interrupted: { commandLine: 'make all' } } }));
    expect([driver.type('\r').sent, line(driver)]).toEqual(['', 'make all']);
    expect(driver.type('\r').sent).toBe('make all\r');
  });

  test('Tab hands the line to the shell and comes back when the command starts', () => {
    const driver = new Driver().list(terminal('one')).type('git ch\t');
    expect([driver.sent, driver.view?.mode]).toEqual(['git ch\t', 'raw']);
    driver.reading = running;
    driver.notify({ kind: 'followed', before: IDLE_READING });
    expect(driver.view?.mode).toBe('run');
  });
});

describe('Esc Esc', () => {
  const esc = { kind: 'key', name: 'escape', raw: '\x1b' } as const;

  test('leads to the prompt from BROWSE, too: an Esc right after the one that left it stays there', () => {
    const driver = new Driver().list(terminal('one'));
    driver.rows = [textRow([{ text: '$' }], 80)];
    driver.notify({ kind: 'command', command: 'mode.browse' });
    expect(driver.view?.mode).toBe('browse');
    driver.notify(esc);
    driver.now += 500;
    expect(driver.notify(esc).view?.mode).toBe('run');
    driver.now += 1_000;
    expect(driver.notify(esc).view?.mode).toBe('browse');
  });

  test('are no pair when something was typed between them', () => {
    const driver = new Driver().list(terminal('one'));
    driver.rows = [textRow([{ text: '$' }], 80)];
    driver.notify({ kind: 'command', command: 'mode.browse' }).notify(esc).type('ls\r');
    driver.now += 500;
    expect(driver.notify(esc).view?.mode).toBe('browse');
  });
});
