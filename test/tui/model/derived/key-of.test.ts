import { describe, expect, it } from 'vitest';
import { configKeymap, parseConfig } from '../../../../src/tui/config/parse.ts';
import { joinedHints, keyHint, keyOf } from '../../../../src/tui/model/derived/key-of.ts';
import { barView } from '../../../../src/tui/view/bar-view.ts';
import { dialogView } from '../../../../src/tui/view/dialog-view.ts';
import { Driver, IDLE_READING, terminal } from '../../../support/tui-model.ts';

const LINES = [
  'unbind dialog enter',
  'bind dialog f5 dialog.accept',
  'unbind dialog escape',
  'bind dialog f6 dialog.cancel',
  'preset = zellij',
].join('\n');

function remapped(): Driver {
  const driver = new Driver().list(terminal('one'));
  const { keymap } = configKeymap(parseConfig(`${LINES}\n`), 'other');
  driver.model = { ...driver.model, keymap };
  return driver;
}

const viewState = { now: 0, terminal: () => IDLE_READING } as never;
const bar = ({ model }: Driver) =>
  barView({
    model: { ...model, size: { cols: 200, rows: 24 } },
    viewState,
    mode: 'run',
    terminal: IDLE_READING,
    below: undefined,
    editing: false,
  });

describe('texts that name keys', () => {
  it('name those of the keymap in use', () => {
    const driver = remapped();
    expect(keyOf(driver.model, 'run', 'mode.toggleRaw')).toBe('Ctrl+G');
    expect(keyHint(driver.model, 'dialog', 'dialog.accept', 'renames')).toBe('F5 renames');
    const rename = driver.notify({ kind: 'command', command: 'tab.rename' });
    const pane = { x: 0, y: 1, width: 80, height: 22 };
    expect(dialogView(rename.model, viewState, pane)?.footer).toBe('F5 renames · F6 cancels');
  });

  it('leave out what no key does', () => {
    const driver = remapped();
    const { keymap } = configKeymap(parseConfig('unbind page escape\nunbind page q\n'), 'other');
    expect(keyOf({ ...driver.model, keymap }, 'page', 'dialog.cancel')).toBe('Ctrl+C');
    expect(keyHint(driver.model, 'run', 'clipboard.accept', 'allows it')).toBeUndefined();
    expect(joinedHints('·', 'one', undefined, 'two')).toBe('one · two');
  });

  it('say how an offered text is taken, and by a key of its own where one is bound', () => {
    const offering = remapped();
    offering.model = { ...offering.model, settings: { ...offering.model.settings, clipboard: 'ask' } };
    offering.notify({ kind: 'programCopied', uri: 'ahp-terminal:/one', text: 'make' });
    expect(bar(offering).hints.text).toContain(
      'copy 4 characters from one? “make” · F9 “Take offered text” allows it',
    );
    const { keymap } = configKeymap(parseConfig('bind run f6 clipboard.accept\n'), 'other');
    offering.model = { ...offering.model, keymap };
    expect(bar(offering).hints.text).toContain('F6 allows it');
  });
});
