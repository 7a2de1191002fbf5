import { describe, expect, test } from 'vitest';
import { textRow } from '../../../src/screen/cells/row.ts';
import { editorText } from '../../../src/screen/editor/editor-state.ts';
import { suggestedRest } from '../../../src/screen/editor/recall.ts';
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
    expect(line(driver)).toBe('');
  });
});

describe('a line that the shell completes', () => {
  /** Types a line and Tab; the shell shows `shown` then. */
  function completing(typed: string, shown: string, atEnd = true): Driver {
    const driver = new Driver().list(terminal('one')).type(`${typed}\t`);
    return shows(driver, shown, atEnd);
  }

  function shows(driver: Driver, shown: string, atEnd = true): Driver {
    driver.reading = { ...IDLE_READING, cursorRow: () => ({ before: `$ ${shown}`, atEnd }) };
    return driver.notify({ kind: 'followed', before: IDLE_READING });
  }

  function suggested(driver: Driver, commandLine: string): Driver {
    const prefix = line(driver);
    const ask = { for: 'suggestion', prefix } as const;
    const uri = driver.model.active ?? '';
    return driver.notify({ kind: 'past', uri, ask, result: { lines: [{ line: commandLine }], more: false } });
  }

  test('takes all keys that type, edit or choose, also Enter and Ctrl+E', () => {
    const driver = completing('ls al', 'ls alpha-');
    expect(driver.type('o\t\x1b[B\x05\x15?').sent).toBe('o\t\x1b[B\x05\x15?');
    expect(driver.model.tabs).toHaveLength(1);
    expect(driver.type('\r').sent).toBe('\r');
  });

  test('is continued by the suggestion, which Right accepts, and the next word of it with Alt+F', () => {
    const driver = suggested(completing('git ch', 'git checkout '), 'git checkout main --force');
    expect(driver.view && suggestedRest(driver.view)).toBe('main --force');
    expect(driver.type('\x1bf').sent).toBe('main');
    shows(driver, 'git checkout main');
    expect(driver.type('\x1b[C').sent).toBe(' --force');
    shows(driver, 'git checkout main --force');
    expect(driver.type('\x1b[C').sent).toBe('\x1b[C');
  });

  test('takes no suggestion for a text whose echo has not come', () => {
    const driver = suggested(completing('git ch', 'git checkout '), 'git checkout main').type('ma\x1b[C');
    expect(driver.sent).toBe('ma\x1b[C');
    const echoed = suggested(completing('git ch', 'git checkout '), 'git checkout main').type('ma');
    shows(echoed, 'git checkout m');
    expect(echoed.type('\x1b[C').sent).toBe('\x1b[C');
  });

  test('has no suggestion while the cursor is inside it, or the shell asks something', () => {
    const driver = suggested(completing('git ch', 'git checkout '), 'git checkout main');
    shows(driver, 'git check', false);
    expect([line(driver), driver.view && suggestedRest(driver.view)]).toEqual(['', '']);
    driver.reading = {
      ...IDLE_READING,
      cursorRow: () => ({ before: 'Display all 120? (y or n)', atEnd: true }),
    };
    driver.notify({ kind: 'followed', before: IDLE_READING });
    expect(driver.type('y').sent).toBe('y');
  });

  test('is where the search of Ctrl+R begins, which replaces it, and it stays if that is left', () => {
    const driver = completing('make te', 'make test ').type('\x12');
    const { dialog } = driver.model;
    expect(dialog?.kind === 'history' && editorText(dialog.editor)).toBe('make test ');
    driver.type('\x07');
    expect([driver.model.dialog, driver.view?.droppedIn]).toEqual([undefined, true]);
    const ask = { for: 'search', words: 'make test ' } as const;
    driver.type('\x12').notify({
      kind: 'past',
      uri: driver.model.active ?? '',
      ask,
      result: { lines: [{ line: 'make test -k' }], more: false },
    });
    driver.type('\r');
    expect([driver.sent, driver.view?.mode, line(driver)]).toEqual(['\x05\x15', 'run', 'make test -k']);
    expect(driver.view?.shellLineDirty).toBe(false);
  });

  test('leaves the keys of tabs and panes as they are in RUN', () => {
    const driver = completing('ls al', 'ls alpha-').type('\x1bh');
    expect(driver.model.dialog?.kind).toBe('historyPage');
    const other = completing('ls al', 'ls alpha-').type('\x0b');
    expect([other.sent, other.view?.mode, other.view?.droppedIn]).toEqual(['', 'raw', false]);
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
