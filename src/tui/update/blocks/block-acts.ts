/** Commands of BROWSE on the finished blocks of the terminal in front. */

import type { Block } from '../../../client/blocks/block.ts';
import { shownBlocks } from '../../../client/blocks/block-filter.ts';
import { isShortened } from '../../../client/blocks/output-pieces.ts';
import { recordedRun, seqOf, whyNoLine, whyNoNote } from '../../../client/blocks/recorded-run.ts';
import { isBrowsing } from '../../../client/commands/key-table.ts';
import { isFiltering, readFilter } from '../../../protocol/cotty/filter/command-filter.ts';
import { MAX_NOTE } from '../../../protocol/terminal/annotation.ts';
import { edit } from '../../../screen/editor/edit.ts';
import { EMPTY_EDITOR, editorText } from '../../../screen/editor/editor-state.ts';
import type { BlocksView } from '../../blocks/block/block-view.ts';
import { portAddress } from '../../blocks/header/header-row.ts';
import {
  enterBrowse,
  filterBy,
  foldAll,
  openAll,
  selectedBlock,
  toggleFold,
  toggleOnlyFailed,
  type Walk,
  walk,
} from '../../blocks/list/browse.ts';
import { type Copy, copyBoth, copyCommand, copyOutput } from '../../blocks/list/search.ts';
import { resumedHistory } from '../../model/derived/history-page.ts';
import { joinedHints, keyHint } from '../../model/derived/key-of.ts';
import type { Mode, Model } from '../../model/model.ts';
import { activeView, andThen, type Step, step, withToast, withView } from '../../model/step.ts';
import type { SeenBody, ViewState } from '../../model/view-state.ts';
import { fillLine } from '../line/run-line.ts';
import { machineInFront } from '../terminals/tabs.ts';
import { runAgain } from './rerun.ts';
import { searchOn } from './search-acts.ts';

const copyingCommand = copying('command', (block) => copyCommand(block));

export const BLOCK_ACTS = {
  'block.next': walking('next'),
  'block.previous': walking('previous'),
  'block.nextFailed': walking('nextFailed'),
  'block.previousFailed': walking('previousFailed'),
  'block.nextMarked': walking('nextMarked'),
  'block.previousMarked': walking('previousMarked'),
  'block.bookmark': toggleBookmark,
  'block.note': openNote,
  'block.first': walking('first'),
  'block.last': walking('last'),
  'block.toggleFold': onSelected((view, block, body) => toggleFold(view, block.id, body)),
  'block.foldAll': changing(foldAll),
  'block.unfoldAll': changing(openAll),
  'block.onlyFailed': changing(toggleOnlyFailed),
  'block.filter': openFilter,
  'block.search': openSearch,
  'block.searchNext': (model: Model, viewState: ViewState) => searchOn(model, viewState, 'down'),
  'block.searchPrevious': (model: Model, viewState: ViewState) => searchOn(model, viewState, 'up'),
  'block.copyOutput': copying('output', (block, body) => copyOutput(block, body.text)),
  'block.copyCommand': (model: Model, viewState: ViewState) => {
    const block = chosenBlock(model, viewState);
    const why = block && whyNoLine(block);
    return why === undefined ? copyingCommand(model, viewState) : said(model, viewState, why);
  },
  'block.copyBoth': copying('command and output', (block, body) => copyBoth(block, body.text)),
  'block.rerun': (model: Model, viewState: ViewState) => rerun(model, viewState, false),
  'block.edit': (model: Model, viewState: ViewState) => {
    const block = chosenBlock(model, viewState);
    if (block === undefined) return nothingChosen(model, viewState);
    const why = whyNoLine(block);
    return why === undefined ? step(fillLine(model, block.commandLine)) : said(model, viewState, why);
  },
  'block.openLink': openLink,
  'block.openPager': (model: Model, viewState: ViewState) => {
    const found = chosen(model, viewState);
    if (found === undefined) return nothingChosen(model, viewState);
    const { uri, block, body } = found;
    const held = () => `${body.text.lines(block.part).join('\n')}\n`;
    const seq = seqOf(block);
    return seq !== undefined && isShortened(block.part)
      ? step(model, { kind: 'pageOutput', uri, seq, held })
      : step(model, { kind: 'page', text: held() });
  },
};

