/** The update: turns a model and a message into the next model and effects; the only writer of the model. */

import { endedBetween } from '../../client/ended-commands.ts';
import { holderOf } from '../../client/holder.ts';
import { withWhole } from '../../client/panes/split-changes.ts';
import { readSplits, writeSplits } from '../../client/panes/split-note.ts';
import { nameAt } from '../../client/terminal-names.ts';
import { ErrorCode, isRefusal } from '../../protocol/common/error-codes.ts';
import { nameText } from '../../protocol/common/name-text.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { joinedHints } from '../model/derived/key-of.ts';
import type { Message } from '../model/message.ts';
import type { Model } from '../model/model.ts';
import { andThen, type Effect, type Step, step, withToast } from '../model/step.ts';
import type { ViewState } from '../model/view-state.ts';
import { runsRead } from './blocks/compare-acts.ts';
import { arrivedAtMatch, commandsFound } from './blocks/find-acts.ts';
import {
  followHistory,
  historyAnnotated,
  historyRead,
  previewRead,
  repositoryFound,
  trendsRead,
} from './blocks/history-acts.ts';
import { replayRead } from './blocks/replay-acts.ts';
import { leaveReruns, rerunsEnded } from './blocks/rerun.ts';
import { olderLines } from './blocks/scroll-acts.ts';
import { linesFetched, outputsFound } from './blocks/search-acts.ts';
import { cursorToMatch } from './blocks/select-acts.ts';
import { runCommand } from './commands.ts';
import { configured } from './dialogs/config-rules.ts';
import { endNotice, keepToSubject } from './dialogs/dialog-subject.ts';
import { MOST_COPIED, pasted } from './dialogs/paste-rules.ts';
import { keyPressed, releaseChord } from './key-rules.ts';
import { learn } from './lessons.ts';
import { followTyping } from './line/edit-acts.ts';
import { historyFound, lineEdited } from './line/input-acts.ts';
import { followProgram } from './line/mode-switches.ts';
import { dragOn, letGo } from './outer/drag.ts';
import { asInFront, mouseUsed } from './outer/mouse-rules.ts';
import {
  connected,
  focusMoved,
  keysRefused,
  olderHost,
  outerAnswered,
  resized,
  seeInView,
} from './outer/outer-rules.ts';
import { askBlocks } from './terminals/blocks-question.ts';
import { workTold } from './terminals/closing.ts';
import { offerEnded, programCopied } from './terminals/copy-rules.ts';
import { handOverIdle } from './terminals/hand-over.ts';
import { machinesTold, questionGone, showQuestion } from './terminals/machine-acts.ts';
import { followRows } from './terminals/pane-acts.ts';
import { fitPanes, seenElsewhere, terminalsListed } from './terminals/tabs.ts';
import { typeToMany } from './terminals/type-to-many.ts';
import { visit } from './terminals/visit.ts';
import { acknowledge, arrived, ownEnded, wakesRead, withNotices, woken } from './waiting/feed-acts.ts';
import { noteFullScreen, notices, programsTold } from './waiting/notices.ts';
import { agentsRead, agentsStale } from './waiting/page-acts.ts';
import { answered, followQuestion, questionTold } from './waiting/question-acts.ts';
import { awake, keepChosen, reportSeen, snoozeEnded } from './waiting/queue-acts.ts';

/** What may follow from the answer to a message. It runs when something that it depends on has changed. */
type Consequence = {
  /** Fields of the model, of which one has to differ from the model before the message. */
  readonly fields?: readonly (keyof Model)[];
  /** A kind of effects, of which there has to be one. */
  readonly effect?: Effect['kind'];
  /** Kinds of messages. */
  readonly messages?: readonly Message['kind'][];
  /**
   * Returns the next step; `before` is the model before the message. It adds its effects behind those of the answer, which may have
   * been performed already.
   */
  readonly follow: (before: Model, done: Step, viewState: ViewState, message: Message) => Step;
};

