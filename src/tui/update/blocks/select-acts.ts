/** Commands of SELECT: a cursor moves over blocks and live rows, and selects lines, characters or a rectangle. */

import { hostOf, namesAddress } from '../../../protocol/common/link-text.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { CommandMeta } from '../../../protocol/terminal/command-meta.ts';
import type { BodyInput } from '../../blocks/block/body-line.ts';
import { selectedBlock } from '../../blocks/list/browse.ts';
import { hold, pageBy, pageLines, placeOfMatch, revealPlace } from '../../blocks/list/scroll.ts';
import { LIVE } from '../../blocks/list/search.ts';
import { type BodyText, bodyText, cellAt, logicalLine } from '../../blocks/select/body-text.ts';
import { type FoundLink, linkAt } from '../../blocks/select/link-at.ts';
import { type Move, movedPoint, pointAbove } from '../../blocks/select/move.ts';
import {
  comparePlaces,
  type Point,
  type SelectedText,
  type Shape,
  selectedText,
  type TextSelection,
} from '../../blocks/select/selection.ts';
import { inputContext } from '../../model/derived/input-context.ts';
import { keyOf } from '../../model/derived/key-of.ts';
import type { Model, TabView } from '../../model/model.ts';
import { activeView, andThen, type Step, step, withToast, withView } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';
import { returnTo, wantsKeys } from '../line/mode-switches.ts';

export const SELECT_ACTS = {
  'select.start': start,
  'select.lines': shaping('lines'),
  'select.characters': shaping('chars'),
  'select.rectangle': shaping('rectangle'),
  'select.otherEnd': (model: Model, viewState: ViewState) =>
    changing(model, viewState, ({ shape, from, to }) => ({ shape, from: to, to: from })),
  'select.left': moving('left'),
  'select.right': moving('right'),
  'select.up': moving('up'),
  'select.down': moving('down'),
  'select.wordNext': moving('wordNext'),
  'select.wordPrevious': moving('wordPrevious'),
  'select.wordEnd': moving('wordEnd'),
  'select.rowStart': moving('rowStart'),
  'select.textStart': moving('textStart'),
  'select.rowEnd': moving('rowEnd'),
  'select.first': moving('first'),
  'select.last': moving('last'),
  'select.viewTop': moving('viewTop'),
  'select.viewMiddle': moving('viewMiddle'),
  'select.viewBottom': moving('viewBottom'),
  'select.pageUp': paging(-1),
  'select.pageDown': paging(1),
  'select.halfPageUp': paging(-0.5),
  'select.halfPageDown': paging(0.5),
  'select.copy': (model: Model, viewState: ViewState): Step =>
    andThen(copySelection(model, viewState), (copied) => step(leaveSelect(copied, viewState))),
  'select.openLink': (model: Model, viewState: ViewState): Step => {
    const point = activeView(model)?.view.selection?.to;
    return point === undefined ? step(model) : openLinkAtPoint(model, viewState, point);
  },
  'select.clear': (model: Model, viewState: ViewState): Step =>
    activeView(model)?.view.selection?.shape === undefined
      ? step(leaveSelect(model, viewState))
      : changing(model, viewState, ({ to }) => ({ shape: undefined, from: to, to })),
  'select.leave': (model: Model, viewState: ViewState): Step => step(leaveSelect(model, viewState)),
};

/** Goes to SELECT with nothing selected, as tmux goes to its copy mode: leaving it returns to RUN or RAW. */
function start(model: Model, viewState: ViewState): Step {
  const front = activeView(model);
  const body = front && viewState.body(front.uri);
  if (front === undefined || body === undefined || front.view.mode === 'select') return step(model);
  const { uri, view } = front;
  const blocks = hold(view.blocks, body);
  const input = { ...body, view: blocks };
  const text = bodyText(input);
  const bottom = { ...text.placeOf(text.bottom), x: 0 };
  const { wordCharacters } = model.settings;
  const at =
    view.mode === 'browse'
      ? startPoint(model, viewState, input)
      : movedPoint(text, bottom, 'viewBottom', wordCharacters);
  const begun = withView(model, uri, {
    mode: 'select',
    autoRaw: false,
    droppedIn: false,
    copyFrom: copyFromOf(view),
    blocks,
    selection: { shape: undefined, from: at, to: at },
  });
  return changing(begun, viewState, (selection) => selection);
}

function copyFromOf({ mode, autoRaw }: TabView): TabView['copyFrom'] {
  if (mode === 'run') return 'run';
  if (mode !== 'raw') return undefined;
  return autoRaw ? 'program' : 'raw';
}

