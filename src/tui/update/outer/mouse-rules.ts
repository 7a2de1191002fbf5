/** Rules for the mouse: tabs, mode chip, blocks, text and wheel are ours; the rest goes to a program that asked for it. */

import type { Block } from '../../../client/blocks/block.ts';
import { isBrowsing } from '../../../client/commands/key-table.ts';
import { holderOf } from '../../../client/holder.ts';
import { bordersAt, paneAt } from '../../../client/panes/geometry.ts';
import { type BorderId, moveBorder, type Rect } from '../../../client/panes/pane-tree.ts';
import type { HeldBorder } from '../../../client/panes/split.ts';
import { withTree } from '../../../client/panes/split-changes.ts';
import type { BlocksView } from '../../blocks/block/block-view.ts';
import type { BodyLine, HeaderLine } from '../../blocks/block/body-line.ts';
import { isOnCopySign, portAddress, portAt } from '../../blocks/header/header-row.ts';
import { toggleFoldInPlace } from '../../blocks/list/browse.ts';
import { copyOutput } from '../../blocks/list/search.ts';
import { encodeMouse, isBytes } from '../../input/mouse.ts';
import type { MouseToken } from '../../input/token.ts';
import type { Drag, Model, TabView } from '../../model/model.ts';
import { isPeeked, isSideBySide, shownPanes, treeArea, withSplit } from '../../model/panes/pane-layout.ts';
import { activeTab, activeView, andThen, type Step, step, withView } from '../../model/step.ts';
import type { SeenBody, ViewState } from '../../model/view-state.ts';
import { layout } from '../../model/window-layout.ts';
import { mouseInHistory } from '../blocks/history-acts.ts';
import { scrollbarDragged, scrollbarPressed, wheel } from '../blocks/scroll-acts.ts';
import { openLinkAt } from '../blocks/select-acts.ts';
import { setMode, toggleRaw } from '../line/mode-switches.ts';
import { swapPanes } from '../terminals/pane-acts.ts';
import { runsElsewhere, send } from '../terminals/send.ts';
import { dragTab, openTabList } from '../terminals/tab-acts.ts';
import { fitPanes, openTerminal, select } from '../terminals/tabs.ts';
import { closeAt } from '../terminals/visit.ts';
import { nextWaiting } from '../waiting/queue-acts.ts';
import { dragMoved, dropSelection, pressed, released, wheelDragged } from './drag.ts';

export function mouseUsed(model: Model, viewState: ViewState, token: MouseToken): Step {
  if (model.dialog?.kind === 'historyPage') return mouseInHistory(model, viewState, token, model.dialog);
  if (model.dialog !== undefined) return step(model);
  if (model.drag !== undefined) return dragging(model, viewState, token, model.drag);
  if (model.heldTab !== undefined) return dragTab(model, viewState, token, model.heldTab);
  if (model.heldBorder !== undefined) return dragBorder(model, token, model.heldBorder);
  if (model.heldPane !== undefined) return dragPane(model, token, viewState);
  if (model.heldBar !== undefined) return draggingBar(model, viewState, token, model.heldBar);
  const { tabs, bar } = layout(model.size);
  if (token.y < tabs.y + tabs.height) return onTabs(model, viewState, token);
  if (token.y >= bar.y)
    return token.action === 'press' && token.x < CHIP_CELLS ? onChip(model, token) : step(model);
  return inBody(model, viewState, token);
}

function inBody(model: Model, viewState: ViewState, token: MouseToken): Step {
  const titled = token.action === 'press' ? viewState.titleAt(token.x, token.y) : undefined;
  if (titled !== undefined) return onTitle(model, token, titled);
  if (isSideBySide(model)) return amongPanes(model, viewState, token);
  // A click on the row of pane names, which is shown where a small window has room for one pane only.
  const { top } = shownPanes(model);
  if (top !== undefined && token.y === top.y && token.action === 'press') return step(model);
  return inPane(model, viewState, token);
}