const CONSEQUENCES: readonly Consequence[] = [
  // What was begun for a terminal goes with it.
  {
    fields: ['tabs', 'active', 'dialog'],
    follow: keepToSubject,
  },
  // RUN's line has changed: looks for a suggestion.
  {
    fields: ['views', 'active'],
    follow: (before, done, viewState) => followTyping(before, viewState, done),
  },
  // SELECT goes to the match that was found.
  {
    fields: ['views', 'active'],
    follow: (before, done, viewState) => onModel(done, (model) => cursorToMatch(before, model, viewState)),
  },
  // The terminal in front runs a shell on another machine, which may get blocks.
  {
    fields: ['tabs', 'active', 'dialog'],
    follow: (before, done, { now }) => onModel(done, (model) => askBlocks(before, model, now)),
  },
  // What is typed into a marked terminal goes to all marked ones.
  {
    effect: 'input',
    follow: (before, done, viewState, message) => typeToMany(before, viewState, done, message),
  },
  // What has come into view is seen.
  {
    fields: ['focused', 'dialog', 'visited', 'views', 'active', 'splits', 'size', 'rowFilter'],
    follow: (before, done) => onModel(done, (model) => seeInView(before, model)),
  },
  // A new user has done something for the first time.
  {
    fields: ['tabs', 'views', 'active', 'dialog', 'splits'],
    follow: (_before, done, viewState) => onModel(done, (model) => learn(model, viewState)),
  },
  // The page of ended commands was seen: the host need not keep them.
  { fields: ['feed'], follow: (_before, done) => acknowledge(done) },
  // The program in view has ended its work: the host reports to every window that it was seen.
  {
    fields: ['tabs', 'active', 'splits', 'focused', 'connection'],
    follow: (_before, done) => reportSeen(done),
  },
  // The list of F12 has changed: the same entry stays chosen.
  {
    fields: ['feed', 'tabs'],
    follow: (before, done, { now }) => onModel(done, (model) => keepChosen(before, model, now)),
  },
  // A program that reaches a machine asks something, and no other dialog is open.
  { fields: ['machineQuestions', 'dialog'], follow: (_before, done) => onModel(done, showQuestion) },
  // The question that is open in a dialog is another one by now.
  { fields: ['tabs'], follow: followQuestion },
  // The history shows commands that it has not read yet.
  { fields: ['dialog', 'connection', 'size'], follow: followHistory },
  // Keys are typed while a command runs again: its end opens no page then.
  {
    messages: ['key', 'paste'],
    follow: (before, done, _viewState, message) =>
      onModel(done, (model) => leaveReruns(before, model, message)),
  },
  // Terminals opened or closed while rows of the fleet are filtered.
  {
    fields: ['rowFilter', 'tabs', 'splits', 'active'],
    follow: (before, done) => onModel(done, (model) => followRows(before, model)),
  },
  // What was copied can be pasted again.
  { effect: 'copy', follow: (_before, done) => rememberCopied(done) },
  // The pane layout has changed: the host stores it.
  {
    fields: ['splits', 'heldBorder'],
    follow: (before, done, _viewState, message) => keepSplits(before, done, message),
  },
];

/** Returns the next model and all effects. `answered` is called with those of the answer, before what follows from it is known. */
export function update(
  model: Model,
  viewState: ViewState,
  message: Message,
  answered?: (effects: readonly Effect[]) => void,
): Step {
  const answer = respond(model, viewState, message);
  answered?.(answer.effects);
  return CONSEQUENCES.reduce(
    (done, each) =>
      concerns(each, model, done, message) ? each.follow(model, done, viewState, message) : done,
    answer,
  );
}

function concerns(
  { fields = [], effect, messages = [] }: Consequence,
  before: Model,
  { model, effects }: Step,
  { kind }: Message,
): boolean {
  if (model !== before && fields.some((field) => model[field] !== before[field])) return true;
  return messages.includes(kind) || (effect !== undefined && effects.some((each) => each.kind === effect));
}

/** Keeps the text copied last, to be pasted. If that is too long, nothing is kept, nor is the text before it. */
function rememberCopied(done: Step): Step {
  const copy = done.effects.findLast((effect) => effect.kind === 'copy');
  if (copy === undefined) return done;
  const copied = copy.text.length > MOST_COPIED ? undefined : copy.text;
  return { ...done, model: { ...done.model, copied } };
}

function onModel({ model, effects }: Step, change: (model: Model) => Model): Step {
  return { model: change(model), effects };
}

