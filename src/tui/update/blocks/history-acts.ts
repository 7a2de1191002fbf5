/** The history page: its words and filters, its list, what is done with the chosen command, and what it reads from the host. */

import { withoutControls } from '../../../client/blocks/copied-text.ts';
import { MOST_EXPORTED } from '../../../client/blocks/exported-blocks.ts';
import { nextLines } from '../../../client/history-lines.ts';
import { nextReads } from '../../../client/history-page.ts';
import {
  answered,
  commandAt,
  isEverything,
  isUpToDate,
  lookFor,
  NO_TRENDS,
  newHistorySearch,
  type QuickFilter,
  quickWord,
  statusOfPast,
  toggledWord,
  trendsAnswered,
  withAnnotation,
  withoutLastWord,
} from '../../../client/history-search.ts';
import { type Exportable, exportablePast } from '../../../client/run/exported-runs.ts';
import type { HistoryCommand, HistoryOrder } from '../../../protocol/cotty/history.ts';
import { edit } from '../../../screen/editor/edit.ts';
import { EMPTY_EDITOR, editorText } from '../../../screen/editor/editor-state.ts';
import type { MouseToken } from '../../input/token.ts';
import { historyMatches } from '../../model/derived/choices.ts';
import { historyLayout } from '../../model/derived/history-layout.ts';
import {
  chipAt,
  chosenCommand,
  filterChips,
  folderInFront,
  hereOf,
  speakerOf,
} from '../../model/derived/history-page.ts';
import { keyHint } from '../../model/derived/key-of.ts';
import { lineSearchLayout } from '../../model/derived/line-search-layout.ts';
import type { Message } from '../../model/message.ts';
import type { Dialog, HistoryPage, Model } from '../../model/model.ts';
import { type Effect, type Step, step, withToast } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';
import { layout } from '../../model/window-layout.ts';
import { fillLine } from '../line/run-line.ts';
import { refusedAtClosed } from '../terminals/visit.ts';
import { goTo, leavePage } from '../waiting/feed-acts.ts';
import { mark, openCompare } from './compare-acts.ts';
import { openExport } from './export-acts.ts';
import { runAgain } from './rerun.ts';

/** Pages of commands that are held: some hundred commands around those in view. */
const MOST_PAGES = 6;

/** The orders that the key goes through. */
const ORDERS: readonly HistoryOrder[] = ['newest', 'oldest', 'longest', 'failed', 'command'];

export const HISTORY_ACTS = {
  'history.open': openHistory,
  'history.sort': onPage((model, viewState, page) => {
    const order = ORDERS[(ORDERS.indexOf(page.order) + 1) % ORDERS.length] ?? 'newest';
    return searched(model, viewState, { ...page, order });
  }),
  'history.failed': toggling('failed'),
  'history.folder': toggling('folder'),
  'history.repository': toggling('repository'),
  'history.mine': toggling('mine'),
  'history.today': toggling('today'),
  'history.dropWord': onPage((model, viewState, page) =>
    withWords(model, viewState, page, withoutLastWord(editorText(page.editor))),
  ),
  'history.copyCommand': onChosen((model, _viewState, { commandLine }) =>
    step(model, { kind: 'copy', text: withoutControls(commandLine), what: 'command' }),
  ),
  'history.copyOutput': onChosen((model, _viewState, { terminal, seq }) =>
    step(model, { kind: 'copyOutput', of: { uri: terminal, seq } }),
  ),
  'history.edit': onChosen(
    (model, viewState, { commandLine }) =>
      refusedAtClosed(model, viewState, 'block.edit') ?? step(fillLine(leavePage(model), commandLine)),
  ),
  'history.rerun': onChosen(
    (model, viewState, { commandLine, terminal, seq }) =>
      refusedAtClosed(model, viewState, 'block.rerun') ??
      runAgain(leavePage(model), viewState, { commandLine, of: { uri: terminal, seq }, shows: false }),
  ),
  'history.rerunCompare': onChosen(
    (model, viewState, { commandLine, terminal, seq }) =>
      refusedAtClosed(model, viewState, 'block.rerun') ??
      runAgain(leavePage(model), viewState, { commandLine, of: { uri: terminal, seq }, shows: true }),
  ),
  'history.compare': onEnded((model, _viewState, { commandLine, terminal, seq }, page) =>
    openCompare(model, { later: { uri: terminal, seq }, commandLine }, page),
  ),
  'history.compareMark': onEnded((model, viewState, { terminal, seq, commandId }) => {
    const key = keyHint(model, 'history', 'history.compare', 'on another command compares it with this one');
    return mark(model, viewState, { run: { uri: terminal, seq }, block: commandId }, key);
  }),
  'history.bookmark': onEnded((model, _viewState, { terminal: uri, seq, commandId, bookmarked }) =>
    step(model, { kind: 'annotate', uri, seq, commandId, change: { bookmarked: bookmarked !== true } }),
  ),
  'history.note': onEnded((model, _viewState, { terminal: uri, seq, commandId, commandLine, note }, over) => {
    const editor = edit(EMPTY_EDITOR, { type: 'set', text: note ?? '' });
    return step({ ...model, dialog: { kind: 'note', uri, seq, commandId, commandLine, editor, over } });
  }),
  'history.export': onEnded((model, viewState, past, over) =>
    openExport(model, viewState, { chosen: { past }, shown: inView(model, over), over }),
  ),
};

