/** The mouse — tabs, mode word, blocks and wheel are ours; the rest goes to a program that asked for it. */

import type { BodyLine } from '../blocks/block/body-line.ts';
import { select as selectBlock, toggleFold } from '../blocks/list/browse.ts';
import { copyCommand, copyOutput } from '../blocks/list/copy.ts';
import { encodeMouse } from '../input/encode-mouse.ts';
import type { MouseToken } from '../input/token.ts';
import type { Model } from '../model/model.ts';
import { isDragged, type Selection, selectedText } from '../model/selection.ts';
import { activeView, type Look, type SeenBody, type Step, step, withView } from '../model/step.ts';
import { layout } from '../model/window-layout.ts';
import { openNameDialog } from './tabs/name-dialog.ts';
import { close, select } from './tabs/tabs.ts';
import { browse } from './typing/block-acts.ts';
import { setMode, toggleRaw } from './typing/mode-switches.ts';
import { followAgain, wheel } from './typing/scroll-acts.ts';
import { runsElsewhere, send } from './typing/typing.ts';

export function mouseUsed(model: Model, look: Look, token: MouseToken): Step {
  if (model.dialog !== undefined) return step(model);
  if (model.drag !== undefined) return dragging(model, look, token, model.drag);
  const { tabs, bar } = layout(model.size);
  if (token.y < tabs.y + tabs.height) return onTabs(model, look, token);
  if (token.y >= bar.y)
    return token.action === 'press' && token.x < MODE_CELLS ? onModeWord(model, token) : step(model);
  const program = toProgram(model, look, token);
  if (program !== undefined) return program;
  if (token.action === 'wheel') return onWheel(model, look, token);
  if (token.action !== 'press' || token.button !== 'left') return step(model);
  const { x, y } = token;
  return step({ ...model, drag: { from: { x, y }, to: { x, y } } });
}

/** Cells at the left of the bar that are the mode's word. */
const MODE_CELLS = 8;
/** Cells at the left of a block's header that fold it; the rest copies. */
const FOLD_CELLS = 3;

function onTabs(model: Model, look: Look, token: MouseToken): Step {
  if (token.action !== 'press') return step(model);
  const item = look.tabAt(token.x);
  if (item === undefined) return step(model);
  if (item.kind === 'new') return openNameDialog(model, 'new');
  const uri = item.kind === 'tab' ? item.tab.uri : item.uri;
  const chosen = select(model, uri);
  return token.button === 'middle' && item.kind === 'tab' ? close(chosen.model, look) : chosen;
}

function onModeWord(model: Model, token: MouseToken): Step {
  const mode = activeView(model)?.view.mode;
  if (mode === 'lock') return setMode(model, 'run');
  return token.alt ? setMode(model, 'lock') : toggleRaw(model);
}

/** The event in the program's own coordinates, when it asked for such events and the view shows its screen as it is. */
function toProgram(model: Model, look: Look, token: MouseToken): Step | undefined {
  const front = activeView(model);
  const facts = front && look.facts(front.uri);
  if (front === undefined || facts === undefined || token.alt || runsElsewhere(model)) return undefined;
  if (front.view.mode !== 'raw' && front.view.mode !== 'lock') return undefined;
  const line = look.lineAt(token.y);
  if (line?.kind !== 'live') return undefined;
  const y = facts.fullScreen ? line.index : facts.liveTop + line.index;
  const encoded = encodeMouse(token, { left: 0, top: token.y - y, ...facts.screen }, facts.modes);
  if (encoded !== undefined) return send(model, look, encoded);
  if (token.action !== 'wheel' || !facts.fullScreen) return undefined;
  // A full-screen program without mouse gets arrow keys, as terminals have it (alternate scroll, DEC 1007).
  const arrow = `${facts.modes.applicationCursorKeys ? '\x1bO' : '\x1b['}${token.button === 'wheelUp' ? 'A' : 'B'}`;
  return send(model, look, arrow.repeat(3));
}

function onWheel(model: Model, look: Look, token: MouseToken): Step {
  if (token.button === 'wheelUp') return wheel(model, look, -1);
  return token.button === 'wheelDown' ? wheel(model, look, 1) : step(model);
}

/** The button is down: moving chooses a stretch of the body, letting go copies it; without moving it was a click. */
function dragging(model: Model, look: Look, token: MouseToken, drag: Selection): Step {
  if (token.action === 'wheel') return step(model);
  const { body } = layout(model.size);
  const y = Math.max(body.y, Math.min(token.y, body.y + body.height - 1));
  const moved: Selection = { from: drag.from, to: { x: token.x, y } };
  if (token.action === 'move' && token.button === 'left') return step({ ...model, drag: moved });
  // Any other event ends it: a release that the terminal swallowed must not leave the button down for ever.
  const ended: Model = { ...model, drag: undefined };
  if (token.action !== 'release') return mouseUsed(ended, look, token);
  if (!isDragged(moved)) return onBody(ended, look, token);
  const text = selectedText(look.rows(), moved);
  if (text === '') return step(ended);
  const lines = text.split('\n').length;
  return step(ended, { kind: 'copy', text, what: `${lines} ${lines === 1 ? 'line' : 'lines'}` });
}

/** A header copies its command, output copies itself, the sign at the left folds; anywhere else follows again. */
function onBody(model: Model, look: Look, token: MouseToken): Step {
  const front = activeView(model);
  const line = look.lineAt(token.y);
  const body = front && look.body(front.uri);
  if (front === undefined || line === undefined || body === undefined) return step(model);
  if (!('block' in line)) return line.kind === 'live' ? step(followAgain(model)) : step(model);
  const { uri, view } = front;
  const { id } = line.block;
  if (line.kind === 'header' && token.x < FOLD_CELLS) {
    return step(withView(model, uri, { blocks: toggleFold(view.blocks, id, body) }));
  }
  const chosen = withView(browse(model, look).model, uri, { blocks: selectBlock(view.blocks, id, body) });
  return step(view.mode === 'browse' ? chosen : model, copyOf(line, body));
}

function copyOf(line: Extract<BodyLine, { block: unknown }>, body: SeenBody) {
  const ofCommand = line.kind === 'header' || line.kind === 'command';
  const { text, lines } = ofCommand ? copyCommand(line.block) : copyOutput(line.block, body.text);
  const what = `${ofCommand ? 'command' : 'output'}, ${lines} ${lines === 1 ? 'line' : 'lines'}`;
  return { kind: 'copy', text, what } as const;
}
