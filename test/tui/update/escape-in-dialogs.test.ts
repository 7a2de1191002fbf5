import { describe, expect, test } from 'vitest';
import type { CommandId } from '../../../src/client/commands/commands.ts';
import { flush, startOfInput, tokenise } from '../../../src/tui/input/key-input.ts';
import { asTyped } from '../../../src/tui/update/dialogs/dialog-rules.ts';
import { Driver, terminal } from '../../support/tui-model.ts';

/** A window with one tab, in which a command may have opened a dialog. */
function windowAfter(command?: CommandId): Driver {
  const driver = new Driver().list(terminal('one'));
  return command === undefined ? driver : driver.notify({ kind: 'command', command });
}

/** The names of the keys that bytes in one read are taken for. */
function typed(driver: Driver, bytes: string): string[] {
  const { state, tokens } = tokenise(startOfInput, bytes);
  return [...tokens, ...flush(state).tokens]
    .flatMap((token) => asTyped(driver.model, driver.viewState(), token))
    .map((token) => (token.kind === 'key' ? token.name : token.kind));
}

describe('a key that begins with ESC', () => {
  test.each([
    ['\x1b\x05', ['escape', 'ctrl+e']],
    ['\x1bs', ['escape', 's']],
    ['\x1b\r', ['escape', 'enter']],
    ['\x1b\xc3\xa9', ['escape', 'é']],
    ['\x1b[', ['escape', '[']],
    ['\x1bO', ['escape', 'O']],
    ['\x1b\x1b[A', ['escape', 'up']],
    ['\x1b\x1bOA', ['escape', 'up']],
  ])('is Escape and the next key in a dialog: %j', (bytes, names) => {
    for (const command of ['palette.open', 'tab.rename', 'help.open'] as const)
      expect(typed(windowAfter(command), bytes)).toEqual(names);
  });

  test('is Alt with a key where the dialog has that key', () => {
    expect(typed(windowAfter('palette.open'), '\x1bb')).toEqual(['alt+b']);
    expect(typed(windowAfter('palette.open'), '\x1b\x1b[D')).toEqual(['alt+left']);
  });

  test('is Escape and the next key where nothing can be edited, and in a list without that command', () => {
    const asked = windowAfter('tab.close').notify({
      kind: 'work',
      uri: 'ahp-terminal:/one',
      asked: false,
      work: { running: null, jobs: [] },
    });
    expect(asked.model.dialog?.kind).toBe('confirm');
    expect(typed(asked, '\x1bb')).toEqual(['escape', 'b']);
    expect(typed(windowAfter('palette.open'), '\x1ba')).toEqual(['escape', 'a']);
  });

  test('is one key where no dialog is open', () => {
    expect(typed(windowAfter(), '\x1bs')).toEqual(['alt+s']);
    expect(typed(windowAfter(), '\x1b\x05')).toEqual(['ctrl+alt+e']);
  });
});

test('a sequence for Alt with a key is that key alone, also in a dialog', () => {
  for (const bytes of ['\x1b[115;3u', '\x1b[27;3;115~'])
    expect(typed(windowAfter('palette.open'), bytes)).toEqual(['alt+s']);
  expect(typed(windowAfter('palette.open'), '\x1b[1;3A')).toEqual(['alt+up']);
});