function respond(model: Model, viewState: ViewState, message: Message): Step {
  switch (message.kind) {
    case 'key':
      return keyPressed(message.released ? model : letGo(model), viewState, message);
    case 'paste':
      return andThen(releaseChord(letGo(model), viewState, true), (next) => pasted(next, viewState, message));
    case 'mouse':
      if (message.action !== 'press') return mouseUsed(model, viewState, message);
      return andThen(releaseChord(model, viewState, true), (next) => mouseUsed(next, viewState, message));
    case 'focus':
      return focusMoved(model, message.gained);
    case 'report':
      return outerAnswered(model, message.report);
    case 'resized':
      return resized(model, message.size);
    case 'listed':
      return listed(model, viewState, message.terminals);
    case 'olderHost':
      return olderHost(model, message.host, message.own);
    case 'awaiting':
      return step({ ...model, awaited: message.uri, joining: message.joining });
    case 'shown':
      return arrivedAtMatch(arrived(fitPanes(model), viewState), viewState, model.goingTo);
    case 'shownBeside':
      return fitPanes(model);
    case 'looked':
      return arrivedAtMatch(
        arrived(step(visit(model, message.uri, message.title)), viewState),
        viewState,
        model.goingTo,
      );
    case 'followed':
      return asInFront(model, message.uri ?? model.active, (next) =>
        followProgram(noteFullScreen(next, viewState), viewState, message.before),
      );
    case 'rejected':
      return step(withToast(model, refusal(model, message), viewState.now, 'bad'));
    case 'failed':
      return step(
        withToast(
          message.awaited === model.awaited ? { ...model, awaited: undefined } : model,
          `could not ${message.what}: ${text(message.error)}`,
          viewState.now,
          'bad',
        ),
      );
    case 'programCopied':
      return programCopied(model, viewState, message.uri, message.text);
    case 'work':
      return workTold(model, viewState, message);
    case 'restored':
      return step(withToast(model, restoredText(message), viewState.now));
    case 'blocksForgotten':
      return step(
        withToast(model, 'the answers about blocks on other machines are forgotten', viewState.now),
      );
    case 'opened':
      return step(
        withToast(
          model,
          joinedHints('·', message.reached ?? '', `opened with ${message.with}`),
          viewState.now,
          'good',
        ),
      );
    case 'lineEdited':
      return lineEdited(model, message.uri, message.text);
    case 'copied':
      return step(withToast(model, `copied ${message.what} (${message.route})`, viewState.now, 'good'));
    case 'exported':
      return step(withToast(model, message.text, viewState.now, message.warns ? 'bad' : 'good'));
    case 'connection':
      if (message.stopped) return step({ ...model, quit: { code: 0, farewell: 'the host was stopped' } });
      return connected(model, viewState, message.connection, message.back);
    case 'keysRefused':
      return keysRefused(model, viewState);
    case 'revival':
      return step({ ...model, revival: message.text });
    case 'found':
      return outputsFound(model, viewState, message);
    case 'past':
      return historyFound(model, viewState, message);
    case 'foundCommands':
      return commandsFound(model, message);
    case 'historyRead':
      return step(historyRead(model, message));
    case 'annotated':
      return step(historyAnnotated(model, message));
    case 'trendsRead':
      return step(trendsRead(model, message));
    case 'previewRead':
      return step(previewRead(model, message));
    case 'repositoryFound':
      return step(repositoryFound(model, message.folder));
    case 'fetched':
      return linesFetched(model, viewState, message.uri);
    case 'olderLines':
      return step(olderLines(model, message.uri, message.lines));
    case 'wakes':
      return step(wakesRead(model, message.result));
    case 'woken':
      return step(woken(model, message.wake));
    case 'question':
      return questionTold(model, viewState, message);
    case 'answered':
      return answered(model, viewState, message);
    case 'runs':
      return runsRead(model, viewState, message);
    case 'replay':
      return replayRead(model, viewState, message);
    case 'machines':
      return machinesTold(model, message.machines, viewState.now);
    case 'machineAsks':
      return step({ ...model, machineQuestions: [...model.machineQuestions, message.question] });
    case 'machineAskGone':
      return step(questionGone(model, message.id));
    case 'feedOff':
      return step({ ...model, feed: { ...model.feed, off: message.reason } });
    case 'agents':
      return step(agentsRead(model, message.agents));
    case 'configured':
      return configured(model, viewState, message);
    case 'command':
      return runCommand(model, viewState, message.command, message.argument);
    case 'splitsNoted':
      return splitsNoted(model, message.text);
    case 'lastLines':
      return step(linesTold(model, message.lines));
    case 'tick':
      return ticked(model, viewState);
  }
}

function restoredText({ title }: Extract<Message, { kind: 'restored' }>): string {
  if (title === undefined) return 'nothing to undo: no tab was closed in the last minutes';
  return `${nameText(title)} is back`;
}