/** The commands in view that can be exported. */
function inView({ size }: Model, { search, top }: HistoryPage): readonly Exportable[] {
  const { height } = historyLayout(size).list;
  const rows = Array.from({ length: height }, (_, index) => commandAt(search, top + index));
  return exportablePast(
    rows.filter((each) => each !== undefined),
    MOST_EXPORTED,
  );
}

/** Opens the page; from the search for a command line, with the words typed there. */
function openHistory(model: Model, viewState: ViewState): Step {
  const { dialog } = model;
  if (dialog?.kind === 'historyPage') return step(model);
  const text = dialog?.kind === 'history' ? editorText(dialog.editor) : '';
  const page: HistoryPage = {
    kind: 'historyPage',
    editor: edit(EMPTY_EDITOR, { type: 'set', text }),
    order: 'newest',
    inList: false,
    search: newHistorySearch(MOST_PAGES),
    trends: NO_TRENDS,
    selected: 0,
    top: 0,
    preview: undefined,
    repository: undefined,
    all: undefined,
  };
  const opened = searched(leavePage(model), viewState, page);
  const folder = model.me.via === 'local' ? folderInFront(model, viewState) : undefined;
  return folder === undefined
    ? opened
    : { ...opened, effects: [...opened.effects, { kind: 'findRepository', folder }] };
}

export function repositoryFound(model: Model, repository: string): Model {
  const { dialog } = model;
  return dialog?.kind === 'historyPage' ? { ...model, dialog: { ...dialog, repository } } : model;
}

/** Looks for what the field says, in its order. What was found before stays in view until then. */
export function searched(model: Model, viewState: ViewState, page: HistoryPage): Step {
  const search = lookFor(page.search, editorText(page.editor), page.order, speakerOf(model, viewState));
  return step({ ...model, dialog: { ...page, search } });
}

function withWords(model: Model, viewState: ViewState, page: HistoryPage, text: string): Step {
  return searched(model, viewState, { ...page, editor: edit(page.editor, { type: 'set', text }) });
}

type OnPage = (model: Model, viewState: ViewState, page: HistoryPage) => Step;

function onPage(act: OnPage) {
  return (model: Model, viewState: ViewState): Step =>
    model.dialog?.kind === 'historyPage' ? act(model, viewState, model.dialog) : step(model);
}

type OnCommand = (model: Model, viewState: ViewState, command: HistoryCommand, page: HistoryPage) => Step;

/** A command that still runs can be neither compared nor marked, and gets no note. */
function onEnded(act: OnCommand) {
  return onChosen((model, viewState, command, page) =>
    statusOfPast(command).kind === 'running'
      ? step(withToast(model, 'it still runs: that is possible when it has ended', viewState.now))
      : act(model, viewState, command, page),
  );
}

function onChosen(act: OnCommand) {
  return onPage((model, viewState, page) => {
    const command = chosenCommand(page);
    return command === undefined ? step(model) : act(model, viewState, command, page);
  });
}

function toggling(filter: QuickFilter) {
  return onPage((model, viewState, page) => {
    const word = quickWord(filter, hereOf(model, viewState, page));
    if (word === undefined) return step(withToast(model, NOWHERE[filter] ?? '', viewState.now));
    return withWords(model, viewState, page, toggledWord(editorText(page.editor), word));
  });
}

