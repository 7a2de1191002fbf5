/** What the bindings and hints of RUN depend on at this moment. */

import type { EditorState } from '../../editor/editor-state.ts';
import { editorText } from '../../editor/editor-state.ts';
import { IDLE, type InputContext } from '../../keys/conditions.ts';
import type { Model } from '../model.ts';
import type { Facts } from '../step.ts';
import { activeTab, activeView, type Look } from '../step.ts';
import { askerInFront } from './asking.ts';
import { holderOf } from './holder.ts';

export function inputContext(model: Model, look: Look): InputContext {
  const front = activeView(model);
  if (front === undefined) return IDLE;
  const running = look.facts(front.uri)?.running !== undefined;
  const { graphemes, cursor } = front.view.editor;
  return {
    empty: graphemes.length === 0,
    atStart: cursor === 0,
    atEnd: cursor === graphemes.length,
    running,
    asked: askerInFront(model) !== undefined,
    holder: holderIn(model),
  };
}

/** What nobody is there to hold is taken by the first key. */
function holderIn(model: Model): InputContext['holder'] {
  const tab = activeTab(model);
  const kind = tab === undefined ? 'me' : holderOf(tab, model.me).kind;
  return kind === 'gone' ? 'me' : kind;
}

/** RUN passes keys on while a program runs and nothing unsent stands in the editor. */
export function passesThrough(editor: EditorState, facts: Facts | undefined): boolean {
  return facts?.running !== undefined && editorText(editor) === '';
}
