import { describe, expect, test } from 'vitest';
import type { TerminalClaim } from '../../../src/protocol/terminal/state.ts';
import { withView } from '../../../src/tui/model/step.ts';
import { splitAs } from '../../support/splits.ts';
import { Driver, PLAIN_MODES, terminal } from '../../support/tui-model.ts';

const ONE = 'ahp-terminal:/one';
const TWO = 'ahp-terminal:/two';
const OTHER: TerminalClaim = { kind: 'client', clientId: 'window-2' };

/** Two terminals side by side, both marked, the first in front; keys go to its program. */
function marked(claim?: TerminalClaim): Driver {
  const driver = new Driver().list(terminal('one'), terminal('two', claim === undefined ? {} : { claim }));
  driver.model = { ...driver.model, active: ONE, splits: [splitAs('beside', [ONE, TWO])], many: [ONE, TWO] };
  driver.reading = { ...driver.reading, lineEditing: false, modes: PLAIN_MODES, running: RUNNING };
  return driver.notify({ kind: 'followed', before: undefined });
}

const RUNNING = { commandLine: 'cat', since: 1 };

const inputs = (driver: Driver) =>
  driver.effects.flatMap((effect) => (effect.kind === 'input' ? [[effect.uri, effect.data]] : []));

describe('typing to many', () => {
  test('sends a key to every marked terminal', () => {
    expect(inputs(marked().type('x'))).toEqual([
      [ONE, 'x'],
      [TWO, 'x'],
    ]);
  });

  test('leaves out a terminal that is only watched', () => {
    const driver = marked();
    driver.model = {
      ...driver.model,
      splits: driver.model.splits.map((split) => ({ ...split, peeks: [TWO] })),
    };
    expect(inputs(driver.type('x'))).toEqual([[ONE, 'x']]);
    expect(driver.model.toast).toBeUndefined();
  });

  test('leaves out what another window holds, and says so', () => {
    const driver = marked(OTHER).type('x');
    expect(inputs(driver)).toEqual([[ONE, 'x']]);
    expect(driver.model.toast?.text).toBe('not typed into two: another client holds it');
  });

  test('notes in every terminal what was left in its shell’s line', () => {
    const driver = marked();
    driver.reading = { ...driver.reading, running: undefined };
    driver.type('x');
    expect([ONE, TWO].map((uri) => driver.model.views[uri]?.shellLineDirty)).toEqual([true, true]);
    driver.type('\x03');
    expect([ONE, TWO].map((uri) => driver.model.views[uri]?.shellLineDirty)).toEqual([false, false]);
    expect(driver.model.views[TWO]?.stoppedAt).toBe(driver.now);
  });
});

describe('what is typed to many goes only to what is in sight', () => {
  test('not to panes behind a zoomed one', () => {
    const driver = marked();
    driver.notify({ kind: 'command', command: 'pane.zoom' }).type('x');
    expect(inputs(driver)).toEqual([[ONE, 'x']]);
    driver.notify({ kind: 'command', command: 'pane.zoom' }).type('y');
    expect(inputs(driver)).toEqual([
      [ONE, 'y'],
      [TWO, 'y'],
    ]);
  });

  test('not to a tab in the background', () => {
    const driver = marked();
    driver.notify({ kind: 'command', command: 'pane.breakOut' }).type('x');
    expect(inputs(driver)).toEqual([[ONE, 'x']]);
    expect(driver.model.many).toEqual([ONE, TWO]);
  });

  test('so a single pane has none to be synchronised with', () => {
    const driver = marked();
    driver.model = { ...driver.model, many: [], splits: [] };
    for (const line of ['set synchronize-panes on', 'setw synchronize-panes']) {
      driver.notify({ kind: 'command', command: 'palette.open' }).type(line).type('\r');
      if (line.startsWith('setw')) driver.notify({ kind: 'command', command: 'pane.markAll' });
      expect([driver.model.many, driver.model.toast?.text]).toEqual([[], 'this terminal is the only pane']);
    }
  });

  test('and to a pane that is opened among marked ones', () => {
    const driver = marked();
    const uri = 'ahp-terminal:/new';
    driver.notify({ kind: 'awaiting', uri, joining: { to: ONE, side: 'right' } });
    driver.list(terminal('one'), terminal('two'), terminal('new'));
    expect(driver.model.many).toEqual([ONE, TWO, uri]);
  });

  test('set synchronize-panes off removes every mark', () => {
    const driver = marked().notify({ kind: 'command', command: 'palette.open' });
    driver.type('set synchronize-panes off').type('\r');
    expect(driver.model.many).toEqual([]);
  });
});

describe('marking the rows of a stack', () => {
  const THREE = 'ahp-terminal:/three';

  function stack(mode: 'browse' | 'run'): Driver {
    const driver = new Driver().list(terminal('one'), terminal('two'), terminal('three'));
    driver.model = { ...driver.model, active: ONE, splits: [splitAs('stack', [ONE, TWO, THREE])] };
    driver.model = withView(driver.model, ONE, { mode });
    return driver;
  }

  test('takes one key a row from BROWSE, and stays at the last one', () => {
    const driver = stack('browse');
    for (const expected of [TWO, THREE, THREE]) {
      driver.notify({ kind: 'command', command: 'pane.mark' });
      expect(driver.model.active).toBe(expected);
      expect(driver.model.views[expected]?.mode).toBe('browse');
    }
    expect(driver.model.many).toEqual([ONE, TWO, THREE]);
    expect(driver.model.toast?.text).toBe('3 marked: what you type in one goes to all in sight');
  });

  test('stays in the row from elsewhere: what is typed next is meant for it', () => {
    const driver = stack('run').notify({ kind: 'command', command: 'pane.mark' });
    expect(driver.model).toMatchObject({ active: ONE, many: [ONE] });
  });
});
