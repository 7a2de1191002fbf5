import { describe, expect, test } from 'vitest';
import type { TerminalMeta } from '../../../src/protocol/cotty/cotty-meta.ts';
import { Driver, terminal } from '../../support/tui-model.ts';

const URI = 'ahp-terminal:/one';

function copied(driver: Driver, text = 'secret'): Driver {
  return driver.tell({ kind: 'programCopied', uri: URI, text });
}

const byAgent: TerminalMeta = { running: { commandLine: 'x', timestamp: 1, writer: 'agent:bob' } };

describe('what a program copies', () => {
  test('reaches the clipboard, with a note which tab it came from', () => {
    expect(copied(new Driver().list(terminal('one'))).effects).toEqual([
      { kind: 'copy', text: 'secret', what: '6 characters from one' },
    ]);
  });

  test('is asked about when an agent runs the program, or the setting says so', () => {
    for (const driver of [
      new Driver().list(terminal('one', { meta: byAgent })),
      new Driver({ clipboard: 'ask' }).list(terminal('one')),
    ]) {
      expect(copied(driver, 'a\u202e\nb').effects).toEqual([]);
      const question = 'Copy 4 characters from one? "a b"';
      expect(driver.model.dialog).toMatchObject({ kind: 'confirm', question });
      expect(driver.type('y').effects).toMatchObject([{ kind: 'copy', text: 'a\u202e\nb' }]);
    }
  });

  test('does not reach the clipboard from another tab, from a terminal that is watched, or when it is off', () => {
    const claim = { kind: 'client', clientId: 'ada' } as const;
    const meta = { holder: { name: 'ada', connected: true } };
    for (const driver of [
      new Driver().list(terminal('two')),
      new Driver().list(terminal('one', { claim, meta })),
      new Driver({ clipboard: 'off' }).list(terminal('one')),
    ]) {
      expect([copied(driver).effects, driver.model.dialog]).toEqual([[], undefined]);
    }
  });
});
