/** Rules for dialogs: keys and pastes while one is open, and what accepting each of them does. */

import type { CommandId } from '../../../client/commands/commands.ts';
import { bindingFor } from '../../../client/commands/keymap.ts';
import { KILL_LINE } from '../../../protocol/terminal/shell-line.ts';
import { edit, editOf } from '../../../screen/editor/edit.ts';
import { editorText } from '../../../screen/editor/editor-state.ts';
import { escapeAndKey, isEscapePrefixed } from '../../input/encode-key.ts';
import type { KeyToken, Token } from '../../input/token.ts';
import {
  foundHits,
  historyMatches,
  machineMatches,
  paletteMatches,
  tabMatches,
  themeMatches,
} from '../../model/derived/choices.ts';
import { resumedHistory } from '../../model/derived/history-page.ts';
import { blocksAsked, dialogContext, isInShell } from '../../model/derived/input-context.ts';
import { joinedHints, keyHint } from '../../model/derived/key-of.ts';
import {
  type ConfirmedAct,
  type Dialog,
  type HistoryPage,
  isPage,
  type Model,
  tableOf,
} from '../../model/model.ts';
import { activeView, andThen, type Step, step, withToast, withView } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';
import { acceptNote, filterFor } from '../blocks/block-acts.ts';
import { COMPARE_ACTS } from '../blocks/compare-acts.ts';
import { acceptExport, moveInExport } from '../blocks/export-acts.ts';
import { acceptFound, FIND_ACTS, found, openFind } from '../blocks/find-acts.ts';
import {
  acceptHistory,
  HISTORY_ACTS,
  historyRows,
  isHistoryCommand,
  moveInHistory,
  searched,
} from '../blocks/history-acts.ts';
import { moveInReplay, REPLAY_ACTS } from '../blocks/replay-acts.ts';
import { rerunNow } from '../blocks/rerun.ts';
import { searchFor } from '../blocks/search-acts.ts';
import { searchedHistory } from '../line/input-acts.ts';
import { fillLine, submitted } from '../line/run-line.ts';
import { acceptEndAll, closeAllNow, closeNow } from '../terminals/closing.ts';
import { acceptMachine, answerMachine } from '../terminals/machine-acts.ts';
import { acceptName } from '../terminals/name-dialog.ts';
import { acceptJoin, closeMarked, filterRows, paneNumber } from '../terminals/pane-acts.ts';
import { send, sendPaste } from '../terminals/send.ts';
import { acceptTab } from '../terminals/tab-acts.ts';
import { runTmuxLine } from '../terminals/verb-acts.ts';
import { leaveVisit } from '../terminals/visit.ts';
import { leavePage } from '../waiting/feed-acts.ts';
import { acceptPage, isScrolled, movePage, PAGE_ACTS, pageRows } from '../waiting/page-acts.ts';
import {
  acceptQuestion,
  acceptReply,
  cancelQuestion,
  cancelReply,
  moveInQuestion,
  QUESTION_ACTS,
  questionKey,
} from '../waiting/question-acts.ts';
import { QUEUE_ACTS } from '../waiting/queue-acts.ts';
import { acceptTheme } from './config-rules.ts';
import { noticeKey } from './dialog-subject.ts';

export function dialogKey(model: Model, viewState: ViewState, key: KeyToken): Step {
  const { dialog } = model;
  if (dialog === undefined) return step(model);
  const ended = anyKey(model, viewState, dialog, key);
  if (ended !== undefined) return ended;
  const table = tableOf(dialog);
  const binding = bindingFor(model.keymap, table, key.name, dialogContext(dialog));
  // A key that was meant for the question before.
  const isHeld = dialog.kind === 'question' && viewState.now < (dialog.heldUntil ?? 0);
  if (isHeld && binding?.command !== 'dialog.cancel') return step(model);
  const chosen = questionKey(model, key);
  if (chosen !== undefined) return chosen;
  if (dialog.kind === 'gone') {
    const closes = binding?.command === 'dialog.accept' || binding?.command === 'dialog.cancel';
    return noticeKey(model, viewState, dialog, closes);
  }
  if (binding !== undefined) return dialogCommand(model, viewState, dialog, binding.command);
  if (key.text === undefined || !('editor' in dialog) || table !== 'dialog') return step(model);
  return typed(model, viewState, dialog, edit(dialog.editor, { type: 'insert', text: key.text }));
}

