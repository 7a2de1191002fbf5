import { expect, test } from 'vitest';
import { parseConfig } from '../../../src/tui/config/parse.ts';
import { layout } from '../../../src/tui/model/window-layout.ts';
import { dialogView } from '../../../src/tui/view/dialog-view.ts';
import { Driver, terminal } from '../../support/tui-model.ts';

const ONE = 'ahp-terminal:/one';

/** A window with these lines in its configuration, which asks whether to close its only tab. */
function asked(lines: string): Driver {
  const driver = new Driver().list(terminal('one'));
  driver.notify({ kind: 'configured', config: parseConfig(lines) });
  driver.notify({ kind: 'command', command: 'tab.close' });
  return driver.notify({ kind: 'work', uri: ONE, asked: false, work: { running: null, jobs: [] } });
}

const footer = (driver: Driver) =>
  dialogView(driver.model, driver.viewState(), layout(driver.model.size).pane)?.footer;

test('a question is answered by letters that the keymap has', () => {
  const driver = asked('');
  expect(footer(driver)).toBe('Enter or y: yes · Esc or n: no');
  expect(driver.type('y').effects).toEqual([{ kind: 'park', uri: ONE }]);
});

test('other letters can be bound, and the text of the question names them', () => {
  const driver = asked('unbind dialog y\nbind dialog j dialog.accept when yes-or-no\n');
  expect(footer(driver)).toBe('Enter or j: yes · Esc or n: no');
  expect(driver.type('y').effects).toEqual([]);
  expect(driver.type('j').effects).toEqual([{ kind: 'park', uri: ONE }]);
});

test('where something is typed they are text', () => {
  const driver = new Driver().list(terminal('one')).notify({ kind: 'command', command: 'tab.rename' });
  const { dialog } = driver.type('\x15yn').model;
  expect(dialog?.kind === 'name' && dialog.editor.graphemes.join('')).toBe('yn');
});
