/** Opening and scrolling a terminal with ten thousand blocks, beside one with ten: the ratio is what matters. */

import { bench, describe } from 'vitest';
import { blocksOf } from '../../src/client/blocks/block.ts';
import { emptyBlocksView } from '../../src/tui/blocks/block/block-view.ts';
import type { BodyInput } from '../../src/tui/blocks/block/body-line.ts';
import { planBody } from '../../src/tui/blocks/list/plan.ts';
import { scrollBy, toTop } from '../../src/tui/blocks/list/scroll.ts';
import { nextMatch, search } from '../../src/tui/blocks/list/search.ts';
import { OutputCache } from '../../src/tui/blocks/output/output-cache.ts';
import { command, commands, ME, numbered, stateOf } from '../tui/blocks/sample.ts';

const OUTPUT = `\x1b[32mPASS\x1b[0m one\r\n${numbered(12)}`;
const content = (count: number) => commands(Array.from({ length: count }, () => OUTPUT));

function bodyWith(count: number): BodyInput {
  return {
    blocks: blocksOf(stateOf(content(count)), ME),
    live: { rows: 2 },
    view: emptyBlocksView(),
    cols: 120,
    height: 48,
    output: new OutputCache(),
  };
}

for (const count of [10, 10_000]) {
  describe(`${count} blocks`, () => {
    const parts = content(count);
    const input = bodyWith(count);
    let scrolling = { ...input, view: toTop(input.view, input) };
    let turn = 0;

    bench('first frame, everything unknown', () => {
      planBody({ ...input, output: new OutputCache() });
    });
    bench('next frame', () => {
      planBody(input);
    });
    bench('a wheel notch and its frame', () => {
      const view = scrollBy(scrolling.view, 3, scrolling);
      scrolling = { ...scrolling, view: view.anchor.kind === 'bottom' ? toTop(view, scrolling) : view };
      planBody(scrolling);
    });
    bench('a finished command', () => {
      blocksOf(stateOf([...parts, command({ commandId: `new ${turn++}` })]), ME);
    });
  });
}

describe('search', () => {
  const { blocks, output } = bodyWith(10_000);
  const text = output as OutputCache;
  bench('a slice of 200 blocks', () => {
    nextMatch(search({ blocks, query: 'not there', text, direction: 'up' }), 200);
  });
});

describe('an output of 256 KiB', () => {
  const part = command({ output: numbered(12_000, 'a rather long line'), meta: { cols: 120 } });
  bench('its tail', () => {
    new OutputCache().lastRows(part, 8, 120);
  });
  bench('all of it', () => {
    new OutputCache().size(part, 120);
  });
});
