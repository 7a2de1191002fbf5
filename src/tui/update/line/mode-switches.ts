/** Switches between modes, by a key or automatically. */

import { isBrowsing, isPassThrough } from '../../../client/commands/key-table.ts';
import { programName, typedProgram } from '../../../protocol/cotty/program-name.ts';
import { edit } from '../../../screen/editor/edit.ts';
import { type EditorState, editorText } from '../../../screen/editor/editor-state.ts';
import { leaveBrowse } from '../../blocks/list/browse.ts';
import { toBottom } from '../../blocks/list/scroll.ts';
import { inputContext, isInShell, shellText } from '../../model/derived/input-context.ts';
import { joinedHints, keyOf } from '../../model/derived/key-of.ts';
import type { Mode, Model, TabView } from '../../model/model.ts';
import { activeView, type Step, step, withToast, withView } from '../../model/step.ts';
import type { SeenTerminal, ViewState } from '../../model/view-state.ts';
import { leaveVisit } from '../terminals/visit.ts';

export function setMode(model: Model, mode: Mode): Step {
  const front = activeView(model);
  if (front === undefined) return step(model);
  // A closed terminal takes no input: leaving BROWSE goes back to the tab from before.
  if (model.visited !== undefined && !isBrowsing(mode)) return leaveVisit(model, model.visited);
  const { view } = front;
  // Leaving BROWSE or SELECT scrolls to the end, where typed text appears.
  const left = isBrowsing(view.mode) && !isBrowsing(mode);
  const blocks = left ? toBottom(leaveBrowse(view.blocks)) : view.blocks;
  const quiet: Model = { ...model, toast: undefined };
  return step(
    withView(quiet, front.uri, {
      mode,
      autoRaw: false,
      droppedIn: false,
      editor: unmirrored(view),
      blocks,
      selection: undefined,
    }),
  );
}

export function toggleRaw(model: Model): Step {
  const front = activeView(model);
  return front === undefined ? step(model) : setMode(model, front.view.mode === 'raw' ? 'run' : 'raw');
}

/** Returns to an earlier mode, as after a reserved key that is meant for the program. In RAW, `autoRaw` follows the program. */
export function returnTo(model: Model, viewState: ViewState, mode: Mode): Model {
  const back = setMode(model, mode).model;
  if (!isPassThrough(mode)) return back;
  const front = activeView(back);
  const terminal = front && viewState.terminal(front.uri);
  const autoRaw = terminal !== undefined && terminal.running !== undefined && wantsKeys(terminal);
  return front === undefined ? back : withView(back, front.uri, { autoRaw });
}

/**
 * Follows a change of the terminal in front: enters RAW for programs that want every key, and leaves it when they end.
 * While RUN's line holds text, RAW is only offered.
 */
export function followProgram(model: Model, viewState: ViewState, before: SeenTerminal | undefined): Step {
  const front = activeView(model);
  if (front === undefined) return step(model);
  const { uri, view } = front;
  const now = viewState.terminal(uri);
  if (now === undefined) return step(model);
  const started = hasBegun(before, now);
  const { autoRaw, lockPrograms } = model.settings;
  const wants = (terminal: SeenTerminal) =>
    wantsKeys(terminal) || (autoRaw === 'always' && terminal.running !== undefined);
  const left = leftAgain(model, uri, now, { wants: wants(now), started });
  if (left !== undefined) return left;
  if (isInShell(view)) return step(withView(model, uri, { editor: mirrored(view, now) }));
  const began = wants(now) && (before === undefined || !wants(before));
  if (!began || isPassThrough(view.mode) || autoRaw === 'never') return step(model);
  const name = programName(now);
  if (
    [name, typedProgram(now)].some((program) => lockPrograms.includes(program)) &&
    editorText(view.editor) === ''
  ) {
    return step(withView(model, uri, { mode: 'lock', autoRaw: true, droppedIn: false }));
  }
  if (editorText(view.editor) !== '') {
    return step(withToast(model, wantsTheKeys(model, viewState, name), viewState.now));
  }
  const raw = withView(model, uri, { mode: 'raw', autoRaw: true, droppedIn: false });
  // The bar names mode, program and the key that returns.
  return step(now.echoOff ? withToast(raw, 'input is hidden and not recorded', viewState.now) : raw);
}

