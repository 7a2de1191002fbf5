/** Editing commands on RUN's line; a dialog edits its own field. */

import { COMMAND_IDS, type CommandId } from '../../../client/commands/commands.ts';
import { edit, editOf } from '../../../screen/editor/edit.ts';
import { editorText } from '../../../screen/editor/editor-state.ts';
import {
  ACCEPTING,
  accepted,
  covers,
  goesOn,
  maySuggest,
  type Suggestion,
  suggestedRest,
} from '../../../screen/editor/recall.ts';
import { ownCommands, runColumns } from '../../model/derived/run-line.ts';
import type { Model } from '../../model/model.ts';
import { activeView, type Step, step, withView } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';

type EditId = Extract<CommandId, `edit.${string}`>;

type EditAct = (model: Model, viewState: ViewState) => Step;

export const EDIT_ACTS = Object.fromEntries(
  COMMAND_IDS.filter((id): id is EditId => id.startsWith('edit.')).map((id) => {
    const part = ACCEPTING[id];
    return [id, part === undefined ? editing(id) : accepting(id, part)];
  }),
) as Readonly<Record<EditId, EditAct>>;

/** Makes the act that accepts the suggestion behind the cursor; without one it edits. */
function accepting(id: EditId, part: 'all' | 'word'): EditAct {
  return (model, viewState) => accept(model, part) ?? editing(id)(model, viewState);
}

/** Makes the act that runs one of the editor's own commands on RUN's line. */
export function editing(id: CommandId): EditAct {
  return (model, viewState) => {
    const front = activeView(model);
    const command = editOf(id);
    if (front === undefined || command === undefined) return step(model);
    return step(
      withView(model, front.uri, { editor: edit(front.view.editor, command, runColumns(model, viewState)) }),
    );
  };
}

// The suggestion behind the cursor: the newest command that begins with what is typed. It comes from this
// terminal at once, else from the host; a key that follows the suggestion, or that follows a text without
// one, asks for nothing.

/** Looks for a suggestion when RUN's line has changed. */
export function followTyping(before: Model, viewState: ViewState, made: Step): Step {
  const { model } = made;
  const front = activeView(model);
  const earlier = front && before.views[front.uri]?.editor;
  if (front === undefined || front.view.editor === earlier) return made;
  const { editor } = front.view;
  const text = editorText(editor);
  // A line recalled from the history gets no suggestion until something is typed after it.
  const isRecalled = editor.history.position !== earlier?.history.position;
  if (!isRecalled && earlier !== undefined && editorText(earlier) === text) return made;
  const next = isRecalled ? chosen(model, front.uri, undefined) : suggest(model, viewState, front.uri, text);
  return { model: next.model, effects: [...made.effects, ...next.effects] };
}

function suggest(model: Model, viewState: ViewState, uri: string, text: string): Step {
  const known = model.views[uri]?.suggestion;
  if (!maySuggest(text) || !model.settings.suggestions) return chosen(model, uri, undefined);
  if (known !== undefined && covers(known, text)) return step(model);
  const own = ownCommands(viewState.terminal(uri)).findLast((line) => goesOn(line, text));
  if (own !== undefined || text.startsWith(' ')) return chosen(model, uri, { text, line: own });
  const asked = chosen(model, uri, { text, line: undefined });
  return model.historyOff
    ? asked
    : step(asked.model, { kind: 'askPast', uri, ask: { for: 'suggestion', prefix: text } });
}

/** Handles the host's suggestion for a text; more may have been typed since. */
export function suggestionFound(
  model: Model,
  viewState: ViewState,
  uri: string,
  text: string,
  line: string | undefined,
): Step {
  const view = model.views[uri];
  if (view?.suggestion?.text !== text || view.suggestion.line !== undefined) return step(model);
  const typed = editorText(view.editor);
  if (line === undefined || goesOn(line, typed)) return chosen(model, uri, { text, line });
  // The suggested line does not begin with what has been typed since: another one may.
  const stale = withView(model, uri, { suggestion: undefined });
  return typed === line ? step(stale) : suggest(stale, viewState, uri, typed);
}

/** Accepts the suggestion, all of it or its next word; undefined when none is shown behind the cursor. */
function accept(model: Model, part: 'all' | 'word'): Step | undefined {
  const front = activeView(model);
  if (front === undefined) return undefined;
  const { uri, view } = front;
  const rest = suggestedRest(view);
  return rest === '' ? undefined : step(withView(model, uri, { editor: accepted(view.editor, rest, part) }));
}

function chosen(model: Model, uri: string, suggestion: Suggestion | undefined): Step {
  return step(withView(model, uri, { suggestion }));
}
