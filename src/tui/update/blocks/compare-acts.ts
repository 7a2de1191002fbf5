/** Comparing two runs of a command: opens the page, and its commands. */

import { comparedRun } from '../../../client/blocks/recorded-run.ts';
import { unifiedDiff } from '../../../client/compare/compare-rows.ts';
import {
  againstMark,
  COMPARE_CHANGES,
  type CompareAsk,
  type Comparing,
  comparedOf,
  comparingOf,
  movedChange,
  withRuns,
} from '../../../client/compare/comparing.ts';
import { joinedHints, keyHint } from '../../model/derived/key-of.ts';
import type { Message } from '../../model/message.ts';
import type { CompareMark, Dialog, HistoryPage, Model } from '../../model/model.ts';
import { type Step, step, withView } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';
import { dialogRows, layout } from '../../model/window-layout.ts';
import { compareLines, isSideBySide } from '../../view/pages/compare-page.ts';
import { leavePage } from '../waiting/feed-acts.ts';
import { chosenBlock, nothingChosen, rerun, said } from './block-acts.ts';
import { rerunRead, runAgain } from './rerun.ts';

type ComparePage = Extract<Dialog, { kind: 'compare' }>;

export const COMPARE_ACTS = {
  'block.compare': compareBlock,
  'block.compareMark': markBlock,
  'block.rerunCompare': (model: Model, viewState: ViewState) => rerun(model, viewState, true),
  'compare.nextChange': onPage((model, { now }, page) => step(goTo(model, page, 1, now))),
  'compare.previousChange': onPage((model, { now }, page) => step(goTo(model, page, -1, now))),
  'compare.masks': changing('compare.masks'),
  'compare.sideBySide': changing('compare.sideBySide'),
  'compare.succeeded': changing('compare.succeeded'),
  'compare.older': changing('compare.older'),
  'compare.rerun': onPage(rerunCompared),
  'compare.copy': onPage((model, _viewState, { comparing }) => {
    const compared = comparedOf(comparing);
    const text = compared === undefined ? '' : unifiedDiff(compared);
    return text === '' ? step(model) : step(model, { kind: 'copy', text, what: 'the differences' });
  }),
};

type PageAct = (model: Model, viewState: ViewState, page: ComparePage) => Step;

function onPage(act: PageAct) {
  return (model: Model, viewState: ViewState): Step =>
    model.dialog?.kind === 'compare' ? act(model, viewState, model.dialog) : step(model);
}

/** Opens the page, with the marked run if there is one, else with the run before; `over` is the history that it leads back to. */
export function openCompare(
  model: Model,
  { later, commandLine }: Pick<CompareAsk, 'later' | 'commandLine'>,
  over?: HistoryPage,
): Step {
  const against = againstMark(model.compareMark?.run, later);
  return asking(leavePage(model), comparingOf({ later, commandLine, against }), over);
}

function asking(model: Model, comparing: Comparing, over?: HistoryPage): Step {
  const { asked } = comparing;
  const dialog: ComparePage = { kind: 'compare', scroll: 0, comparing, over };
  return step({ ...model, dialog }, { kind: 'readRuns', asked });
}

/** Shows the runs in another way, or reads others. */
function changing(id: keyof typeof COMPARE_CHANGES) {
  return onPage((model, _viewState, page) => {
    const { comparing: before, over } = page;
    const comparing = COMPARE_CHANGES[id](before, isSideBySide(model, before));
    return comparing.asked === before.asked
      ? step({ ...model, dialog: { ...page, comparing, scroll: 0 } })
      : asking(model, comparing, over);
  });
}

/** Takes the runs that were read. */
export function runsRead(model: Model, viewState: ViewState, read: Extract<Message, { kind: 'runs' }>): Step {
  if (read.rerun !== undefined) return rerunRead(model, viewState, read);
  const { dialog } = model;
  if (dialog?.kind !== 'compare' || dialog.comparing.asked !== read.asked) return step(model);
  return step({ ...model, dialog: { ...dialog, comparing: withRuns(dialog.comparing, read.found) } });
}

// In BROWSE.

function compareBlock(model: Model, viewState: ViewState): Step {
  const block = chosenBlock(model, viewState);
  if (block === undefined) return nothingChosen(model, viewState);
  const later = comparedRun(model.active ?? '', block);
  return typeof later === 'string'
    ? said(model, viewState, later)
    : openCompare(model, { later, commandLine: block.commandLine });
}

function markBlock(model: Model, viewState: ViewState): Step {
  const block = chosenBlock(model, viewState);
  if (block === undefined) return nothingChosen(model, viewState);
  const run = comparedRun(model.active ?? '', block);
  if (typeof run === 'string') return said(model, viewState, run);
  const key = keyHint(model, 'browse', 'block.compare', 'on another block compares it with this one');
  return mark(model, viewState, { run, block: block.id }, key);
}

/** Marks a run, or takes the mark away if it has it; `key` tells which key compares another run with it. */
export function mark(
  model: Model,
  viewState: ViewState,
  compareMark: CompareMark,
  key: string | undefined,
): Step {
  const { run, block } = compareMark;
  const before = model.compareMark;
  const cleared = before === undefined ? model : withMark(model, before.run.uri, undefined);
  if (before?.block === block)
    return said({ ...cleared, compareMark: undefined }, viewState, 'the mark is gone');
  return said(
    { ...withMark(cleared, run.uri, block), compareMark },
    viewState,
    joinedHints('·', 'marked', key),
  );
}

/** Shows in the header of a block that it is marked. */
function withMark(model: Model, uri: string, marked: string | undefined): Model {
  const view = model.views[uri];
  return view === undefined ? model : withView(model, uri, { blocks: { ...view.blocks, marked } });
}

// On the page.

function rerunCompared(model: Model, viewState: ViewState, { comparing }: ComparePage): Step {
  const { later, commandLine } = comparing.asked;
  if (later.uri !== model.active || model.visited !== undefined)
    return said(model, viewState, 'it ran in another terminal: run it again there');
  const again = { commandLine, of: later, shows: true };
  return runAgain({ ...model, dialog: undefined }, viewState, again);
}

/** Lines above a change that is gone to. */
const ABOVE = 3;

/** Goes to the next change or the one before; from where the page was scrolled to, if the last one is out of view. */
function goTo(model: Model, page: ComparePage, by: 1 | -1, now: number): Model {
  const changes = compareLines(model, page.comparing, now).map(({ change }) => change);
  const room = dialogRows(layout(model.size).area);
  const from = Math.max(0, Math.min(page.scroll, changes.length - room));
  const inView = changes.slice(from, from + room);
  const { change } = page.comparing;
  const comparing = inView.includes(change)
    ? movedChange(page.comparing, by)
    : { ...page.comparing, change: nearest(changes, from, by) ?? change };
  const at = changes.indexOf(comparing.change);
  const isShown = at < 0 || (at >= from && at < from + room);
  return { ...model, dialog: { ...page, comparing, scroll: isShown ? from : Math.max(0, at - ABOVE) } };
}

/** Returns the change nearest to a line, below or above it. */
function nearest(changes: readonly (number | undefined)[], from: number, by: 1 | -1): number | undefined {
  const isChange = (change: number | undefined) => change !== undefined;
  const below = changes.slice(from).find(isChange);
  const above = changes.slice(0, from).findLast(isChange);
  return by > 0 ? (below ?? above) : (above ?? below);
}
