/** Rules for the mouse: tabs, mode chip, blocks and wheel are ours; the rest goes to a program that asked for it. */

import type { BodyLine } from '../blocks/block/body-line.ts';
import { select as selectBlock, toggleFold } from '../blocks/list/browse.ts';
import { copyCommand, copyOutput } from '../blocks/list/copy.ts';
import { encodeMouse } from '../input/encode/encode-mouse.ts';
import type { MouseToken } from '../input/token.ts';
import type { Model } from '../model/model.ts';
import type { Readings, SeenBody } from '../model/readings.ts';
import { isDragged, type Selection, selectedText } from '../model/selection.ts';
import { activeView, type Step, step, withView } from '../model/step.ts';
import { layout } from '../model/window-layout.ts';
import { closeTab } from './tabs/closing.ts';
import { openNameDialog } from './tabs/name-dialog.ts';
import { select } from './tabs/tabs.ts';
import { browse } from './typing/block-acts.ts';
import { setMode, toggleRaw } from './typing/mode-switches.ts';
import { wheel } from './typing/scroll-acts.ts';
import { followAgain, runsElsewhere, send } from './typing/send.ts';

export function mouseUsed(model: Model, readings: Readings, token: MouseToken): Step {
  if (model.dialog !== undefined) return step(model);
  if (model.drag !== undefined) return dragging(model, readings, token, model.drag);
  const { tabs, bar } = layout(model.size);
  if (token.y < tabs.y + tabs.height) return onTabs(model, readings, token);
  if (token.y >= bar.y)
    return token.action === 'press' && token.x < CHIP_CELLS ? onChip(model, token) : step(model);
  const program = toProgram(model, readings, token);
  if (program !== undefined) return program;
  if (token.action === 'wheel') return onWheel(model, readings, token);
  if (token.action !== 'press' || token.button !== 'left') return step(model);
  const { x, y } = token;
  return step({ ...model, drag: { from: { x, y }, to: { x, y } } });
}

/** Cells at the left of the bar that count as the mode chip. */
const CHIP_CELLS = 8;
/** Cells at the left of a block's header that fold it; the others copy its command. */
const FOLD_CELLS = 3;

function onTabs(model: Model, readings: Readings, token: MouseToken): Step {
  if (token.action !== 'press') return step(model);
  const item = readings.tabAt(token.x);
  if (item === undefined) return step(model);
  if (item.kind === 'new') return openNameDialog(model, 'new');
  if (token.button === 'middle' && item.kind === 'tab') return closeTab(model, readings, item.tab.uri);
  return select(model, item.kind === 'tab' ? item.tab.uri : item.uri);
}

function onChip(model: Model, token: MouseToken): Step {
  const mode = activeView(model)?.view.mode;
  if (mode === 'lock') return setMode(model, 'run');
  return token.alt ? setMode(model, 'lock') : toggleRaw(model);
}

/** Sends the event in the program's own coordinates, if it asked for such events and its screen is under the mouse. */
function toProgram(model: Model, readings: Readings, token: MouseToken): Step | undefined {
  const front = activeView(model);
  const terminal = front && readings.terminal(front.uri);
  if (front === undefined || terminal === undefined || runsElsewhere(model)) return undefined;
  const { mode } = front.view;
  // Alt keeps the mouse for cotty, so that text can be selected; LOCK keeps nothing.
  if (mode !== 'lock' && (mode !== 'raw' || token.alt)) return undefined;
  const line = readings.lineAt(token.y);
  if (line?.kind !== 'live') return undefined;
  const pane = {
    left: -readings.hiddenLeft(),
    top: token.y - terminal.liveTop - line.index,
    ...terminal.screen,
  };
  const encoded = encodeMouse(token, pane, terminal.modes);
  if (encoded !== undefined) return send(model, readings, encoded);
  if (token.action !== 'wheel' || !terminal.fullScreen) return undefined;
  // A full-screen program without mouse gets arrow keys, as in other terminals (alternate scroll, DEC 1007).
  const arrow = `${terminal.modes.applicationCursorKeys ? '\x1bO' : '\x1b['}${token.button === 'wheelUp' ? 'A' : 'B'}`;
  return send(model, readings, arrow.repeat(3));
}

function onWheel(model: Model, readings: Readings, token: MouseToken): Step {
  if (token.button === 'wheelUp') return wheel(model, readings, -1);
  return token.button === 'wheelDown' ? wheel(model, readings, 1) : step(model);
}

/** While the button is down, moving selects and releasing copies the selection; without a move it was a click. */
function dragging(model: Model, readings: Readings, token: MouseToken, drag: Selection): Step {
  if (token.action === 'wheel') return step(model);
  const { body } = layout(model.size);
  const y = Math.max(body.y, Math.min(token.y, body.y + body.height - 1));
  const moved: Selection = { from: drag.from, to: { x: token.x, y } };
  if (token.action === 'move' && token.button === 'left') return step({ ...model, drag: moved });
  // Any other event ends it: a release that the terminal did not report must not leave the button down for ever.
  const ended: Model = { ...model, drag: undefined };
  if (token.action !== 'release') return mouseUsed(ended, readings, token);
  if (!isDragged(moved)) return onBody(ended, readings, token);
  const text = selectedText(readings.rows(), moved);
  if (text === '') return step(ended);
  const lines = text.split('\n').length;
  return step(ended, { kind: 'copy', text, what: `${lines} ${lines === 1 ? 'line' : 'lines'}` });
}

/** A click: a header copies its command, output copies itself, the sign at the left folds, live rows follow again. */
function onBody(model: Model, readings: Readings, token: MouseToken): Step {
  const front = activeView(model);
  const line = readings.lineAt(token.y);
  const body = front && readings.body(front.uri);
  if (front === undefined || line === undefined || body === undefined) return step(model);
  if (!('block' in line)) return line.kind === 'live' ? step(followAgain(model)) : step(model);
  const { uri, view } = front;
  const { id } = line.block;
  if (line.kind === 'header' && token.x < FOLD_CELLS) {
    return step(withView(model, uri, { blocks: toggleFold(view.blocks, id, body) }));
  }
  const chosen = withView(browse(model, readings).model, uri, { blocks: selectBlock(view.blocks, id, body) });
  return step(view.mode === 'browse' ? chosen : model, copyOf(line, body));
}

function copyOf(line: Extract<BodyLine, { block: unknown }>, body: SeenBody) {
  const ofCommand = line.kind === 'header' || line.kind === 'command';
  const { text, lines } = ofCommand ? copyCommand(line.block) : copyOutput(line.block, body.text);
  const what = `${ofCommand ? 'command' : 'output'}, ${lines} ${lines === 1 ? 'line' : 'lines'}`;
  return { kind: 'copy', text, what } as const;
}