function amongPanes(model: Model, viewState: ViewState, token: MouseToken): Step {
  const pane = paneAt(shownPanes(model).panes, token);
  const isHeld = token.button !== 'none' && (token.action === 'release' || token.action === 'move');
  // A drag that has left its pane is reported to the program as if it were at the edge of the pane.
  if (isHeld)
    return (
      toProgram(model, viewState, inside(token, viewState.bodyRect(model.active ?? ''))) ??
      inPane(model, viewState, token)
    );
  if (pane === undefined) return onBorder(model, token);
  if (pane.uri === model.active) return inPane(model, viewState, token);
  // The wheel scrolls what is under it; a click chooses the pane first.
  if (token.action === 'wheel') return asInFront(model, pane.uri, (next) => overPane(next, viewState, token));
  if (token.action !== 'press') return step(model);
  return andThen(select(model, pane.uri), (next) =>
    pane.folded ? step(next) : inPane(next, viewState, token),
  );
}

function inside(token: MouseToken, { x, y, width, height }: Rect): MouseToken {
  const clamped = (at: number, from: number, cells: number) => Math.max(from, Math.min(at, from + cells - 1));
  return { ...token, x: clamped(token.x, x, width), y: clamped(token.y, y, height) };
}

/** Handles the wheel over a pane that is not in front: its program gets it only if no other client holds the terminal. */
function overPane(model: Model, viewState: ViewState, token: MouseToken): Step {
  const tab = activeTab(model);
  const isOurs = tab !== undefined && holderOf(tab, model.me).kind === 'me' && !isPeeked(model, tab.resource);
  const program = isOurs ? toProgram(model, viewState, token) : undefined;
  return program ?? onWheel(model, viewState, token);
}

function inPane(model: Model, viewState: ViewState, token: MouseToken): Step {
  const isPress = token.action === 'press' && token.button === 'left';
  const scrolled = isPress ? scrollbarPressed(model, viewState, token) : undefined;
  if (scrolled !== undefined) return scrolled;
  const program = toProgram(model, viewState, token);
  if (program !== undefined) return program;
  if (token.action === 'wheel') return onWheel(model, viewState, token);
  if (!isPress) return step(model);
  if (token.ctrl) return openLinkAt(dropSelection(model), viewState, token);
  return pressed(model, viewState, token);
}

/** Cells at the left of the bar that count as the mode chip. */
const CHIP_CELLS = 8;
/** Cells at the left of a block's header that fold it. */
const FOLD_CELLS = 3;

function onTabs(model: Model, viewState: ViewState, token: MouseToken): Step {
  if (token.action !== 'press') return step(model);
  const item = viewState.tabAt(token.x);
  if (item === undefined) return step(model);
  if (item.kind === 'new') return openTerminal(model, viewState);
  if (item.kind === 'more') return openTabList(model);
  if (item.kind === 'count') return nextWaiting(model, viewState);
  const { uri } = item.tab;
  const closes = item.closeFrom !== undefined && token.x >= item.closeFrom;
  if (token.button === 'middle' || (closes && token.button === 'left')) return closeAt(model, viewState, uri);
  if (uri === model.visited?.uri) return step(model);
  return select(token.button === 'left' ? { ...model, heldTab: uri } : model, uri);
}

function onChip(model: Model, token: MouseToken): Step {
  const mode = activeView(model)?.view.mode;
  if (mode === 'lock') return setMode(model, 'run');
  return token.alt ? setMode(model, 'lock') : toggleRaw(model);
}