/** Why a filter means nothing now. */
const NOWHERE: { readonly [filter in QuickFilter]?: string } = {
  folder: 'the folder of the terminal in front is not known',
  repository: 'the terminal in front is in no repository',
};

/** Goes to the block of the chosen command; that of a closed terminal can only be read. */
export function acceptHistory(model: Model, page: HistoryPage): Step {
  const command = chosenCommand(page);
  if (command === undefined) return step(model);
  const { terminal, name, commandId, commandLine, seq } = command;
  return goTo(model, {
    uri: terminal,
    terminal: name,
    block: { id: commandId },
    commandLine,
    match: { query: page.search.query.output ?? '', seq, line: 0 },
  });
}

// The list: the chosen command stays in view.

export function moveInHistory(model: Model, page: HistoryPage, by: number): Step {
  return step({ ...model, dialog: choosing(model, page, page.selected + by) });
}

/** Commands by which a page key moves. */
export function historyRows({ size }: Model): number {
  return Math.max(1, historyLayout(size).list.height - 1);
}

function choosing({ size }: Model, page: HistoryPage, wanted: number): HistoryPage {
  const { height } = historyLayout(size).list;
  const selected = Math.max(0, Math.min(page.search.count - 1, wanted));
  const top = Math.max(selected - height + 1, Math.min(page.top, selected));
  return { ...page, selected, top };
}

/** Lines that the wheel moves. */
const WHEEL = 3;

export function mouseInHistory(
  model: Model,
  viewState: ViewState,
  token: MouseToken,
  page: HistoryPage,
): Step {
  const { chips, list, field } = historyLayout(model.size);
  if (token.action === 'wheel') return scrolled(model, page, token.button === 'wheelUp' ? -WHEEL : WHEEL);
  if (token.action !== 'press' || token.button !== 'left') return step(model);
  if (token.y === field.y) return step({ ...model, dialog: { ...page, inList: false } });
  if (chips.height > 0 && token.y === chips.y) return onChips(model, viewState, token, page);
  const isInList = token.x < list.x + list.width && token.y >= list.y && token.y < list.y + list.height;
  const index = page.top + token.y - list.y;
  if (!isInList || index >= page.search.count) return step(model);
  // A click on the chosen command goes there.
  if (index === page.selected && page.inList) return acceptHistory(model, page);
  return step({ ...model, dialog: { ...choosing(model, page, index), inList: true } });
}

function scrolled(model: Model, page: HistoryPage, by: number): Step {
  const { height } = historyLayout(model.size).list;
  const top = Math.max(0, Math.min(page.search.count - height, page.top + by));
  const selected = Math.max(top, Math.min(top + height - 1, page.selected));
  return step({ ...model, dialog: choosing(model, { ...page, top }, selected) });
}

function onChips(model: Model, viewState: ViewState, { x }: MouseToken, page: HistoryPage): Step {
  const chip = chipAt(filterChips(model, viewState, page, model.size.cols), x);
  if (chip === undefined) return step(model);
  if ('word' in chip.does)
    return withWords(model, viewState, page, toggledWord(editorText(page.editor), chip.does.word));
  return isHistoryCommand(chip.does.command)
    ? HISTORY_ACTS[chip.does.command](model, viewState)
    : step(model);
}

export function isHistoryCommand(id: string): id is keyof typeof HISTORY_ACTS {
  return Object.hasOwn(HISTORY_ACTS, id);
}

// What the host answers, and what is asked next.

export function historyRead(model: Model, { ask, answer }: Extract<Message, { kind: 'historyRead' }>): Model {
  const { dialog } = model;
  if (dialog?.kind === 'history') {
    const { found } = dialog;
    return {
      ...model,
      dialog: { ...dialog, found: { ...found, search: answered(found.search, ask, answer) } },
    };
  }
  if (dialog?.kind !== 'historyPage') return model;
  const search = answered(dialog.search, ask, answer);
  const isNew = search.shown !== dialog.search.shown && !isUpToDate(dialog.search);
  const page = { ...dialog, search, ...(isNew && { selected: 0, top: 0 }) };
  const isAll =
    isUpToDate(search) && isEverything(search.query) && !search.more && search.failure === undefined;
  return { ...model, dialog: choosing(model, isAll ? { ...page, all: search.count } : page, page.selected) };
}