/** Begins a selection of a shape at the cursor; the same key again drops it, another one changes its shape. */
function shaping(shape: Shape) {
  return (model: Model, viewState: ViewState): Step => {
    const front = activeView(model);
    const body = front && viewState.body(front.uri);
    if (front === undefined || body === undefined) return step(model);
    const { uri, view } = front;
    if (view.mode === 'select') return changing(model, viewState, (selection) => reshaped(selection, shape));
    const blocks = hold(view.blocks, body);
    const at = startPoint(model, viewState, { ...body, view: blocks });
    const begun = withView(model, uri, {
      mode: 'select',
      autoRaw: false,
      droppedIn: false,
      copyFrom: undefined,
      blocks,
      selection: { shape, from: at, to: at },
    });
    return changing(begun, viewState, (selection) => selection);
  };
}

function reshaped({ shape: before, from, to }: TextSelection, shape: Shape): TextSelection {
  if (before === shape) return { shape: undefined, from: to, to };
  // Characters begin where the cursor is: lines were selected only to get there.
  return before === undefined || shape === 'chars' ? { shape, from: to, to } : { shape, from, to };
}

function moving(move: Move) {
  return (model: Model, viewState: ViewState): Step =>
    changing(model, viewState, (selection, text) =>
      extended(selection, movedPoint(text, selection.to, move, model.settings.wordCharacters)),
    );
}

/** Scrolls by pages as tmux does: the cursor stays in its row of the view, as far as there are rows. */
function paging(pages: number) {
  return (model: Model, viewState: ViewState): Step => {
    const front = activeView(model);
    const body = front && viewState.body(front.uri);
    if (front === undefined || body === undefined) return step(model);
    const blocks = pageBy(front.view.blocks, pages, body);
    return changing(withView(model, front.uri, { blocks }), viewState, (selection, text) =>
      extended(selection, pointAbove(text, selection.to, -pageLines(pages, body))),
    );
  };
}

function extended({ shape, from }: TextSelection, to: Point): TextSelection {
  return shape === undefined ? { shape, from: to, to } : { shape, from, to };
}

type Change = (selection: TextSelection, text: ReturnType<typeof bodyText>) => TextSelection;

/** Changes the selection and scrolls its cursor into view. */
function changing(model: Model, viewState: ViewState, change: Change): Step {
  const front = activeView(model);
  const body = front && viewState.body(front.uri);
  const selection = front?.view.selection;
  if (front === undefined || body === undefined || selection === undefined) return step(model);
  const { uri, view } = front;
  const text = bodyText({ ...body, view: view.blocks });
  const next = change(selection, text);
  const blocks = hold(revealPlace(view.blocks, next.to, body), body);
  return step(withView(model, uri, { blocks, selection: next }));
}

/** Drops the selection; from SELECT it goes back to BROWSE, or to where the copy mode began. */
function leaveSelect(model: Model, viewState: ViewState): Model {
  const front = activeView(model);
  if (front === undefined) return model;
  const { mode, copyFrom } = front.view;
  if (mode !== 'select') return withView(model, front.uri, { selection: undefined });
  const left = withView(model, front.uri, { mode: 'browse', selection: undefined, copyFrom: undefined });
  if (copyFrom === undefined) return left;
  const terminal = viewState.terminal(front.uri);
  const isOver = copyFrom === 'program' && (terminal === undefined || !wantsKeys(terminal));
  return returnTo(left, viewState, copyFrom === 'run' || isOver ? 'run' : 'raw');
}

/** Start of the cursor of SELECT: the match of the search, the block that BROWSE has selected, or the live end. */
function startPoint(model: Model, viewState: ViewState, input: BodyInput): Point {
  const { view, live, blocks } = input;
  const text = bodyText(input);
  const match = view.search?.current;
  if (match !== undefined) return { ...placeOfMatch(match, input), x: 0 };
  const busy = viewState.terminal(model.active ?? '')?.running !== undefined || live.screen !== undefined;
  const selected = selectedBlock(view, blocks);
  const isNewest =
    selected === undefined || selected.id === blocks.findLast(({ status }) => status.kind !== 'running')?.id;
  if (busy && isNewest) return { block: LIVE, line: Math.min(live.cursor ?? 0, live.rows - 1), x: 0 };
  if (selected === undefined) return { ...text.placeOf(text.top), x: 0 };
  // The first line of its output, or the first of it in view.
  const first = text.placeOf(text.step(text.positionOf({ block: selected.id, line: 0 }), 1) ?? text.top);
  return { ...(first.block === selected.id ? inView(text, first) : { block: selected.id, line: 0 }), x: 0 };
}

function inView(text: BodyText, first: { readonly block: string; readonly line: number }) {
  const top = text.placeOf(text.top);
  const isAbove = comparePlaces(first, top, text.positionOf) < 0;
  return isAbove && top.block === first.block ? { ...top, line: top.line + 1 } : first;
}

