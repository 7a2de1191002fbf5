import { describe, expect, test } from 'vitest';
import type { TerminalInfo } from '../../../src/protocol/terminal/state.ts';
import { Driver, terminal } from '../../support/tui-model.ts';

const ends = (...titles: string[]) => titles.map((title) => ({ kind: 'end', uri: `ahp-terminal:/${title}` }));
const asked = (...more: TerminalInfo[]) =>
  new Driver()
    .list(terminal('one'), terminal('two'), ...more)
    .notify({ kind: 'command', command: 'tab.endAll' });

describe('ending all terminals', () => {
  test('takes a typed yes', () => {
    expect(asked().type('yes\r').effects).toEqual(ends('one', 'two'));
    expect(asked().type('Y\r').effects).toEqual(ends('one', 'two'));
  });

  test.each(['\r', 'no\r', '\x03', 'yes\x03', 'yesterday\r'])('does nothing after %j', (keys) => {
    const driver = asked().type(keys);
    expect(driver.effects).toEqual([]);
    expect(driver.model.dialog).toBeUndefined();
  });

  test('leaves alone what runs at other clients', () => {
    const shared: TerminalInfo = {
      ...terminal('three', {
        claim: { kind: 'client', clientId: 'window-2' },
        meta: { holder: { name: 'tom', connected: true } },
      }),
      executionTarget: 'client',
    };
    expect(asked(shared).type('yes\r').effects).toEqual(ends('one', 'two'));
  });

  test('closes the window when the last one is gone', () => {
    expect(asked().type('yes\r').list().model.quit).toEqual({ code: 0, farewell: 'no terminals left' });
  });
});
