import { expect, test } from 'vitest';
import { blocksOf } from '../../../src/client/blocks/block.ts';
import { textRow } from '../../../src/screen/cells/row.ts';
import { readPlace, writePlace } from '../../../src/tui/model/place-note.ts';
import { recalled } from '../../../src/tui/update/line/recall.ts';
import { key } from '../../support/keys.ts';
import { Driver, IDLE_READING, terminal } from '../../support/tui-model.ts';
import { commands, stateOf } from '../blocks/sample.ts';

/** Lets the terminal in front have run so many commands; the host's list says that the last has ended. */
function ran(driver: Driver, count: number): Driver {
  const outputs = Array.from({ length: count }, (_, index) => `${index}\r\n`);
  driver.reading = { ...IDLE_READING, blocks: blocksOf(stateOf(commands(outputs)), 'user:me') };
  const last = { commandLine: 'true', exitCode: 0, finishedAt: count };
  return driver.list(terminal('one', { meta: { last } }));
}

test('what a new user does for the first time is noted, once', () => {
  const driver = new Driver().list(terminal('one')).type('?').type('q');
  expect(driver.model.lessons?.learnt).toEqual(['keys']);
  ran(driver, 1).rows = [textRow([{ text: '$' }], 80)];
  expect(driver.model.lessons?.learnt).toEqual(['run', 'keys']);
  driver.type(key.f7);
  expect(driver.view?.mode).toBe('browse');
  expect(driver.model.lessons?.learnt).toEqual(['run', 'look', 'keys']);
});

test('after the third command nobody is new, nor in the next window', () => {
  const driver = ran(new Driver().list(terminal('one')), 2);
  expect(readPlace(writePlace(driver.model), () => true).isKnown).toBe(false);
  ran(driver, 3);
  expect(driver.model.lessons).toBeUndefined();
  const place = writePlace(driver.model);
  const next = new Driver();
  expect(next.model.lessons).toBeDefined();
  expect(recalled(next.model, { splits: '', place }, [], false).lessons).toBeUndefined();
});

test('in a tour the lessons stay', () => {
  const driver = new Driver().list(terminal('one'));
  driver.model = { ...driver.model, lessons: { learnt: [], isTour: true } };
  expect(ran(driver, 3).model.lessons).toEqual({ learnt: ['run'], isTour: true });
});