function ticked(model: Model, viewState: ViewState): Step {
  const { toast } = model;
  const quiet = toast !== undefined && toast.until <= viewState.now ? { ...model, toast: undefined } : model;
  const offered = offerEnded(endNotice(quiet, viewState.now), viewState.now);
  return andThen(snoozeEnded(offered, viewState.now), (called) =>
    andThen(releaseChord(called, viewState), (released) =>
      andThen(dragOn(released, viewState), (next) => step(next, ...agentsStale(next))),
    ),
  );
}

function refusal(model: Model, { uri, action, reason }: Extract<Message, { kind: 'rejected' }>): string {
  const tab = model.tabs.find((each) => each.resource === uri);
  const title = nameAt(model.tabs, uri);
  const holder = tab && holderOf(tab, model.me);
  const what = action.replace('terminal/', '');
  return holder?.kind === 'other' && !reason.includes(holder.name)
    ? `${title} refused ${what}: ${reason} (held by ${holder.name})`
    : `${title} refused ${what}: ${reason}`;
}

/** Returns what went wrong, in words for a person: the host names a terminal that it does not have by its URI. */
function text(error: unknown): string {
  if (isRefusal(error) && error.code === ErrorCode.NotFound && /^there is no [\w-]+:\S*$/.test(error.message))
    return 'the terminal is gone';
  return error instanceof Error ? error.message : String(error);
}

// Last output lines of the folded terminals of a stack, as the host reports them.

/** Stores the reported lines, and drops those of terminals that are gone. */
function linesTold(model: Model, told: Model['lastLines']): Model {
  const before = model.lastLines;
  if (Object.entries(told).every(([uri, line]) => before[uri] === line)) return model;
  const all = { ...before, ...told };
  const kept = model.tabs.flatMap(({ resource }) => {
    const line = all[resource];
    return line === undefined || line === '' ? [] : [[resource, line] as const];
  });
  return { ...model, lastLines: Object.fromEntries(kept) };
}

/** A new list from the host: updates the tabs, reports commands that ended, hands idle terminals over. */
function listed(model: Model, viewState: ViewState, tabs: readonly TerminalInfo[]): Step {
  const ended = endedBetween(model.tabs, tabs);
  const programs = programsTold(model, tabs);
  const shown = andThen(terminalsListed(model, tabs, viewState.now), (next) => handOverIdle(next, viewState));
  return andThen(shown, (next) => {
    const told: readonly Effect[] = notices(next, ended, viewState.now);
    const seen = seenElsewhere(next, model.tabs);
    const called: Model = { ...seen, snoozed: awake(model.tabs, seen) };
    const noted = withNotices(called, model.tabs, viewState.now);
    const isStale = next.dialog?.kind === 'agents' && holders(model.tabs) !== holders(tabs);
    const asked: readonly Effect[] = isStale ? [{ kind: 'readAgents' }] : [];
    return andThen(step(ownEnded(noted, ended, viewState.now), ...told, ...asked, ...programs), rerunsEnded);
  });
}

/** Returns the holders of all terminals as a text to compare; the page of agents shows them. */
function holders(tabs: readonly TerminalInfo[]): string {
  return JSON.stringify(tabs.map(({ resource, claim }) => [resource, claim]));
}

// The host keeps the pane layout, so that the next window of the same person shows it again.

/** Shows the layout as another window or a subcommand has changed it; ignores the change while a border is dragged here. */
function splitsNoted(model: Model, text: string): Step {
  if (text === writtenSplits(model) || model.heldBorder !== undefined) return step(model);
  const splits = readSplits(text, (uri) => model.tabs.some(({ resource }) => resource === uri));
  return splits.length === 0 && model.splits.length === 0 ? step(model) : fitPanes({ ...model, splits });
}

/**
 * Sends each change of the layout to the host; of a dragged border, only its final place. While the host is away nothing is
 * sent: its list does not tell then which terminals are gone.
 */
function keepSplits(before: Model, done: Step, { kind }: Message): Step {
  const { splits, connection, heldBorder } = done.model;
  if (heldBorder !== undefined || kind === 'splitsNoted' || connection !== 'ready') return done;
  if (splits === before.splits && before.heldBorder === undefined) return done;
  return { ...done, effects: [...done.effects, { kind: 'keepSplits', text: writtenSplits(done.model) }] };
}

/** The splits with those whose terminals have not come yet, as the last window had them. */
function writtenSplits({ splits, absentSplits }: Model): string {
  return writeSplits(absentSplits.reduce((all, each) => withWhole(all, each) ?? all, splits));
}
