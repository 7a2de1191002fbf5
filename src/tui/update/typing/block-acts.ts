/** Commands of BROWSE on the finished blocks of the terminal in front. */

import type { Block } from '../../blocks/block/block.ts';
import { shownBlocks } from '../../blocks/block/block-filter.ts';
import type { BlocksView, Match } from '../../blocks/block/block-view.ts';
import {
  enterBrowse,
  foldAll,
  goToMatch,
  openAll,
  selectedBlock,
  toggleFold,
  toggleOnlyFailed,
  type Walk,
  walk,
} from '../../blocks/list/browse.ts';
import { type Copy, copyBoth, copyCommand, copyOutput } from '../../blocks/list/copy.ts';
import { nextMatch, search } from '../../blocks/list/search.ts';
import { EMPTY_EDITOR } from '../../editor/editor-state.ts';
import type { Model } from '../../model/model.ts';
import type { Readings, SeenBody } from '../../model/readings.ts';
import { activeView, type Step, step, withToast, withView } from '../../model/step.ts';
import { fillLine, rerunLine } from './run-line.ts';

/** Blocks one search step reads before it gives up and says so: a key takes at most a frame or two. */
const SEARCH_BLOCKS = 500;

export const BLOCK_ACTS = {
  'block.next': walking('next'),
  'block.previous': walking('previous'),
  'block.nextFailed': walking('nextFailed'),
  'block.previousFailed': walking('previousFailed'),
  'block.first': walking('first'),
  'block.last': walking('last'),
  'block.toggleFold': onSelected((view, block, body) => toggleFold(view, block.id, body)),
  'block.foldAll': changing(foldAll),
  'block.unfoldAll': changing(openAll),
  'block.onlyFailed': changing(toggleOnlyFailed),
  'block.search': (model: Model) => {
    const front = activeView(model);
    return front === undefined
      ? step(model)
      : step({ ...model, dialog: { kind: 'search', editor: EMPTY_EDITOR } });
  },
  'block.searchNext': (model: Model, readings: Readings) => searchOn(model, readings, 'down'),
  'block.searchPrevious': (model: Model, readings: Readings) => searchOn(model, readings, 'up'),
  'block.copyOutput': copying('output', (block, body) => copyOutput(block, body.text)),
  'block.copyCommand': copying('command', (block) => copyCommand(block)),
  'block.copyBoth': copying('command and output', (block, body) => copyBoth(block, body.text)),
  'block.rerun': rerun,
  'block.edit': (model: Model, readings: Readings) => {
    const block = chosenBlock(model, readings);
    return block === undefined ? nothingChosen(model, readings) : step(fillLine(model, block.commandLine));
  },
  'block.openPager': (model: Model, readings: Readings) => {
    const found = chosen(model, readings);
    if (found === undefined) return nothingChosen(model, readings);
    return step(model, { kind: 'page', text: `${found.body.text.lines(found.block.part).join('\n')}\n` });
  },
};

/** Enters BROWSE with the newest block selected. */
export function browse(model: Model, readings: Readings): Step {
  const front = activeView(model);
  const body = front && readings.body(front.uri);
  if (front === undefined || body === undefined) return step(model);
  const blocks = enterBrowse(front.view.blocks, body);
  return step(withView(model, front.uri, { mode: 'browse', autoRaw: false, droppedIn: false, blocks }));
}

/** Searches for the text in the field: goes to the nearest match upwards from the end. */
export function searchFor(model: Model, readings: Readings, query: string): Step {
  const front = activeView(model);
  if (front === undefined) return step(model);
  const { uri, view } = front;
  if (query === '') return step(withView(model, uri, { blocks: { ...view.blocks, search: undefined } }));
  const fresh = withView(model, uri, { blocks: { ...view.blocks, search: { query, current: undefined } } });
  return searchOn(fresh, readings, 'up');
}

function searchOn(model: Model, readings: Readings, direction: 'up' | 'down'): Step {
  const front = activeView(model);
  const body = front && readings.body(front.uri);
  const sought = front?.view.blocks.search;
  if (front === undefined || body === undefined) return step(model);
  if (sought === undefined) return step(withToast(model, 'no search yet: / starts one', readings.now));
  const { match, ended } = nextMatch(matches(front.view.blocks, body, direction), SEARCH_BLOCKS);
  if (match === undefined) {
    const said = ended
      ? `“${sought.query}” is not found`
      : `“${sought.query}” is not found in the next ${SEARCH_BLOCKS} blocks`;
    return step(withToast(model, said, readings.now, 'bad'));
  }
  return step(
    withView(model, front.uri, { blocks: goToMatch(front.view.blocks, sought.query, match, body) }),
  );
}

function matches(
  view: BlocksView,
  body: SeenBody,
  direction: 'up' | 'down',
): Generator<Match | undefined, void> {
  const blocks = shownBlocks(body.blocks, view.onlyFailed);
  const { query = '', current } = view.search ?? {};
  return search({ blocks, query, text: body.text, from: current, direction });
}

function rerun(model: Model, readings: Readings): Step {
  const block = chosenBlock(model, readings);
  if (block === undefined) return nothingChosen(model, readings);
  if (block.writer.kind === 'other') {
    const question = `Run again what ${block.writer.label} ran?  ${firstLine(block.commandLine)}`;
    return step({
      ...model,
      dialog: { kind: 'confirm', question, yes: { kind: 'rerun', commandLine: block.commandLine } },
    });
  }
  return rerunLine(model, readings, block.commandLine);
}

function walking(by: Walk) {
  return changing((view, body) => walk(view, by, body));
}

function changing(change: (view: BlocksView, body: SeenBody) => BlocksView) {
  return (model: Model, readings: Readings): Step => {
    const front = activeView(model);
    const body = front && readings.body(front.uri);
    if (front === undefined || body === undefined) return step(model);
    return step(withView(model, front.uri, { blocks: change(front.view.blocks, body) }));
  };
}

function onSelected(change: (view: BlocksView, block: Block, body: SeenBody) => BlocksView) {
  return (model: Model, readings: Readings): Step => {
    const found = chosen(model, readings);
    if (found === undefined) return nothingChosen(model, readings);
    const { uri, view, block, body } = found;
    return step(withView(model, uri, { blocks: change(view.blocks, block, body) }));
  };
}

function copying(what: string, make: (block: Block, body: SeenBody) => Copy) {
  return (model: Model, readings: Readings): Step => {
    const found = chosen(model, readings);
    if (found === undefined) return nothingChosen(model, readings);
    const { text, lines } = make(found.block, found.body);
    return step(model, { kind: 'copy', text, what: `${what}, ${lines} ${lines === 1 ? 'line' : 'lines'}` });
  };
}

function chosen(model: Model, readings: Readings) {
  const front = activeView(model);
  const body = front && readings.body(front.uri);
  if (front === undefined || body === undefined) return undefined;
  const block = selectedBlock(front.view.blocks, body.blocks);
  return block && { ...front, body, block };
}

function chosenBlock(model: Model, readings: Readings): Block | undefined {
  return chosen(model, readings)?.block;
}

function nothingChosen(model: Model, readings: Readings): Step {
  return step(withToast(model, 'no finished command is selected', readings.now));
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
