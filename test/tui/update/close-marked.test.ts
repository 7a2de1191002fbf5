import { describe, expect, test } from 'vitest';
import type { TerminalMeta } from '../../../src/protocol/cotty/cotty-meta.ts';
import { Driver, terminal } from '../../support/tui-model.ts';

const running: TerminalMeta = { running: { commandLine: 'npm test', timestamp: 1 } };

function marked(...names: readonly string[]): Driver {
  const driver = new Driver().list(terminal('one'), terminal('two', { meta: running }), terminal('three'));
  driver.model = { ...driver.model, many: names.map((name) => `ahp-terminal:/${name}`) };
  return driver.notify({ kind: 'command', command: 'pane.closeMarked' });
}

describe('closing the marked terminals', () => {
  test('asks first, and names what runs in them', () => {
    const { dialog } = marked('two', 'three').model;
    expect(dialog).toMatchObject({ question: 'Close 2 marked terminals?\nnpm test runs in two.' });
  });

  test('closes them all at a yes, and offers the last one back', () => {
    const driver = marked('two', 'three').type('y');
    expect(driver.effects).toEqual([
      { kind: 'park', uri: 'ahp-terminal:/two' },
      { kind: 'park', uri: 'ahp-terminal:/three' },
    ]);
    expect(driver.model).toMatchObject({
      many: [],
      closed: { name: 'three' },
      toast: { text: 'closed 2 terminals', offer: { command: 'tab.undoClose' } },
    });
  });

  test('closes nothing at a no, and says when the window would end', () => {
    const driver = marked('one', 'two', 'three');
    expect(driver.model.dialog).toMatchObject({ question: expect.stringContaining('the window ends') });
    expect(driver.type('n').effects).toEqual([]);
    expect(driver.model.many).toHaveLength(3);
  });

  test('says that none is marked', () => {
    expect(marked().model).toMatchObject({
      dialog: undefined,
      toast: { text: 'no marked terminal can be closed from this window' },
    });
  });
});

describe('naming panes', () => {
  test('keeps the name with them, and an empty one takes it away', () => {
    const driver = new Driver().list(terminal('one'), terminal('two'));
    driver
      .notify({ kind: 'command', command: 'pane.fleet' })
      .notify({ kind: 'command', command: 'pane.name' });
    driver.type('ci\r');
    expect(driver.model.splits).toMatchObject([{ name: 'ci' }]);
    expect(driver.effects).toMatchObject([{ kind: 'keepSplits', text: expect.stringContaining('"ci"') }]);
    driver.notify({ kind: 'command', command: 'pane.name' }).type('\x15\r');
    expect(driver.model.splits[0]?.name).toBeUndefined();
  });
});
