import { describe, expect, test } from 'vitest';
import type { TerminalMeta } from '../../../src/protocol/cotty/cotty-meta.ts';
import { Driver, terminal } from '../../support/tui-model.ts';

const URI = 'ahp-terminal:/one';

function copied(driver: Driver, text = 'secret'): Driver {
  return driver.notify({ kind: 'programCopied', uri: URI, text });
}

const byAgent: TerminalMeta = { running: { commandLine: 'x', timestamp: 1, writer: 'agent:bob' } };

describe('what a program copies', () => {
  test('reaches the clipboard, with a note which tab it came from', () => {
    expect(copied(new Driver().list(terminal('one'))).effects).toEqual([
      { kind: 'copy', text: 'secret', what: '6 characters from one' },
    ]);
  });

  const asking = () => new Driver().list(terminal('one', { meta: byAgent }));

  test('is offered when an agent runs the program, or the setting says so, and taken by a command', () => {
    for (const driver of [asking(), new Driver({ clipboard: 'ask' }).list(terminal('one'))]) {
      expect(copied(driver, 'a\u202e\nb').effects).toEqual([]);
      expect(driver.model.offeredCopy).toMatchObject({ question: 'copy 4 characters from one? “a b”' });
      const text = { kind: 'copy', text: 'a\u202e\nb', what: '4 characters from one' };
      expect(driver.notify({ kind: 'command', command: 'clipboard.accept' }).effects).toEqual([text]);
      expect(driver.notify({ kind: 'command', command: 'clipboard.accept' }).effects).toEqual([]);
    }
  });

  test('is not taken by any key that was typed for the program', () => {
    const driver = copied(asking());
    const typed = driver.type('yes\r\t \x03\x1b').effects;
    expect(typed.filter(({ kind }) => kind === 'copy')).toEqual([]);
    expect(driver.model.dialog).toBeUndefined();
  });

  test('is offered for a minute, and what was read is what is copied', () => {
    const driver = copied(asking(), 'first');
    copied(driver, 'second');
    expect(driver.model.offeredCopy?.text).toBe('first');
    driver.now += 60_000;
    expect(driver.notify({ kind: 'tick' }).model.offeredCopy).toBeUndefined();
    expect(copied(driver, 'third').model.offeredCopy?.text).toBe('third');
  });

  test('is offered anew only when no menu is open', () => {
    const driver = asking().notify({ kind: 'command', command: 'palette.open' });
    expect(copied(driver).model.offeredCopy).toBeUndefined();
  });

  test('does not reach the clipboard from another tab, from a terminal that is watched, or when it is off', () => {
    const claim = { kind: 'client', clientId: 'ada' } as const;
    const meta = { holder: { name: 'ada', connected: true } };
    for (const driver of [
      new Driver().list(terminal('two')),
      new Driver().list(terminal('one', { claim, meta })),
      new Driver({ clipboard: 'off' }).list(terminal('one')),
    ]) {
      expect([copied(driver).effects, driver.model.offeredCopy]).toEqual([[], undefined]);
    }
  });
});