/** The command of the chosen block, for a change of its note or bookmark; otherwise the reason why it can have none. */
function annotatable(model: Model, viewState: ViewState): Annotatable | string {
  const found = chosen(model, viewState);
  if (found === undefined) return 'no finished command is selected';
  const { uri, block } = found;
  const seq = seqOf(block);
  return whyNoNote(block) ?? { uri, block, seq: seq ?? 0 };
}

type Annotatable = { readonly uri: string; readonly block: Block; readonly seq: number };

function toggleBookmark(model: Model, viewState: ViewState): Step {
  const found = annotatable(model, viewState);
  if (typeof found === 'string') return said(model, viewState, found);
  const { uri, block, seq } = found;
  const change = { bookmarked: block.bookmarked !== true };
  return step(model, { kind: 'annotate', uri, seq, commandId: block.id, change });
}

/** Opens the field for the note, with the one that is there as its text. */
function openNote(model: Model, viewState: ViewState): Step {
  const found = annotatable(model, viewState);
  if (typeof found === 'string') return said(model, viewState, found);
  const { uri, block, seq } = found;
  const editor = edit(EMPTY_EDITOR, { type: 'set', text: block.note?.text ?? '' });
  const { id: commandId, commandLine } = block;
  return step({ ...model, dialog: { kind: 'note', uri, seq, commandId, commandLine, editor } });
}

/** Gives the command the note that was typed; the dialog stays if it is too long. */
export function acceptNote(model: Model, viewState: ViewState): Step {
  const { dialog } = model;
  if (dialog?.kind !== 'note') return step(model);
  const { uri, seq, commandId, editor, over } = dialog;
  const note = editorText(editor).trim();
  if (note.length > MAX_NOTE)
    return said(model, viewState, `the note is ${note.length} characters long; at most ${MAX_NOTE} fit`);
  const back = { ...model, dialog: over && resumedHistory(over) };
  return step(back, { kind: 'annotate', uri, seq, commandId, change: { note } });
}

/** Enters BROWSE with the newest block selected. */
export function browse(model: Model, viewState: ViewState): Step {
  const front = activeView(model);
  const body = front && viewState.body(front.uri);
  if (front === undefined || body === undefined) return step(model);
  const blocks = enterBrowse(front.view.blocks, body);
  return step(withView(model, front.uri, { mode: 'browse', autoRaw: false, droppedIn: false, blocks }));
}

/** Opens the search; out of BROWSE and SELECT it goes to BROWSE, where the keys for the next match are. */
function openSearch(model: Model, viewState: ViewState): Step {
  const mode = activeView(model)?.view.mode;
  if (mode === undefined) return step(model);
  const there = isBrowsing(mode) ? step(model) : browse(model, viewState);
  return andThen(there, (next) =>
    step({ ...next, dialog: { kind: 'search', uri: next.active ?? '', editor: EMPTY_EDITOR } }),
  );
}

/** Opens the input field of the filter, with the current filter as its text. */
function openFilter(model: Model, viewState: ViewState): Step {
  const there = activeView(model)?.view.mode === 'browse' ? step(model) : browse(model, viewState);
  return andThen(there, (next) => {
    const words = activeView(next)?.view.blocks.filter?.words ?? '';
    const editor = edit(EMPTY_EDITOR, { type: 'set', text: words });
    return step({ ...next, dialog: { kind: 'filter', uri: next.active ?? '', editor, wrong: undefined } });
  });
}

/** Applies the filter that is typed in the field; the dialog shows what is wrong with it. */
export function filterFor(model: Model, viewState: ViewState, words: string): Step {
  const front = activeView(model);
  const body = front && viewState.body(front.uri);
  const { dialog, me, around } = model;
  if (front === undefined || body === undefined) return step(model);
  const { text, filter, wrong } = readFilter(words, { now: viewState.now, home: around.home, me: me.writer });
  const isOff = text === '' && !isFiltering(filter);
  const blocks = filterBy(front.view.blocks, isOff ? undefined : { words, text, filter }, body);
  const told = dialog?.kind === 'filter' ? { ...model, dialog: { ...dialog, wrong } } : model;
  return step(withView(told, front.uri, { blocks }));
}

