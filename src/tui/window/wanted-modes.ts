/** The state that the outer terminal should have: modes and colours of the program in front, mouse and title. */

import { isPassThrough } from '../../client/commands/key-table.ts';
import { shownName } from '../../client/terminal-names.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import { passesThrough } from '../model/derived/input-context.ts';
import { waitingElsewhere } from '../model/derived/queue.ts';
import { tabState } from '../model/derived/tab-state.ts';
import type { Model } from '../model/model.ts';
import { openUris } from '../model/panes/pane-layout.ts';
import { activeTab, activeView } from '../model/step.ts';
import type { ViewState } from '../model/view-state.ts';
import { imageProtocol } from '../outer/capabilities.ts';
import { type MirroredModes, type OuterColors, showsProgress } from '../outer/outer-modes.ts';
import type { OuterTerminal } from '../outer/outer-terminal.ts';
import type { Painter } from '../paint/painter.ts';
import { quietTitle, stripGlyphs } from '../view/tab-labels.ts';
import { calls, waitText } from '../view/tab-strip.ts';

/** Puts the outer terminal into the wanted state before a frame; writes only what differs. */
export function applyWantedModes(
  outer: OuterTerminal,
  painter: Painter,
  model: Model,
  viewState: ViewState,
): void {
  const { synchronized, ambiguousWide, kittyKeyboard } = model.outer;
  painter.learn({
    ...(synchronized === undefined ? {} : { synchronized }),
    ...(ambiguousWide === undefined ? {} : { ambiguousWide }),
    images: imageProtocol(model.outer),
    cell: model.outer.cell,
  });
  if (kittyKeyboard === true) outer.learnKitty();
  outer.setMouse(model.mouse);
  outer.mirror(mirroredModes(model, viewState));
  outer.setColors(frontColors(model, viewState));
  outer.setTitle(windowTitle(model, viewState.now));
  const { progress } = cottyMeta<TerminalMeta>(activeTab(model)?._meta);
  if (showsProgress(model.outer)) outer.setProgress(progress);
  if (model.outer.programStatus) outer.setStatus(model.tabs);
}

/** Returns the colours of cursor and selection that the program in front has set, while the whole body is its screen. */
function frontColors(model: Model, viewState: ViewState): OuterColors {
  const front = activeView(model);
  if (front === undefined || !isPassThrough(front.view.mode) || model.dialog !== undefined) return {};
  const dynamic = viewState.terminal(front.uri)?.colors?.dynamic;
  return { cursor: dynamic?.get(12), selection: dynamic?.get(17), selectedText: dynamic?.get(19) };
}

/** Returns the modes of the program that gets the keys; undefined while the window takes them itself. */
function mirroredModes(model: Model, viewState: ViewState): MirroredModes | undefined {
  const front = activeView(model);
  const terminal = front && viewState.terminal(front.uri);
  if (front === undefined || terminal === undefined || model.dialog !== undefined) return undefined;
  const { mode, editor } = front.view;
  const keysGoThere = isPassThrough(mode) || (mode === 'run' && passesThrough(editor, terminal));
  if (!keysGoThere) return undefined;
  const { mouse, ...modes } = terminal.modes;
  // In RUN the program does not get all keys, so it does not get the mouse either.
  return { ...modes, mouse: mode === 'run' ? 'none' : mouse };
}

// The title of the outer terminal's window, in the format of the setting.

/** Separates the parts of a format; an empty part is left out together with its separator. */
const BETWEEN = ' — ';

/** Before the title stands how many other terminals wait for the person, and the sign of the one in front if it calls. */
export function windowTitle(model: Model, now: number): string {
  const tab = activeTab(model);
  if (tab === undefined) return 'cotty';
  const meta = cottyMeta<TerminalMeta>(tab._meta);
  const parts = model.settings.windowTitle
    .split(BETWEEN)
    .map((part) =>
      part.replaceAll('{tab}', () => shownName(tab)).replaceAll('{title}', () => quietTitle(meta)),
    )
    .filter((part) => part.trim() !== '');
  if (parts.length === 0) return '';
  const waiting = waitText(waitingElsewhere(model, now));
  const state = tabState(model, tab, meta, openUris(model));
  const sign = calls({ state }) ? `${stripGlyphs(model)[state]} ` : '';
  return [...(waiting === '' ? [] : [waiting]), `${sign}${parts.join(BETWEEN)}`].join(BETWEEN);
}