/** Shows a note or a bookmark at once in its row. */
export function historyAnnotated(
  model: Model,
  { uri, commandId, now }: Extract<Message, { kind: 'annotated' }>,
): Model {
  const { dialog } = model;
  if (dialog?.kind !== 'historyPage') return model;
  const search = withAnnotation(dialog.search, { terminal: uri, commandId }, now);
  return { ...model, dialog: { ...dialog, search } };
}

export function trendsRead(model: Model, { ask, commands }: Extract<Message, { kind: 'trendsRead' }>): Model {
  const { dialog } = model;
  if (dialog?.kind !== 'historyPage') return model;
  return { ...model, dialog: { ...dialog, trends: trendsAnswered(dialog.trends, ask, commands) } };
}

export function previewRead(model: Model, { of, shown }: Extract<Message, { kind: 'previewRead' }>): Model {
  const { dialog } = model;
  const hasPreview = dialog?.kind === 'historyPage' || dialog?.kind === 'history';
  if (!hasPreview || !isOf(dialog.preview, of)) return model;
  return { ...model, dialog: { ...dialog, preview: { ...of, shown } } };
}

type Named = { readonly uri: string; readonly seq: number };

function isOf(preview: Named | undefined, { uri, seq }: Named): boolean {
  return preview?.uri === uri && preview.seq === seq;
}

/** Reads what the list of Ctrl+R shows and does not have yet. */
function followLines(done: Step, viewState: ViewState, dialog: LineSearching): Step {
  const { model } = done;
  const lines = historyMatches(model, viewState);
  const ask = model.connection === 'ready' ? nextLines(dialog.found, lines, dialog.selected) : undefined;
  const { search } = dialog.found;
  const asking =
    ask === undefined ? dialog : { ...dialog, found: { ...dialog.found, search: { ...search, asked: ask } } };
  const { preview } = lineSearchLayout(layout(model.size).area, undefined);
  const run = preview === undefined ? undefined : lines[dialog.selected]?.run;
  const of = run && { uri: run.terminal, seq: run.seq };
  const isNew = of !== undefined && !isOf(dialog.preview, of);
  if (ask === undefined && !isNew) return done;
  const effects: Effect[] = [
    ...(ask === undefined ? [] : [{ kind: 'readHistory', ask } as const]),
    ...(isNew ? [{ kind: 'readPreview', of, lines: preview?.height ?? 0 } as const] : []),
  ];
  const next = isNew ? { ...asking, preview: { ...of, shown: undefined } } : asking;
  return { model: { ...model, dialog: next }, effects: [...done.effects, ...effects] };
}

type LineSearching = Extract<Dialog, { kind: 'history' }>;

/** Reads what the page shows and does not have yet. After a host that was away it is all read anew. */
export function followHistory(before: Model, done: Step, viewState: ViewState): Step {
  const { model } = done;
  if (model.dialog?.kind === 'history') return followLines(done, viewState, model.dialog);
  if (model.dialog?.kind !== 'historyPage' || model.connection !== 'ready') return done;
  const isBack = before.connection !== 'ready';
  const page = isBack
    ? { ...model.dialog, search: { ...model.dialog.search, shown: undefined } }
    : model.dialog;
  const { list, preview } = historyLayout(model.size);
  const [from, to] = [page.top, page.top + list.height];
  const { listing, ask, trends } = nextReads(page, from, to);
  let next: HistoryPage = listing;
  const effects: Effect[] = [
    ...(ask === undefined ? [] : [{ kind: 'readHistory', ask } as const]),
    ...(trends === undefined ? [] : [{ kind: 'readTrends', ask: trends } as const]),
  ];
  const chosen = preview === undefined ? undefined : chosenCommand(next);
  if (preview !== undefined && chosen !== undefined) {
    const of = { uri: chosen.terminal, seq: chosen.seq };
    if (!isOf(next.preview, of)) {
      next = { ...next, preview: { ...of, shown: undefined } };
      effects.push({ kind: 'readPreview', of, lines: preview.height });
    }
  }
  if (effects.length === 0 && !isBack) return done;
  return { model: { ...model, dialog: next }, effects: [...done.effects, ...effects] };
}