/** Handles a key in dialogs that any key ends; undefined in all others. */
function anyKey(model: Model, viewState: ViewState, dialog: Dialog, key: KeyToken): Step | undefined {
  if (dialog.kind === 'panes') return paneNumber(model, key);
  if (dialog.kind === 'clock') return step({ ...model, dialog: undefined });
  if (dialog.kind !== 'confirm' || !dialog.onlyY) return undefined;
  return /^y$/i.test(key.text ?? '') ? accept(model, viewState) : cancel(model);
}

/**
 * Splits a key that was read with an ESC before it into Escape and the key, if a dialog is open in which Alt with that key does
 * nothing: a slow line delivers both keys in one read. Returns any other token as it is.
 */
export function asTyped(model: Model, viewState: ViewState, token: Token): readonly Token[] {
  if (model.dialog === undefined || token.kind !== 'key' || !isEscapePrefixed(token.raw)) return [token];
  // Every key that does not answer this question goes on to the terminal.
  if (blocksAsked(model) !== undefined) return [token];
  const done = dialogKey(model, viewState, token);
  return done.model === model && done.effects.length === 0 ? escapeAndKey(token) : [token];
}

/** Pastes into the dialog's field, as one line. */
export function dialogPaste(model: Model, viewState: ViewState, text: string): Step {
  const { dialog } = model;
  if (dialog === undefined || !('editor' in dialog)) return step(model);
  const line = text.replaceAll(/\s+/g, ' ');
  return typed(model, viewState, dialog, edit(dialog.editor, { type: 'insert', text: line }));
}

export const DIALOG_ACTS = {
  'dialog.accept': accept,
  'dialog.cancel': cancel,
  'dialog.next': (model: Model, viewState: ViewState) => choose(model, viewState, 1),
  'dialog.previous': (model: Model, viewState: ViewState) => choose(model, viewState, -1),
  'dialog.switch': (model: Model, viewState: ViewState): Step => {
    const { dialog } = model;
    if (dialog?.kind === 'history') return accept(model, viewState);
    if (dialog?.kind !== 'historyPage') return choose(model, viewState, 1);
    return step({ ...model, dialog: { ...dialog, inList: !dialog.inList } });
  },
};

/** By how many pages a command scrolls. */
const PAGES: Readonly<Partial<Record<CommandId, number>>> = {
  'scroll.pageUp': -1,
  'scroll.pageDown': 1,
  'scroll.halfPageUp': -0.5,
  'scroll.halfPageDown': 0.5,
};

function dialogCommand(model: Model, viewState: ViewState, dialog: Dialog, id: CommandId): Step {
  const editing = 'editor' in dialog ? editOf(id) : undefined;
  if (editing !== undefined && 'editor' in dialog) {
    return typed(model, viewState, dialog, edit(dialog.editor, editing));
  }
  const pages = PAGES[id];
  if (pages !== undefined) return choose(model, viewState, Math.round(pages * pageOf(model, dialog)));
  if (id === 'scroll.top') return choose(model, viewState, Number.NEGATIVE_INFINITY);
  if (id === 'scroll.bottom') return choose(model, viewState, Number.POSITIVE_INFINITY);
  if (id === 'find.scope') return FIND_ACTS[id](model, viewState);
  if (id === 'queue.snooze') return QUEUE_ACTS[id](model, viewState);
  if (isQuestionCommand(id)) return QUESTION_ACTS[id](model, viewState);
  if (isHistoryCommand(id)) return historyCommand(model, viewState, dialog, id);
  if (isCompareCommand(id)) return COMPARE_ACTS[id](model, viewState);
  if (isReplayCommand(id)) return REPLAY_ACTS[id](model, viewState);
  if (isPageCommand(id)) return PAGE_ACTS[id](model);
  return isDialogCommand(id) ? DIALOG_ACTS[id](model, viewState) : step(model);
}

/** The history opens from a page, and from the search for a command line. */
function historyCommand(
  model: Model,
  viewState: ViewState,
  dialog: Dialog,
  id: keyof typeof HISTORY_ACTS,
): Step {
  const leads = isPage(dialog) || dialog.kind === 'history' || dialog.kind === 'historyPage';
  return leads ? HISTORY_ACTS[id](model, viewState) : step(model);
}

function isDialogCommand(id: CommandId): id is keyof typeof DIALOG_ACTS {
  return Object.hasOwn(DIALOG_ACTS, id);
}

function isQuestionCommand(id: CommandId): id is keyof typeof QUESTION_ACTS {
  return Object.hasOwn(QUESTION_ACTS, id);
}

function isCompareCommand(id: CommandId): id is keyof typeof COMPARE_ACTS {
  return Object.hasOwn(COMPARE_ACTS, id);
}

function isReplayCommand(id: CommandId): id is keyof typeof REPLAY_ACTS {
  return Object.hasOwn(REPLAY_ACTS, id);
}

