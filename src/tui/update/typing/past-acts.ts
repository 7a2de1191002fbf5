/** RUN's history: Up and Down through this terminal's commands and those the host knows, and the answers of the host. */

import { edit } from '../../editor/edit.ts';
import { type EditorState, EMPTY_EDITOR, editorText } from '../../editor/editor-state.ts';
import { isWalking, wantsOlder } from '../../editor/line-history.ts';
import { ownCommands, runColumns } from '../../model/derived/run-line.ts';
import type { Message } from '../../model/message.ts';
import type { Model } from '../../model/model.ts';
import type { Readings } from '../../model/readings.ts';
import { activeView, type Step, step, withView } from '../../model/step.ts';
import { argumentsFound } from './last-argument.ts';
import { suggestionFound } from './suggestions.ts';

/**
 * Walks through commands that begin with what is typed: those of this terminal, whoever typed them, then those of its folder,
 * then all others. The first come at once; the host is asked for the rest.
 */
export function historyMove(model: Model, readings: Readings, by: 'up' | 'down'): Step {
  const front = activeView(model);
  if (front === undefined) return step(model);
  const { editor } = front.view;
  const begun = isWalking(editor.history, editorText(editor))
    ? editor
    : edit(editor, {
        type: 'history',
        entries: ownCommands(readings.terminal(front.uri)),
        more: !model.pastOff,
      });
  return walked(model, front.uri, edit(begun, { type: by }, runColumns(model, readings)), by);
}

/** Asks for older commands before the walk has come to the end of those that are here. */
function walked(model: Model, uri: string, editor: EditorState, by: 'up' | 'down'): Step {
  const { history } = editor;
  const isWalk = history.position !== undefined || history.wanted > 0;
  if (by === 'down' || !isWalk || !wantsOlder(history)) return step(withView(model, uri, { editor }));
  const { prefix, received: skip } = history;
  return step(withView(model, uri, { editor: { ...editor, history: { ...history, asking: true } } }), {
    kind: 'askPast',
    uri,
    ask: { for: 'walk', prefix, skip },
  });
}

/** Takes the host's answer; `result` is undefined when the host has none to give. */
export function pastFound(
  model: Model,
  readings: Readings,
  { uri, ask, result }: Extract<Message, { kind: 'past' }>,
): Step {
  const view = model.views[uri];
  const known = result === undefined ? { ...model, pastOff: true } : model;
  if (view === undefined) return step(known);
  const lines = result?.lines ?? [];
  switch (ask.for) {
    case 'walk': {
      const { history } = view.editor;
      if (!history.asking || history.prefix !== ask.prefix || history.received !== ask.skip)
        return step(known);
      const entries = lines.map(({ line }) => line);
      const editor = edit(view.editor, { type: 'older', entries, more: result?.more ?? false });
      return step(withView(known, uri, { editor }));
    }
    case 'argument':
      return argumentsFound(known, uri, ask.index, lines);
    case 'suggestion':
      return suggestionFound(known, readings, uri, ask.prefix, lines[0]?.line);
    case 'search': {
      const { dialog } = known;
      if (dialog?.kind !== 'history' || editorText(dialog.editor) !== ask.words) return step(known);
      return step({ ...known, dialog: { ...dialog, found: lines } });
    }
  }
}

/** Opens the search through the commands of before, for what is typed already. */
export function searchPast(model: Model): Step {
  const text = editorText(activeView(model)?.view.editor ?? EMPTY_EDITOR);
  const editor = edit(EMPTY_EDITOR, { type: 'set', text });
  return searchedPast({ ...model, dialog: { kind: 'history', editor, selected: 0, found: [] } });
}

/** Asks the host for what the text of the search finds. */
export function searchedPast(model: Model): Step {
  const { dialog, active } = model;
  if (dialog?.kind !== 'history' || active === undefined || model.pastOff) return step(model);
  return step(model, {
    kind: 'askPast',
    uri: active,
    ask: { for: 'search', words: editorText(dialog.editor) },
  });
}
