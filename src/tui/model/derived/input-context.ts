/** The conditions that bindings and hints of RUN depend on. */

import { holderOf } from '../../../client/holder.ts';
import type { EditorState } from '../../editor/editor-state.ts';
import { editorText } from '../../editor/editor-state.ts';
import { IDLE, type InputContext } from '../../keys/conditions.ts';
import { hasViKeys } from '../edit-keys.ts';
import type { Dialog, Model } from '../model.ts';
import { isPeeked, splitOf } from '../panes/pane-layout.ts';
import type { Readings, TerminalReading } from '../readings.ts';
import { activeTab, activeView } from '../step.ts';
import { askerInFront } from './asking.ts';

export function inputContext(model: Model, readings: Readings): InputContext {
  const front = activeView(model);
  if (front === undefined) return IDLE;
  const terminal = readings.terminal(front.uri);
  const { graphemes, cursor } = front.view.editor;
  return {
    empty: graphemes.length === 0,
    atStart: cursor === 0,
    atEnd: cursor === graphemes.length,
    running: terminal?.running !== undefined,
    fullScreen: terminal?.fullScreen ?? false,
    selected: front.view.selection?.shape !== undefined,
    asked: askerInFront(model) !== undefined,
    viKeys: hasViKeys(model),
    holder: holderIn(model),
    sideBySide: splitOf(model, front.uri) !== undefined,
    closed: model.visited !== undefined,
  };
}

/** Counts a terminal whose holder is gone, or that another window of the person has, as held here: the first key takes it. */
function holderIn(model: Model): InputContext['holder'] {
  const tab = activeTab(model);
  if (isPeeked(model, tab?.resource)) return 'nobody';
  const kind = tab === undefined ? 'me' : holderOf(tab, model.me).kind;
  return kind === 'gone' || kind === 'mine' ? 'me' : kind;
}

/** Whether RUN passes keys to the program: while one runs and the editor is empty. */
export function passesThrough(editor: EditorState, terminal: TerminalReading | undefined): boolean {
  return terminal?.running !== undefined && editorText(editor) === '';
}

/** The conditions that bindings of a dialog depend on. */
export function dialogContext({ kind }: Dialog): InputContext {
  if (kind === 'confirm') return { ...IDLE, asks: 'yesOrNo' };
  return kind === 'takeOver' ? { ...IDLE, asks: 'takeOver' } : IDLE;
}
