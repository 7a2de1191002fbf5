/** Open questions — keys while a dialog has them, and what accepting each one does. */

import { edit } from '../editor/edit.ts';
import { editorText } from '../editor/editor-state.ts';
import { editOf } from '../editor/from-command.ts';
import type { KeyToken } from '../input/token.ts';
import { bindingFor } from '../keys/bindings/keymap.ts';
import type { CommandId } from '../keys/command-ids.ts';
import { IDLE } from '../keys/conditions.ts';
import { historyMatches, paletteMatches } from '../model/derived/choices.ts';
import type { ConfirmedAct, Dialog, Model } from '../model/model.ts';
import { isPage } from '../model/page.ts';
import { activeView, type Look, type Step, step, withToast, withView } from '../model/step.ts';
import { acceptPage, movePage, PAGE_ACTS } from './page-acts.ts';
import { acceptEndAll } from './tabs/end-all.ts';
import { leavePage } from './tabs/feed-acts.ts';
import { acceptName } from './tabs/name-dialog.ts';
import { searchFor } from './typing/block-acts.ts';
import { inEditor } from './typing/fill-editor.ts';
import { pasteToProgram, rerunLine, send } from './typing/typing.ts';

export function dialogKey(model: Model, look: Look, key: KeyToken): Step {
  const { dialog } = model;
  if (dialog === undefined) return step(model);
  const binding = bindingFor(model.keymap, isPage(dialog) ? 'page' : 'dialog', key.name, IDLE);
  if (binding !== undefined) return dialogCommand(model, look, dialog, binding.command);
  if (dialog.kind === 'takeOver' && key.name === 'w') return cancel(model);
  if (dialog.kind === 'confirm' && key.name === 'y') return accept(model, look);
  if (dialog.kind === 'confirm' && key.name === 'n') return cancel(model);
  if (key.text === undefined || !('editor' in dialog)) return step(model);
  return typed(model, look, dialog, edit(dialog.editor, { type: 'insert', text: key.text }));
}

/** A paste goes into the dialog's field, as one line. */
export function dialogPaste(model: Model, look: Look, text: string): Step {
  const { dialog } = model;
  if (dialog === undefined || !('editor' in dialog)) return step(model);
  const line = text.replaceAll(/\s+/g, ' ');
  return typed(model, look, dialog, edit(dialog.editor, { type: 'insert', text: line }));
}

export const DIALOG_ACTS = {
  'dialog.accept': accept,
  'dialog.cancel': cancel,
  'dialog.next': (model: Model, look: Look) => choose(model, look, 1),
  'dialog.previous': (model: Model, look: Look) => choose(model, look, -1),
};

function dialogCommand(model: Model, look: Look, dialog: Dialog, id: CommandId): Step {
  const editing = 'editor' in dialog ? editOf(id) : undefined;
  if (editing !== undefined && 'editor' in dialog) {
    return typed(model, look, dialog, edit(dialog.editor, editing));
  }
  if (id === 'scroll.pageDown') return choose(model, look, PAGE);
  if (id === 'scroll.pageUp') return choose(model, look, -PAGE);
  if (isPageCommand(id)) return PAGE_ACTS[id](model);
  return isDialogCommand(id) ? DIALOG_ACTS[id](model, look) : step(model);
}

function isDialogCommand(id: CommandId): id is keyof typeof DIALOG_ACTS {
  return Object.hasOwn(DIALOG_ACTS, id);
}

function isPageCommand(id: CommandId): id is keyof typeof PAGE_ACTS {
  return Object.hasOwn(PAGE_ACTS, id);
}

/** Entries a page key moves. */
const PAGE = 10;

type WithEditor = Extract<Dialog, { editor: unknown }>;

function typed(model: Model, look: Look, dialog: WithEditor, editor: WithEditor['editor']): Step {
  const changed: Dialog =
    dialog.kind === 'palette' || dialog.kind === 'history'
      ? { ...dialog, editor, selected: 0 }
      : { ...dialog, editor };
  const next: Model = { ...model, dialog: changed };
  return dialog.kind === 'search' ? searchFor(next, look, editorText(editor)) : step(next);
}

function choose(model: Model, look: Look, by: number): Step {
  const { dialog } = model;
  if (dialog !== undefined && isPage(dialog)) return movePage(model, dialog, by);
  if (dialog?.kind !== 'palette' && dialog?.kind !== 'history') return step(model);
  const count =
    dialog.kind === 'palette' ? paletteMatches(model, look).length : historyMatches(model, look).length;
  const selected = Math.max(0, Math.min(count - 1, dialog.selected + by));
  return step({ ...model, dialog: { ...dialog, selected } });
}

function cancel(model: Model): Step {
  return step(leavePage(model));
}

function accept(model: Model, look: Look): Step {
  const { dialog } = model;
  const closed: Model = { ...model, dialog: undefined };
  switch (dialog?.kind) {
    case undefined:
    case 'search':
      return step(closed);
    case 'help':
    case 'feed':
    case 'agents':
      return acceptPage(model, look, dialog);
    case 'endAll':
      return acceptEndAll(model, look);
    case 'name':
      return acceptName(model, look);
    case 'palette': {
      const choice = paletteMatches(model, look)[dialog.selected];
      return choice === undefined ? step(closed) : step(closed, { kind: 'run', command: choice.command });
    }
    case 'history': {
      const line = historyMatches(model, look)[dialog.selected];
      return line === undefined ? step(closed) : step(inEditor(closed, line));
    }
    case 'confirm':
      return confirmed(closed, look, dialog.yes);
    case 'takeOver':
      return takeOverAndSend(closed, look, dialog);
  }
}

/** Claim, size, then the keys that waited: refused together if the claim is refused. */
function takeOverAndSend(
  model: Model,
  look: Look,
  { holderId, holderName, kept, fromEditor }: Extract<Dialog, { kind: 'takeOver' }>,
): Step {
  const front = activeView(model);
  if (front === undefined) return step(model);
  const { uri, view } = front;
  const next = fromEditor
    ? withView(model, uri, { editor: edit(view.editor, { type: 'submit', remember: true }) })
    : model;
  const said = `yours now · b in BROWSE hands it back to ${holderName}`;
  return step(
    holderName.startsWith('@') ? withToast(next, said, look.now) : next,
    { kind: 'claim', uri, takeOverFrom: holderId },
    { kind: 'fit', uri },
    { kind: 'input', uri, data: kept },
  );
}

function confirmed(model: Model, look: Look, act: ConfirmedAct): Step {
  switch (act.kind) {
    case 'paste':
      return pasteToProgram(model, look, act.text);
    case 'eof':
      return send(model, look, '\x04');
    case 'rerun':
      return rerunLine(model, look, act.commandLine);
  }
}
