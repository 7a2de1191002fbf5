import { describe, expect, test } from 'vitest';
import { membersOf, type Split } from '../../../src/client/panes/split.ts';
import { readSplits, writeSplits } from '../../../src/client/panes/split-note.ts';
import type { TerminalInfo } from '../../../src/protocol/terminal/state.ts';
import { recalled } from '../../../src/tui/update/line/recall.ts';
import { splitAs } from '../../support/splits.ts';
import { Driver, terminal } from '../../support/tui-model.ts';

const ONE = 'ahp-terminal:/one';
const TWO = 'ahp-terminal:/two';
const FAR = 'ahp-terminal:/far';

function beside(): Driver {
  const driver = new Driver().list(terminal('one'), terminal('two'));
  driver.model = {
    ...driver.model,
    active: ONE,
    connection: 'ready',
    splits: [splitAs('beside', [ONE, TWO])],
  };
  return driver;
}

/** A window whose host remembers these splits, while terminals of other machines may come. */
function remembering(splits: readonly Split[], tabs: readonly TerminalInfo[]): Driver {
  const driver = new Driver();
  const noted = { splits: writeSplits(splits), place: '' };
  driver.model = recalled({ ...driver.model, connection: 'ready' }, noted, tabs, true);
  return driver;
}

const kept = (driver: Driver) =>
  driver.effects.flatMap((effect) => (effect.kind === 'keepSplits' ? [effect.text] : []));

describe('what the host remembers of panes', () => {
  test('is a border once it is let go, and nothing while it is dragged', () => {
    const driver = beside();
    // The border stands in column 41 of 80.
    expect(kept(driver.type('\x1b[<0;41;5M\x1b[<32;45;5M\x1b[<32;50;5M'))).toEqual([]);
    const texts = kept(driver.type('\x1b[<0;50;5m'));
    expect(texts).toHaveLength(1);
    expect(readSplits(texts[0] ?? '', () => true)).toEqual(driver.model.splits);
    expect(driver.model.splits[0]?.tree.shares).toEqual([50, 31]);
  });

  test('is each change by a key, and not what was only read', () => {
    const driver = beside();
    expect(kept(driver.notify({ kind: 'command', command: 'pane.zoom' }))).toHaveLength(1);
    const text = kept(driver.notify({ kind: 'command', command: 'pane.zoom' }))[0] ?? '';
    const fresh = new Driver();
    const tabs = [terminal('one'), terminal('two')];
    fresh.model = recalled({ ...fresh.model, connection: 'ready' }, { splits: text, place: '' }, tabs, false);
    expect(kept(fresh.list(...tabs))).toEqual([]);
    expect(fresh.model.splits).toEqual(driver.model.splits);
  });

  test('is followed when another window has changed it, and not written again', () => {
    const driver = beside();
    const text = writeSplits([splitAs('below', [TWO, ONE])]);
    expect(kept(driver.notify({ kind: 'splitsNoted', text }))).toEqual([]);
    expect(driver.model.splits).toEqual([splitAs('below', [TWO, ONE])]);
    driver.notify({ kind: 'splitsNoted', text: '' });
    expect(driver.model.splits).toEqual([]);
  });

  test('has a terminal in it that appears beside another one, as its maker wanted', () => {
    const driver = beside();
    const meta = { beside: { side: 'below', of: TWO } } as const;
    const texts = kept(driver.list(terminal('one'), terminal('two'), terminal('three', { meta })));
    expect(driver.model.splits[0]?.tree).toMatchObject({
      kind: 'row',
      children: [ONE, { kind: 'column', children: [TWO, 'ahp-terminal:/three'] }],
    });
    expect(texts).toHaveLength(1);
    // What was there before is nothing new, and a place beside nothing is none.
    const later = new Driver().list(terminal('two'), terminal('three', { meta }));
    expect(later.model.splits).toEqual([]);
  });

  test('waits for the terminals of a machine that is connected later, and is not lost by what changes before', () => {
    const noted = [splitAs('beside', [ONE, TWO, FAR])];
    const tabs = [terminal('one'), terminal('two')];
    const box = (kind: 'connecting' | 'ready') => [{ name: 'box', address: 'ssh://box', state: { kind } }];
    const driver = remembering(noted, tabs);
    driver.list(...tabs).notify({ kind: 'machines', machines: box('connecting') });
    expect(driver.model.splits.map(membersOf)).toEqual([[ONE, TWO]]);
    const zoomed = kept(driver.notify({ kind: 'command', command: 'pane.zoom' }))[0] ?? '';
    expect(readSplits(zoomed, () => true).map(membersOf)).toEqual([[ONE, TWO, FAR]]);
    driver.list(...tabs, terminal('far'));
    expect(driver.model.splits).toEqual(noted);
    expect(driver.model.absentSplits).toEqual([]);
  });

  test('forgets the terminals of machines once all of these are there without them', () => {
    const tabs = [terminal('one'), terminal('two')];
    const driver = remembering([splitAs('beside', [ONE, TWO, FAR])], tabs);
    driver.list(...tabs);
    expect(driver.model.absentSplits).toHaveLength(1);
    driver.notify({
      kind: 'machines',
      machines: [{ name: 'box', address: 'ssh://box', state: { kind: 'ready' } }],
    });
    driver.list(...tabs, terminal('three'));
    expect(driver.model.absentSplits).toEqual([]);
    expect(driver.model.splits.map(membersOf)).toEqual([[ONE, TWO]]);
  });

  test('leaves panes alone that were put elsewhere before their machine came', () => {
    const tabs = [terminal('one'), terminal('two'), terminal('three')];
    const driver = remembering([splitAs('beside', [ONE, FAR])], tabs);
    driver.list(...tabs);
    driver.model = { ...driver.model, splits: [splitAs('below', [ONE, TWO])] };
    driver.list(...tabs, terminal('far'));
    expect(driver.model.splits).toEqual([splitAs('below', [ONE, TWO])]);
    expect(driver.model.absentSplits).toEqual([]);
  });
});