/** Sends the event in the program's own coordinates, if it asked for such events and its screen is under the mouse. */
function toProgram(model: Model, viewState: ViewState, token: MouseToken): Step | undefined {
  const front = activeView(model);
  const terminal = front && viewState.terminal(front.uri);
  if (front === undefined || terminal === undefined || runsElsewhere(model)) return undefined;
  const { mode } = front.view;
  // Alt and Shift keep the mouse for cotty, so that text can be selected; LOCK keeps nothing.
  if (mode !== 'lock' && (mode !== 'raw' || token.alt || token.shift)) return undefined;
  const index = liveRowAt(viewState, front.uri, token.y);
  if (index === undefined) return undefined;
  const pane = {
    left: viewState.bodyRect(front.uri).x - viewState.hiddenLeft(front.uri),
    top: token.y - terminal.liveTop - index,
    ...terminal.screen,
  };
  const encoded = encodeMouse(token, pane, terminal.modes);
  if (encoded !== undefined) return send(model, viewState, encoded, isBytes(encoded, terminal.modes));
  if (token.action !== 'wheel' || !terminal.fullScreen) return undefined;
  // A full-screen program without mouse gets arrow keys, as in other terminals (alternate scroll, DEC 1007).
  const arrow = `${terminal.modes.applicationCursorKeys ? '\x1bO' : '\x1b['}${token.button === 'wheelUp' ? 'A' : 'B'}`;
  return send(model, viewState, arrow.repeat(3));
}

/** Returns the row of the live part on a line of the window; the blank lines below it are rows of the screen, too. */
function liveRowAt(viewState: ViewState, uri: string, y: number): number | undefined {
  let up = 0;
  while (viewState.lineAt(uri, y - up)?.kind === 'blank') up += 1;
  const line = viewState.lineAt(uri, y - up);
  return line?.kind === 'live' ? line.index + up : undefined;
}

function onWheel(model: Model, viewState: ViewState, token: MouseToken): Step {
  if (token.button === 'wheelUp') return wheel(model, viewState, -1);
  return token.button === 'wheelDown' ? wheel(model, viewState, 1) : step(model);
}

/** While the button is down, moving selects; without a move it was a click. */
function dragging(model: Model, viewState: ViewState, token: MouseToken, drag: Drag): Step {
  if (token.action === 'wheel') return wheelDragged(model, viewState, token, drag);
  if (token.action === 'move' && token.button === 'left') return dragMoved(model, viewState, token, drag);
  // Any other event ends it: a release that the terminal did not report must not leave the button down for ever.
  const ended: Model = { ...model, drag: undefined };
  if (token.action !== 'release') return mouseUsed(ended, viewState, token);
  // Some terminals report no moves: where the button goes up counts as one.
  const last = dragMoved(model, viewState, token, drag).model;
  const end = last.drag ?? drag;
  return end.moved ? released(last, viewState, token, end) : clicked(ended, viewState, token);
}

/**
 * A click selects a block. On the copy sign of a header it copies the output; on the sign at the left, or on the note about
 * hidden lines, it folds or unfolds. It never scrolls: the row that was clicked stays where it is.
 */
function clicked(model: Model, viewState: ViewState, token: MouseToken): Step {
  const front = activeView(model);
  const line = front && viewState.lineAt(front.uri, token.y);
  const body = front && viewState.body(front.uri);
  if (front === undefined || line === undefined || body === undefined) return step(model);
  const { ascii, rules } = model.appearance;
  const x = token.x - viewState.bodyRect(front.uri).x;
  const port = portAt(line, x, { cols: body.cols, now: viewState.now, ascii, rules });
  if (port !== undefined) {
    return step(model, { kind: 'openLink', address: portAddress(port), uri: front.uri });
  }
  return 'block' in line && line.block.status.kind !== 'running'
    ? clickedBlock(model, front, line, body, x)
    : clickedElsewhere(model, front, line);
}

type Front = { readonly uri: string; readonly view: TabView };
type BlockLine = Extract<BodyLine, { readonly block: Block }>;

function clickedBlock(
  model: Model,
  { uri, view: { blocks } }: Front,
  line: BlockLine,
  body: SeenBody,
  x: number,
): Step {
  const { id } = line.block;
  const shown = (changed: BlocksView) => step(withView(model, uri, { blocks: changed }));
  if (opensFold(line, x)) return shown(toggleFoldInPlace(blocks, id, body));
  if (line.kind === 'header' && isOnCopySign(line.block, x, body.cols))
    return step(model, outputOf(line, body));
  return shown({ ...blocks, selected: id });
}

