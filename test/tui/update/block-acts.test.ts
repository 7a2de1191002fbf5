import { expect, test } from 'vitest';
import { blocksOf } from '../../../src/client/blocks/block.ts';
import type { CommandMeta } from '../../../src/protocol/terminal/command-meta.ts';
import { textRow } from '../../../src/screen/cells/row.ts';
import { Driver, IDLE_READING, terminal } from '../../support/tui-model.ts';
import { command, stateOf } from '../blocks/sample.ts';

/** BROWSE with the older one of two blocks selected: what was printed before a command. */
function onBackground(): Driver {
  const driver = new Driver().list(terminal('build'));
  const part = command({ commandLine: 'make', output: 'done\r\n', meta: { before: 'served\r\n' } });
  driver.reading = { ...IDLE_READING, blocks: blocksOf(stateOf([part]), 'user:me') };
  driver.rows = [textRow([{ text: '$ ' }], 80)];
  return driver
    .notify({ kind: 'command', command: 'mode.browse' })
    .notify({ kind: 'command', command: 'block.first' });
}

test.each(['block.rerun', 'block.edit', 'block.copyCommand'] as const)(
  'says that no command belongs to what was printed in the background: %s',
  (act) => {
    const driver = onBackground().notify({ kind: 'command', command: act });
    expect(driver.model.toast?.text).toBe('this was printed in the background: no command belongs to it');
    expect(driver.effects).toEqual([]);
    expect(driver.view?.mode).toBe('browse');
  },
);

test('edits the command of the block behind it', () => {
  const driver = onBackground().notify({ kind: 'command', command: 'block.last' });
  driver.notify({ kind: 'command', command: 'block.edit' });
  expect(driver.view?.mode).toBe('run');
});

/** BROWSE at the block of a command of somebody else. */
function onCommand(commandLine: string): Driver {
  const driver = new Driver().list(terminal('build'));
  const part = command({ commandLine, meta: { writer: 'user:tom' } });
  driver.reading = { ...IDLE_READING, blocks: blocksOf(stateOf([part]), 'user:me') };
  driver.rows = [textRow([{ text: '$ ' }], 80)];
  return driver
    .notify({ kind: 'command', command: 'mode.browse' })
    .notify({ kind: 'command', command: 'block.last' })
    .type('r');
}

test('runs a command of somebody else again without a question', () => {
  const driver = onCommand('rm -rf build');
  expect([driver.model.dialog, driver.sent]).toEqual([undefined, 'rm -rf build\r']);
});

test('asks once before a command runs again that could destroy a machine', () => {
  const driver = onCommand('sudo rm -rf /usr');
  expect(driver.sent).toBe('');
  expect(driver.model.dialog).toMatchObject({
    kind: 'confirm',
    question: 'It deletes everything in /usr. Run it again?  sudo rm -rf /usr',
  });
  expect(driver.type('y').sent).toBe('sudo rm -rf /usr\r');
});

/** BROWSE at a finished command with that metadata. */
function onNoted(meta: CommandMeta): Driver {
  const driver = new Driver().list(terminal('build'));
  driver.reading = {
    ...IDLE_READING,
    blocks: blocksOf(stateOf([command({ commandLine: 'make', meta: { seq: 3, ...meta } })]), 'user:me'),
  };
  driver.rows = [textRow([{ text: '$ ' }], 80)];
  return driver.notify({ kind: 'command', command: 'mode.browse' });
}

test('a key sets a bookmark, and removes it', () => {
  const change = (driver: Driver) => driver.type('*').effects.filter(({ kind }) => kind === 'annotate');
  expect(change(onNoted({}))).toMatchObject([{ seq: 3, commandId: 'c1', change: { bookmarked: true } }]);
  expect(change(onNoted({ bookmarked: true }))).toMatchObject([{ change: { bookmarked: false } }]);
});

test('a note is written in a dialog, which begins with the one that is there', () => {
  const driver = onNoted({ note: { text: 'flaky', at: 1 } }).type('C');
  expect(driver.model.dialog).toMatchObject({ kind: 'note', commandLine: 'make' });
  driver.type(' on CI\r');
  expect(driver.model.dialog).toBeUndefined();
  expect(driver.effects.at(-1)).toMatchObject({ kind: 'annotate', seq: 3, change: { note: 'flaky on CI' } });
});

test('a note that is too long stays in its dialog', () => {
  const driver = onNoted({}).type('C').type('x'.repeat(4097)).type('\r');
  expect(driver.model.dialog?.kind).toBe('note');
  expect(driver.model.toast?.text).toContain('4097 characters');
});

test('what was printed in the background has no note', () => {
  const driver = onBackground().type('C');
  expect(driver.model.toast?.text).toBe('this was printed in the background: no command belongs to it');
});