function isPageCommand(id: CommandId): id is keyof typeof PAGE_ACTS {
  return Object.hasOwn(PAGE_ACTS, id);
}

/** Number of recent commands, which the palette lists first. */
const RECENT = 5;

/** Entries by which a page key moves in a list. */
const PAGE = 10;

/** Returns by how many entries or lines a page key moves. */
function pageOf(model: Model, dialog: Dialog): number {
  if (dialog.kind === 'historyPage') return historyRows(model);
  return isScrolled(dialog) ? pageRows(model, dialog) : PAGE;
}

type WithEditor = Extract<Dialog, { editor: unknown }>;

function typed(model: Model, viewState: ViewState, dialog: WithEditor, editor: WithEditor['editor']): Step {
  const changed: Dialog =
    dialog.kind === 'palette' ||
    dialog.kind === 'history' ||
    dialog.kind === 'tabs' ||
    dialog.kind === 'machines' ||
    dialog.kind === 'themes'
      ? { ...dialog, editor, selected: 0 }
      : dialog.kind === 'helpSearch'
        ? { ...dialog, editor, scroll: 0 }
        : { ...dialog, editor };
  const next: Model = { ...model, dialog: changed };
  if (dialog.kind === 'history') return searchedHistory(next, viewState);
  if (dialog.kind === 'historyPage') return searched(model, viewState, { ...dialog, editor });
  if (dialog.kind === 'find') return found(model, viewState, { ...dialog, editor });
  if (dialog.kind === 'rows') return filterRows(next, editorText(editor));
  if (dialog.kind === 'filter') return filterFor(next, viewState, editorText(editor));
  return dialog.kind === 'search' ? searchFor(next, viewState, editorText(editor)) : step(next);
}

function choose(model: Model, viewState: ViewState, by: number): Step {
  const { dialog } = model;
  if (dialog !== undefined && isScrolled(dialog)) return movePage(model, viewState, dialog, by);
  if (dialog?.kind === 'replay') return moveInReplay(model, viewState, by);
  if (dialog?.kind === 'historyPage') return moveInHistory(model, dialog, by);
  if (dialog?.kind === 'question') return moveInQuestion(model, dialog, by);
  if (dialog?.kind === 'export') return moveInExport(model, dialog, by);
  // Down in the field of the search opens the list of its matches.
  if (dialog?.kind === 'search') return by > 0 ? openFind(model, viewState, false) : step(model);
  if (!isList(dialog)) return step(model);
  const count = countOf(model, viewState, dialog);
  // The list of lines grows upwards: older ones are above.
  const further = dialog.kind === 'history' ? -by : by;
  const selected = Math.max(0, Math.min(count - 1, dialog.selected + further));
  return step({ ...model, dialog: { ...dialog, selected } });
}

const LISTS = ['palette', 'history', 'find', 'tabs', 'machines', 'themes'] as const;
type ListDialog = Extract<Dialog, { kind: (typeof LISTS)[number] }>;

function isList(dialog: Dialog | undefined): dialog is ListDialog {
  return LISTS.some((kind) => kind === dialog?.kind);
}

function countOf(model: Model, viewState: ViewState, dialog: ListDialog): number {
  if (dialog.kind === 'find') return foundHits(dialog.found).length;
  if (dialog.kind === 'tabs') return tabMatches(model).length;
  if (dialog.kind === 'machines') return machineMatches(model).length;
  if (dialog.kind === 'themes') return themeMatches(model).length;
  return dialog.kind === 'palette'
    ? paletteMatches(model, viewState).length
    : historyMatches(model, viewState).length;
}

function cancel(model: Model): Step {
  if (model.dialog?.kind === 'machineAsk') return answerMachine(model, model.dialog, undefined);
  if (model.dialog?.kind === 'question') return cancelQuestion(model, model.dialog);
  if (model.dialog?.kind === 'reply') return cancelReply(model, model.dialog);
  if (model.dialog?.kind === 'rows') return filterRows(leavePage(model), '');
  const over = historyBelow(model.dialog);
  if (over !== undefined) return step({ ...model, dialog: resumedHistory(over) });
  // The search in the help leads back to the whole help.
  if (model.dialog?.kind === 'helpSearch')
    return step({ ...model, dialog: { kind: 'help', scroll: 0, over: model.dialog.over } });
  const front = activeView(model);
  if (model.dialog?.kind !== 'filter' || front === undefined) return step(leavePage(model));
  const blocks = { ...front.view.blocks, filter: undefined };
  return step(withView(leavePage(model), front.uri, { blocks }));
}