/** A click on live rows drops the selection of a block. */
function clickedElsewhere(model: Model, { uri, view: { mode, blocks } }: Front, line: BodyLine): Step {
  const keeps = line.kind === 'blank' || isBrowsing(mode) || blocks.selected === undefined;
  return step(keeps ? model : withView(model, uri, { blocks: { ...blocks, selected: undefined } }));
}

/** Whether a click there folds or unfolds: on the sign at the left of a header, and anywhere on what stands for hidden lines. */
function opensFold(line: BlockLine, x: number): boolean {
  if (line.kind === 'note') return line.isFold === true;
  return line.kind === 'header' && (x < FOLD_CELLS || (line.fold === 'closed' && !line.empty));
}

function outputOf({ block }: HeaderLine, body: SeenBody) {
  const { text, lines } = copyOutput(block, body.text);
  return { kind: 'copy', text, what: `output, ${lines} ${lines === 1 ? 'line' : 'lines'}` } as const;
}

/** The scrollbar goes with the mouse while the button is down, wherever the mouse is. */
function draggingBar(model: Model, viewState: ViewState, token: MouseToken, held: string): Step {
  if (token.action !== 'move' || token.button !== 'left') return step({ ...model, heldBar: undefined });
  return scrollbarDragged(model, viewState, token, held);
}

// Dragging borders between panes, several at once where they cross.

/** Takes hold of the borders under the mouse. */
function onBorder(model: Model, { action, button, x, y }: MouseToken): Step {
  if (action !== 'press' || button !== 'left') return step(model);
  const borders = bordersAt(shownPanes(model).borders, { x, y });
  return borders.length === 0 ? step(model) : step({ ...model, heldBorder: { borders } });
}

/** Moves the borders to the mouse; one that stops at the least size of a pane waits there for the mouse to come back. */
function dragBorder(model: Model, token: MouseToken, held: HeldBorder): Step {
  if (token.action !== 'move' || token.button !== 'left') return step({ ...model, heldBorder: undefined });
  const area = treeArea(model.size);
  let next = model;
  for (const { path, index, kind } of held.borders) {
    const now = shownPanes(next).borders.find((each) => isSame(each, { path, index }));
    if (now === undefined) continue;
    const by = kind === 'row' ? token.x - now.rect.x : token.y - now.rect.y;
    next = withSplit(next, (split) => withTree(split, (tree) => moveBorder(tree, now, by, area)));
  }
  return next === model ? step(model) : fitPanes(next);
}

function isSame(one: BorderId, other: BorderId): boolean {
  return one.index === other.index && one.path.join() === other.path.join();
}

// Titles of panes: a click selects, a drag takes the pane to the place of another one.

function onTitle(model: Model, { button }: MouseToken, uri: string): Step {
  if (button !== 'left') return step(model);
  const held = isSideBySide(model) ? { ...model, heldPane: uri } : model;
  return uri === model.active ? step(held) : select(held, uri);
}

/** At the release of the button the held pane is swapped with the pane under the mouse. */
function dragPane(model: Model, token: MouseToken, viewState: ViewState): Step {
  if (token.action === 'move' && token.button === 'left') return step(model);
  const { heldPane } = model;
  const free: Model = { ...model, heldPane: undefined };
  const there = viewState.titleAt(token.x, token.y) ?? paneAt(shownPanes(model).panes, token)?.uri;
  if (token.action !== 'release' || there === undefined || there === heldPane || heldPane !== model.active)
    return step(free);
  return swapPanes(free, viewState, there);
}

// Applies rules to a terminal that is in view, but not in front.

/** Applies a rule for the terminal in front to another one; it opens no dialog and says nothing. */
export function asInFront(model: Model, uri: string | undefined, rule: (model: Model) => Step): Step {
  if (uri === model.active) return rule(model);
  const { active, dialog, toast } = model;
  const done = rule({ ...model, active: uri });
  return { ...done, model: { ...done.model, active, dialog, toast } };
}