// Copies a selection, or only describes it.

/** Copies the selected text of the tab in front; nothing happens where none is selected. */
export function copySelection(model: Model, viewState: ViewState): Step {
  const chosen = chosenText(model, viewState);
  if (chosen === undefined) return step(model);
  return step(model, { kind: 'copy', text: chosen.text, what: measured(chosen) });
}

/** Shows a toast with the size of the selection and the key that copies it. */
export function noteSelection(model: Model, viewState: ViewState): Step {
  const chosen = chosenText(model, viewState);
  const mode = activeView(model)?.view.mode ?? 'run';
  const key = keyOf(model, mode, 'select.copy', inputContext(model, viewState));
  if (chosen === undefined || key === undefined) return step(model);
  return step(withToast(model, `${measured(chosen)} selected · ${key} copies`, viewState.now));
}

/** Returns the model in which the selection keeps its text as it is now. */
export function takenText(model: Model, viewState: ViewState): Model {
  const front = activeView(model);
  const selection = front?.view.selection;
  if (front === undefined || selection === undefined) return model;
  return withView(model, front.uri, { selection: { ...selection, taken: chosenText(model, viewState) } });
}

function chosenText(model: Model, viewState: ViewState): SelectedText | undefined {
  const front = activeView(model);
  const body = front && viewState.body(front.uri);
  const selection = front?.view.selection;
  if (front === undefined || body === undefined || selection?.shape === undefined) return undefined;
  if (selection.taken !== undefined) return selection.taken;
  const chosen = selectedText(bodyText({ ...body, view: front.view.blocks }), selection);
  return chosen.text === '' ? undefined : chosen;
}

function measured({ text, lines }: SelectedText): string {
  if (lines > 1) return `${lines.toLocaleString('en')} lines`;
  return text.length > 24 || text.includes(' ') ? '1 line' : `“${text}”`;
}

/** Opens what is under the mouse: a hyperlink, an address, or a file at a line. */
export function openLinkAt(
  model: Model,
  viewState: ViewState,
  cell: { readonly x: number; readonly y: number },
): Step {
  const { active } = model;
  const point = active === undefined ? undefined : viewState.pointAt(active, cell.x, cell.y);
  return point === undefined ? step(model) : openLinkAtPoint(model, viewState, point);
}

function openLinkAtPoint(model: Model, viewState: ViewState, point: Point): Step {
  const front = activeView(model);
  const body = front && viewState.body(front.uri);
  if (front === undefined || body === undefined) return step(model);
  const text = bodyText({ ...body, view: front.view.blocks });
  const position = text.positionOf(point);
  const line = logicalLine(text, position);
  const link = linkAt(line, cellAt(line, position, point.x));
  if (link === undefined) return step(withToast(model, 'no link here', viewState.now));
  if (link.kind === 'address') return openAddress(model, front.uri, link);
  const { path, line: row, column } = link;
  return step(model, {
    kind: 'openFile',
    path,
    line: row,
    column,
    cwd: folderOf(viewState, front.uri, point),
  });
}

/** Opens an address; asks first if the text of the link does not name it, since programs can print misleading links. */
function openAddress(
  model: Model,
  uri: string,
  { address, text = address }: Extract<FoundLink, { kind: 'address' }>,
): Step {
  if (namesAddress(text, address)) return step(model, { kind: 'openLink', address, uri });
  const host = hostOf(address);
  const question = `${host === undefined ? '' : `This link leads to ${host}.\n`}Open ${address}?`;
  return step({ ...model, dialog: { kind: 'confirm', question, yes: { kind: 'openLink', address, uri } } });
}

/** Returns the folder (URI) that relative file names refer to: that of the command, or of the shell. */
function folderOf(viewState: ViewState, uri: string, { block }: Point): string | undefined {
  const found = viewState.body(uri)?.blocks.findLast(({ id }) => id === block);
  const own = found && cottyMeta<CommandMeta>(found.part._meta).cwd;
  return own ?? viewState.terminal(uri)?.cwd;
}

// In SELECT a search moves the cursor to its match.

/** Returns the model with the cursor at the current match, if that is another one than before. */
export function cursorToMatch(before: Model, model: Model, viewState: ViewState): Model {
  const front = activeView(model);
  const match = front?.view.blocks.search?.current;
  const selection = front?.view.selection;
  if (front === undefined || match === undefined || selection === undefined) return model;
  if (front.view.mode !== 'select' || before.views[front.uri]?.blocks.search?.current === match) return model;
  const body = viewState.body(front.uri);
  if (body === undefined) return model;
  const blocks = hold(front.view.blocks, body);
  const to = { ...placeOfMatch(match, { ...body, view: blocks }), x: 0 };
  return withView(model, front.uri, { blocks, selection: extended(selection, to) });
}