/** The history that a dialog leads back to. */
function historyBelow(dialog: Dialog | undefined): HistoryPage | undefined {
  switch (dialog?.kind) {
    case 'help':
    case 'compare':
    case 'note':
    case 'export':
      return dialog.over;
    default:
      return undefined;
  }
}

function accept(model: Model, viewState: ViewState): Step {
  const { dialog } = model;
  // A list without an entry has nothing to take; what was typed stays, to be corrected.
  if (isList(dialog) && countOf(model, viewState, dialog) === 0) return step(model);
  const closed: Model = { ...model, dialog: undefined };
  switch (dialog?.kind) {
    case undefined:
    case 'panes':
    case 'clock':
    case 'search':
    case 'filter':
    case 'rows':
    case 'helpSearch':
      return step(closed);
    case 'gone':
      return step(closed);
    case 'question':
      return acceptQuestion(model, dialog);
    case 'reply':
      return acceptReply(model, dialog);
    case 'find':
      return acceptFound(model, dialog);
    case 'historyPage':
      return acceptHistory(model, dialog);
    case 'export':
      return acceptExport(model, viewState, dialog);
    case 'help':
    case 'feed':
    case 'agents':
    case 'compare':
    case 'replay':
      return acceptPage(model, viewState);
    case 'endAll':
      return acceptEndAll(model, viewState);
    case 'name':
      return acceptName(model, viewState);
    case 'note':
      return acceptNote(model, viewState);
    case 'palette': {
      const choice = paletteMatches(model, viewState)[dialog.selected];
      if (choice === undefined) return step(closed);
      if ('line' in choice) return runTmuxLine(closed, viewState, choice.line);
      const { command } = choice;
      const recent = [command, ...model.recent.filter((each) => each !== command)].slice(0, RECENT);
      return step({ ...closed, recent }, { kind: 'run', command });
    }
    case 'tabs':
      return dialog.joins ? acceptJoin(model, viewState) : acceptTab(model);
    case 'machines':
      return acceptMachine(model);
    case 'machineAsk':
      return answerMachine(model, dialog, editorText(dialog.editor));
    case 'themes':
      return acceptTheme(model);
    case 'history': {
      const line = historyMatches(model, viewState)[dialog.selected];
      return line === undefined ? step(closed) : takenLine(closed, viewState, line.line);
    }
    case 'confirm':
      return confirmed(closed, viewState, dialog.yes);
    case 'takeOver':
      return takeOverAndSend(closed, viewState, dialog);
  }
}

/** Writes a line of before into the line of RUN; one that the shell has meanwhile is deleted there. */
function takenLine(model: Model, viewState: ViewState, line: string): Step {
  const front = activeView(model);
  if (front === undefined || !isInShell(front.view)) return step(fillLine(model, line));
  const sent = send(model, viewState, KILL_LINE);
  const isSent = sent.effects.length > 0;
  return andThen(sent, (next) =>
    step(isSent ? withView(fillLine(next, line), front.uri, { shellLineDirty: false }) : next),
  );
}

/** Sends claim, size and the waiting input in this order, so that a refused claim refuses them all. */
function takeOverAndSend(
  model: Model,
  viewState: ViewState,
  { uri, holderId, holderName, kept, fromEditor }: Extract<Dialog, { kind: 'takeOver' }>,
): Step {
  const view = model.views[uri];
  if (view === undefined) return step(model);
  const next = fromEditor ? withView(model, uri, { editor: submitted(view.editor) }) : model;
  const back = keyHint(model, 'browse', 'claim.handBack', `in BROWSE hands it back to ${holderName}`);
  const said = joinedHints('·', 'yours now', back);
  return step(
    holderName.startsWith('@') ? withToast(next, said, viewState.now) : next,
    { kind: 'claim', uri, takeOverFrom: holderId },
    { kind: 'fit', uri },
    { kind: 'input', uri, data: kept },
  );
}

function confirmed(model: Model, viewState: ViewState, act: ConfirmedAct): Step {
  switch (act.kind) {
    case 'paste':
      return sendPaste(model, viewState, act.text);
    case 'openLink':
    case 'rename':
    case 'restartHost':
      return step(model, act);
    // `answerBlocks` takes the keys of this question; Enter was typed for the shell.
    case 'blocks':
      return step(model);
    case 'closeMarked':
      return closeMarked(model, viewState, act.uris);
    case 'close':
      return model.visited?.uri === act.uri
        ? leaveVisit(model, model.visited)
        : closeNow(model, viewState, act.uri);
    case 'closeGroup':
      return closeAllNow(model, viewState, act.uris);
    case 'rerun':
      return rerunNow(model, viewState, act.again);
  }
}