/** Runs the command of the block again. `shows`: both runs are compared when it has ended. */
export function rerun(model: Model, viewState: ViewState, shows: boolean): Step {
  const block = chosenBlock(model, viewState);
  if (block === undefined) return nothingChosen(model, viewState);
  const why = whyNoLine(block);
  if (why !== undefined) return said(model, viewState, why);
  const { commandLine } = block;
  return runAgain(model, viewState, { commandLine, of: recordedRun(model.active ?? '', block), shows });
}

/** Asks before a link is opened: its text may name another address than the one it leads to. */
function openLink(model: Model, viewState: ViewState): Step {
  const found = chosen(model, viewState);
  const links = found === undefined ? [] : found.body.text.links(found.block.part);
  const match = found?.view.blocks.search?.current;
  const here = match?.block === found?.block.id ? links.find(({ line }) => line === match?.line) : undefined;
  const link = here ?? links[0] ?? portLink(model, viewState);
  if (link === undefined && found === undefined) return nothingChosen(model, viewState);
  if (link === undefined || model.active === undefined)
    return step(withToast(model, 'no link in this output', viewState.now));
  const count =
    links.length <= 1
      ? ''
      : ` (${joinedHints('·', `one of ${links.length} links`, keyHint(model, 'browse', 'block.search', 'finds another'))})`;
  const { machine } = machineInFront(model);
  const of = machine === undefined ? '' : ` of ${machine}`;
  const question = `Open ${link.address}${of}?${count}`;
  return step({
    ...model,
    dialog: {
      kind: 'confirm',
      question,
      yes: { kind: 'openLink', address: link.address, uri: model.active },
    },
  });
}

/** If the selected output has no link, the address of the server that runs in the terminal is opened. */
function portLink({ active }: Model, viewState: ViewState): { readonly address: string } | undefined {
  const body = active === undefined ? undefined : viewState.body(active);
  const port = body?.port ?? body?.ports?.[0]?.port;
  return port === undefined ? undefined : { address: portAddress(port) };
}

function walking(by: Walk) {
  return changing((view, body) => walk(view, by, body));
}

function changing(change: (view: BlocksView, body: SeenBody) => BlocksView) {
  return (model: Model, viewState: ViewState): Step => {
    const front = activeView(model);
    const body = front && viewState.body(front.uri);
    if (front === undefined || body === undefined) return step(model);
    return step(withView(model, front.uri, { blocks: change(front.view.blocks, body) }));
  };
}

function onSelected(change: (view: BlocksView, block: Block, body: SeenBody) => BlocksView) {
  return (model: Model, viewState: ViewState): Step => {
    const found = chosen(model, viewState);
    if (found === undefined) return nothingChosen(model, viewState);
    const { uri, view, block, body } = found;
    return step(withView(model, uri, { blocks: change(view.blocks, block, body) }));
  };
}

function copying(what: string, make: (block: Block, body: SeenBody) => Copy) {
  return (model: Model, viewState: ViewState): Step => {
    const found = chosen(model, viewState);
    if (found === undefined) return nothingChosen(model, viewState);
    const { text, lines } = make(found.block, found.body);
    return step(model, { kind: 'copy', text, what: `${what}, ${lines} ${lines === 1 ? 'line' : 'lines'}` });
  };
}

function chosen(model: Model, viewState: ViewState) {
  const front = activeView(model);
  const body = front && viewState.body(front.uri);
  if (front === undefined || body === undefined) return undefined;
  const block = selectedBlock(front.view.blocks, body.blocks) ?? newestOutside(front.view.mode, body);
  return block && { ...front, body, block };
}

/** Outside of BROWSE no block is selected: a command of the palette then applies to the newest one. */
function newestOutside(mode: Mode, { blocks }: SeenBody): Block | undefined {
  return mode === 'browse' ? undefined : shownBlocks(blocks, undefined).at(-1);
}

export function chosenBlock(model: Model, viewState: ViewState): Block | undefined {
  return chosen(model, viewState)?.block;
}

export function nothingChosen(model: Model, viewState: ViewState): Step {
  return said(model, viewState, 'no finished command is selected');
}

export function said(model: Model, viewState: ViewState, why: string): Step {
  return step(withToast(model, why, viewState.now));
}
