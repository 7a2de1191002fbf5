import { expect, test } from 'vitest';
import { blocksOf } from '../../../src/client/blocks/block.ts';
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
