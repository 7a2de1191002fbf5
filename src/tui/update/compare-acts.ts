/** Comparing two runs of a command: opens the page, and its commands. */

import { unifiedDiff } from '../../client/compare/compare-rows.ts';
import {
  type Against,
  type CompareAsk,
  type Compared,
  type Comparing,
  comparedOf,
  comparingOf,
  LAST,
  movedChange,
  olderAgainst,
  toggledMasks,
  toggledSucceeded,
  withAgainst,
  withRuns,
} from '../../client/compare/comparing.ts';
import type { Run } from '../../review/run.ts';
import { joinedHints, keyHint } from '../model/derived/key-of.ts';
import type { Message } from '../model/message.ts';
import type { CompareMark, Dialog, HistoryPage, Model } from '../model/model.ts';
import { type Step, step, withView } from '../model/step.ts';
import type { ViewState } from '../model/view-state.ts';
import { dialogRows, layout } from '../model/window-layout.ts';
import { compareLines, isSideBySide } from '../view/pages/compare-page.ts';
import { chosenBlock, nothingChosen, placeOf, rerun, said, withoutCommand } from './block-acts.ts';
import { leavePage } from './feed-acts.ts';
import { rerunRead, runAgain } from './rerun.ts';

type ComparePage = Extract<Dialog, { kind: 'compare' }>;

export const COMPARE_ACTS = {
  'block.compare': compareBlock,
  'block.compareMark': markBlock,
  'block.rerunCompare': (model: Model, viewState: ViewState) => rerun(model, viewState, true),
  'compare.nextChange': onPage((model, { now }, page) => step(goTo(model, page, 1, now))),
  'compare.previousChange': onPage((model, { now }, page) => step(goTo(model, page, -1, now))),
  'compare.masks': onPage((model, _viewState, page) => shown(model, page, toggledMasks(page.comparing))),
  'compare.sideBySide': onPage((model, _viewState, page) => {
    const { comparing } = page;
    return shown(model, page, { ...comparing, sideBySide: !isSideBySide(model, comparing) });
  }),
  'compare.succeeded': onPage((model, _viewState, { comparing, over }) =>
    asking(model, withAgainst(comparing, toggledSucceeded(comparing.asked.against)), over),
  ),
  'compare.older': onPage((model, _viewState, { comparing, over }) =>
    asking(model, withAgainst(comparing, olderAgainst(comparing)), over),
  ),
  'compare.rerun': onPage(rerunCompared),
  'compare.copy': onPage((model, _viewState, { comparing }) => {
    const compared = comparedOf(comparing);
    const text = compared === undefined ? '' : diffText(compared);
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
  const mark = model.compareMark?.run;
  const isMarked = mark !== undefined && (mark.uri !== later.uri || mark.seq !== later.seq);
  const against: Against = isMarked ? { kind: 'run', run: mark } : LAST;
  return asking(leavePage(model), comparingOf({ later, commandLine, against }), over);
}

function asking(model: Model, comparing: Comparing, over?: HistoryPage): Step {
  const { asked } = comparing;
  const dialog: ComparePage = { kind: 'compare', scroll: 0, comparing, over };
  return step({ ...model, dialog }, { kind: 'readRuns', asked });
}

/** Shows the runs in another way; the change that was gone to stays in view. */
function shown(model: Model, page: ComparePage, comparing: Comparing): Step {
  return step({ ...model, dialog: { ...page, comparing, scroll: 0 } });
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
  const later = placeOf(model, block);
  const why = withoutCommand(block) ?? (later === undefined ? NOT_RECORDED : undefined);
  if (block.status.kind === 'running') return said(model, viewState, STILL_RUNS);
  if (why !== undefined || later === undefined) return said(model, viewState, why ?? '');
  return openCompare(model, { later, commandLine: block.commandLine });
}

const NOT_RECORDED = 'this command is not recorded: it cannot be compared';
const STILL_RUNS = 'it still runs: it can be compared when it has ended';

function markBlock(model: Model, viewState: ViewState): Step {
  const block = chosenBlock(model, viewState);
  if (block === undefined) return nothingChosen(model, viewState);
  const run = placeOf(model, block);
  if (block.status.kind === 'running') return said(model, viewState, STILL_RUNS);
  if (run === undefined) return said(model, viewState, NOT_RECORDED);
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

function diffText({ before, after, comparison }: Compared): string {
  const name = ({ terminal, seq }: Run) => `${terminal}:${seq}`;
  return unifiedDiff(comparison, { before: name(before), after: name(after) });
}