/** Whether a command has begun since `before`; it may have ended already. */
function hasBegun(before: SeenTerminal | undefined, now: SeenTerminal): boolean {
  if (before?.running === undefined && now.running !== undefined) return true;
  const newest = (terminal: SeenTerminal | undefined) =>
    terminal?.blocks.findLast(({ status }) => status.kind !== 'between')?.id;
  return before !== undefined && newest(before) !== newest(now);
}

type Following = { readonly wants: boolean; readonly started: boolean };

/** Leaves RAW that was entered automatically, or by Tab, and is no longer needed. */
function leftAgain(
  model: Model,
  uri: string,
  now: SeenTerminal,
  { wants, started }: Following,
): Step | undefined {
  const view = model.views[uri];
  if (view === undefined) return undefined;
  if (isEmptied(view, now)) return emptied(model, uri, view);
  const returns = view.autoRaw || (view.droppedIn && started);
  return returns && !wants ? back(model, uri, view) : undefined;
}

/** Returns RUN's line as the shell has it now, from which suggestions and searches begin. */
function mirrored(view: TabView, now: SeenTerminal): EditorState {
  const text = shellText(view, now) ?? '';
  return text === editorText(view.editor) ? view.editor : edit(view.editor, { type: 'set', text });
}

/** Returns the line of RUN without what only mirrors the line that the shell has. */
function unmirrored(view: TabView): EditorState {
  return isInShell(view) ? edit(view.editor, { type: 'set', text: '' }) : view.editor;
}

function emptied(model: Model, uri: string, view: TabView): Step {
  return step(withView(back(model, uri, view).model, uri, { shellLineDirty: false }));
}

/** Whether the line that Tab moved to the shell is gone there: deleted, so that its prompt is left, or given up. */
function isEmptied({ droppedIn, shellPrompt, deleting, givenUp, mode }: TabView, now: SeenTerminal): boolean {
  if (!droppedIn || mode !== 'raw' || now.running !== undefined) return false;
  const { before, atEnd } = now.cursorRow();
  // A shell that still looks for completions may take Ctrl+C for them alone.
  if (givenUp !== undefined && before !== givenUp) return true;
  return deleting && atEnd && before === shellPrompt;
}

function wantsTheKeys(model: Model, viewState: ViewState, name: string): string {
  const key =
    keyOf(model, 'run', 'mode.toggleRaw', inputContext(model, viewState)) ?? keyOf(model, 'run', 'mode.raw');
  return joinedHints('·', `${name} wants the keys`, key === undefined ? undefined : `${key} gives them`);
}

/** Whether two states of a terminal differ in what the choice of a mode depends on. */
export function concernsMode(before: SeenTerminal | undefined, now: SeenTerminal): boolean {
  return (
    before === undefined ||
    before.running?.since !== now.running?.since ||
    before.fullScreen !== now.fullScreen ||
    before.modes.mouse !== now.modes.mouse ||
    before.echoOff !== now.echoOff ||
    before.lineEditing !== now.lineEditing
  );
}

/** Whether a program takes every key: it fills the screen, asks for the mouse, or hides or edits what is typed itself. */
export function wantsKeys(terminal: SeenTerminal): boolean {
  return terminal.fullScreen || terminal.modes.mouse !== 'none' || terminal.echoOff || !terminal.lineEditing;
}

function back(model: Model, uri: string, view: TabView): Step {
  const mode: Mode = isPassThrough(view.mode) ? 'run' : view.mode;
  const quiet: Model = { ...model, toast: undefined };
  return step(withView(quiet, uri, { mode, autoRaw: false, droppedIn: false, editor: unmirrored(view) }));
}
