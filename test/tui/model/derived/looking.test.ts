import { expect, it } from 'vitest';
import { META_KEY } from '../../../../src/protocol/common/meta.ts';
import { changedLook, isLookedAt, lookOf } from '../../../../src/tui/model/derived/looking.ts';
import { withView } from '../../../../src/tui/model/step.ts';
import { splitAs } from '../../../support/splits.ts';
import { Driver, terminal } from '../../../support/tui-model.ts';

const [ONE, TWO] = [terminal('one'), terminal('two')];
const [one, two] = [ONE.resource, TWO.resource];

const start = () => new Driver().list(ONE, TWO);

it('the terminal in front is in view and has the keys', () => {
  expect(lookOf(start().model)).toEqual({ inView: [one], focus: one });
});

it('nothing is looked at while the outer terminal has no focus', () => {
  const driver = start().type('\x1b[O');
  expect(lookOf(driver.model)).toEqual({ inView: [] });
  expect(lookOf(driver.type('\x1b[I').model)).toEqual({ inView: [one], focus: one });
});

it('a dialog, BROWSE and SELECT take the keys, and the terminal stays in view', () => {
  const { model } = start();
  const looks = [
    start().type('\x1b[20~').model,
    withView(model, one, { mode: 'browse' }),
    withView(model, one, { mode: 'select' }),
  ].map(lookOf);
  expect(looks).toEqual([{ inView: [one] }, { inView: [one] }, { inView: [one] }]);
  for (const mode of ['raw', 'lock'] as const)
    expect(lookOf(withView(model, one, { mode }))).toEqual({ inView: [one], focus: one });
});

it('panes beside the one in front are in view; one that is only watched has no keys', () => {
  const { model } = start();
  const split = splitAs('beside', [one, two]);
  const divided = { ...model, size: { cols: 121, rows: 30 }, splits: [split] };
  expect(lookOf(divided)).toEqual({ inView: [one, two], focus: one });
  const watched = { ...divided, splits: [{ ...split, peeks: [one] }] };
  expect(lookOf(watched)).toEqual({ inView: [one, two] });
});

it('a change is told once, and typing is none', () => {
  const { model } = start();
  const away = start().type('\x1b[O').model;
  expect(changedLook(model, away)).toEqual({ inView: [] });
  expect(changedLook(away, away)).toBeUndefined();
  expect(changedLook(model, start().type('ls').model)).toBeUndefined();
  const [open, typed] = [start().type('\x1b[20~').model, start().type('\x1b[20~x').model];
  expect(changedLook(open, typed)).toBeUndefined();
});

it('a bell in front is seen only when the window is looked at, and the focus brings that about', () => {
  const driver = start().type('\x1b[O');
  driver.list({ ...ONE, _meta: { [META_KEY]: { bells: 2 } } }, TWO);
  expect(isLookedAt(driver.model, one)).toBe(false);
  expect(driver.model.views[one]?.bellsSeen).toBe(0);
  expect(driver.type('\x1b[I').model.views[one]?.bellsSeen).toBe(2);
});
