import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Anchor, BOTTOM } from '../../../src/tui/blocks/block/block-view.ts';
import type { Model } from '../../../src/tui/model/model.ts';
import { readPlace, type Scroll, writePlace } from '../../../src/tui/model/place-note.ts';
import { withView } from '../../../src/tui/model/step.ts';
import { recalled } from '../../../src/tui/update/line/recall.ts';
import { visit } from '../../../src/tui/update/terminals/visit.ts';
import { Driver, terminal } from '../../support/tui-model.ts';

const [ONE, TWO] = ['ahp-terminal:/one', 'ahp-terminal:/two'];
const TABS = [terminal('one'), terminal('two'), terminal('three')];
const BACK: Anchor = { kind: 'line', block: 'cmd-3', line: 12, at: 5, newest: 9 };
const IN_OUTPUT: Anchor = { ...BACK, block: undefined, output: { line: 11, row: 1 } };

function scrolled(model: Model, uri: string, scroll: Partial<Scroll>): Model {
  const blocks = model.views[uri]?.blocks;
  return blocks === undefined ? model : withView(model, uri, { blocks: { ...blocks, ...scroll } });
}

/** The second tab is in front; the first one is scrolled back, the second cleared. */
function somewhere(): Model {
  const { model } = new Driver().list(...TABS).notify({ kind: 'command', command: 'tab.next' });
  return scrolled(scrolled(model, ONE, { anchor: BACK }), TWO, { anchor: IN_OUTPUT, clearedAt: 77 });
}

const again = (place: string, tabs = TABS): Driver => {
  const driver = new Driver();
  driver.model = recalled(driver.model, { splits: '', place }, tabs, false);
  return driver.list(...tabs);
};

describe('the place that the host keeps', () => {
  test('is that of the next window: its tab in front, and each tab scrolled as it was', () => {
    const { model } = again(writePlace(somewhere()));
    expect(model.active).toBe(TWO);
    expect(model.views[ONE]?.blocks.anchor).toEqual(BACK);
    expect(model.views[TWO]?.blocks).toMatchObject({ anchor: IN_OUTPUT, clearedAt: 77 });
    expect(model.views['ahp-terminal:/three']?.blocks.anchor).toBe(BOTTOM);
  });

  test('gives way to a terminal that the window is opened for', () => {
    const driver = new Driver();
    const asked: Model = { ...driver.model, awaited: ONE };
    driver.model = recalled(asked, { splits: '', place: writePlace(somewhere()) }, TABS, false);
    expect(driver.list(...TABS).model).toMatchObject({ active: ONE });
  });

  test('is the first tab when the one in front has gone', () => {
    const [one = terminal('one'), , three = terminal('three')] = TABS;
    expect(again(writePlace(somewhere()), [one, three]).model).toMatchObject({ active: ONE });
  });

  test('is the tab to go back to while a closed terminal is read, and none without a tab', () => {
    const reading = visit(somewhere(), 'ahp-terminal:/gone', 'gone');
    expect(JSON.parse(writePlace(reading))).toMatchObject({ front: TWO });
    expect(writePlace(new Driver().model)).toBe('');
  });

  test('has a limited number of tabs', () => {
    const tabs = Array.from({ length: 100 }, (_, n) => terminal(`t${n}`));
    const { model } = new Driver().list(...tabs);
    const all = tabs.reduce((next, { resource }) => scrolled(next, resource, { anchor: BACK }), model);
    expect(readPlace(writePlace(all), () => true).scrolls.size).toBe(32);
  });

  test('is nothing where the text is none of ours, whatever it says', () => {
    expect(again('').model.active).toBe(ONE);
    const wrong = {
      front: TWO,
      scrolls: [{ uri: ONE, anchor: { kind: 'line', line: -1, at: 0, newest: 0 } }],
    };
    expect(readPlace(JSON.stringify(wrong), () => true).scrolls.get(ONE)?.anchor).toBe(BOTTOM);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(() => readPlace(text, () => true)).not.toThrow();
      }),
    );
  });
});
