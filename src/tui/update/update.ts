/** The update: turns a model and a message into the next model and effects; the only writer of the model. */

import { holderOf } from '../../client/holder.ts';
import { isNamed } from '../../protocol/cotty/tab-names.ts';
import { nameAt } from '../model/derived/terminal-names.ts';
import type { Message } from '../model/message.ts';
import type { Model } from '../model/model.ts';
import type { Readings } from '../model/readings.ts';
import { andThen, type Step, step, withToast } from '../model/step.ts';
import { runCommand } from './command-table.ts';
import { configured } from './config-rules.ts';
import { connected, keysRefused } from './connection-rules.ts';
import { offerEnded, programCopied } from './copy-rules.ts';
import { olderHost } from './host-acts.ts';
import { keyPressed } from './key-rules.ts';
import { lookUpWords, wordsKnown } from './look-up-words.ts';
import { mouseUsed } from './mouse-rules.ts';
import { focusMoved, outerAnswered, resized } from './outer-rules.ts';
import { agentsRead, agentsStale } from './page-acts.ts';
import { asInFront } from './panes/as-in-front.ts';
import { linesTold } from './panes/last-lines.ts';
import { followRows } from './panes/row-filter.ts';
import { keepSplits, splitsRead } from './panes/split-memory.ts';
import { typeToMany } from './panes/type-to-many.ts';
import { pasted } from './paste-rules.ts';
import { cursorToMatch } from './select/cursor-to-match.ts';
import { dragOn } from './select/drag.ts';
import { askBlocks } from './tabs/blocks-question.ts';
import { workTold } from './tabs/closing.ts';
import { acknowledge, arrived, wakesRead, woken } from './tabs/feed-acts.ts';
import { noteFullScreen } from './tabs/finished-notices.ts';
import { listed } from './tabs/list-changes.ts';
import { fitPanes } from './tabs/tabs.ts';
import { visit } from './tabs/visit.ts';
import { themesRead } from './theme-acts.ts';
import { arrivedAtMatch, commandsFound } from './typing/find-acts.ts';
import { lineEdited } from './typing/input-acts.ts';
import { followProgram } from './typing/mode-switches.ts';
import { pastFound } from './typing/past-acts.ts';
import { olderLines } from './typing/scroll-acts.ts';
import { linesFetched, outputsFound } from './typing/search-acts.ts';
import { followTyping } from './typing/suggestions.ts';

export function update(model: Model, readings: Readings, message: Message): Step {
  const done = lookUpWords(model, followTyping(model, readings, respond(model, readings, message)));
  const asked = askBlocks(model, cursorToMatch(model, done.model, readings), readings.now);
  const many = typeToMany(model, readings, { ...done, model: asked }, message);
  const told = acknowledge(model, many);
  const rows = followRows(model, told.model, readings.now);
  return keepSplits(model, { ...told, model: rows }, message);
}

function respond(model: Model, readings: Readings, message: Message): Step {
  switch (message.kind) {
    case 'key':
      return keyPressed(model, readings, message);
    case 'paste':
      return pasted(model, readings, message);
    case 'mouse':
      return mouseUsed(model, readings, message);
    case 'focus':
      return focusMoved(model, readings, message.gained);
    case 'report':
      return outerAnswered(model, message.report);
    case 'resized':
      return resized(model, message.size);
    case 'listed':
      return listed(model, readings, message.terminals);
    case 'olderHost':
      return olderHost(model, message.host, message.own);
    case 'awaiting':
      return step({ ...model, awaited: message.uri, joining: message.joining });
    case 'shown':
      return arrivedAtMatch(arrived(fitPanes(model), readings), readings, model.goingTo);
    case 'shownBeside':
      return fitPanes(model);
    case 'looked':
      return arrivedAtMatch(
        arrived(step(visit(model, message.uri, message.title)), readings),
        readings,
        model.goingTo,
      );
    case 'followed':
      return asInFront(model, message.uri ?? model.active, (next) =>
        followProgram(noteFullScreen(next, readings), readings, message.before),
      );
    case 'rejected':
      return step(withToast(model, refusal(model, readings, message), readings.now, 'bad'));
    case 'failed':
      return step(
        withToast(
          message.awaited === model.awaited ? { ...model, awaited: undefined } : model,
          `could not ${message.what}: ${text(message.error)}`,
          readings.now,
          'bad',
        ),
      );
    case 'programCopied':
      return programCopied(model, readings, message.uri, message.text);
    case 'work':
      return workTold(model, readings, message.uri, message.work);
    case 'restored':
      return step(withToast(model, restoredText(model, message), readings.now));
    case 'blocksForgotten':
      return step(withToast(model, 'asked again about blocks on every other machine', readings.now));
    case 'opened':
      return step(withToast(model, `opened with ${message.with}`, readings.now, 'good'));
    case 'lineEdited':
      return lineEdited(model, message.uri, message.text);
    case 'copied':
      return step(withToast(model, `copied ${message.what} (${message.route})`, readings.now, 'good'));
    case 'connection':
      if (message.stopped) return step({ ...model, quit: { code: 0, farewell: 'the host was stopped' } });
      return connected(model, readings, message.connection, message.back);
    case 'keysRefused':
      return keysRefused(model, readings);
    case 'revival':
      return step({ ...model, revival: message.text });
    case 'found':
      return outputsFound(model, readings, message);
    case 'past':
      return pastFound(model, readings, message);
    case 'wordsKnown':
      return wordsKnown(model, message.uri, message.unknown);
    case 'foundCommands':
      return commandsFound(model, message);
    case 'fetched':
      return linesFetched(model, readings, message.uri);
    case 'olderLines':
      return step(olderLines(model, message.uri, message.lines));
    case 'wakes':
      return step(wakesRead(model, message.result));
    case 'woken':
      return step(woken(model, message.wake));
    case 'feedOff':
      return step({ ...model, feed: { ...model.feed, off: message.reason } });
    case 'agents':
      return step(agentsRead(model, message.agents));
    case 'themes':
      return step(themesRead(model, message.files));
    case 'configured':
      return configured(model, readings, message);
    case 'command':
      return runCommand(model, readings, message.command);
    case 'splitsRead':
      return splitsRead(model, message.text);
    case 'lastLines':
      return step(linesTold(model, message.lines));
    case 'tick':
      return ticked(model, readings);
  }
}

/** Names a tab that is back as it was named when it was closed here: its terminal's own name may only count it. */
function restoredText({ closed }: Model, { uri, title }: Extract<Message, { kind: 'restored' }>): string {
  if (title === undefined) return 'nothing to undo: no tab was closed in the last minutes';
  if (closed !== undefined && closed.uri === uri) return `${closed.name} is back`;
  return `${isNamed(title) ? title : 'the tab'} is back`;
}

function ticked(model: Model, readings: Readings): Step {
  const { toast } = model;
  const quiet = toast !== undefined && toast.until <= readings.now ? { ...model, toast: undefined } : model;
  const offered = offerEnded(quiet, readings.now);
  return andThen(dragOn(offered, readings), (next) => step(next, ...agentsStale(next)));
}

function refusal(
  model: Model,
  { now }: Readings,
  { uri, action, reason }: Extract<Message, { kind: 'rejected' }>,
): string {
  const tab = model.tabs.find((each) => each.resource === uri);
  const title = nameAt(model, uri, 'the terminal', now);
  const holder = tab && holderOf(tab, model.me);
  const what = action.replace('terminal/', '');
  return holder?.kind === 'other' && !reason.includes(holder.name)
    ? `${title} refused ${what}: ${reason} (held by ${holder.name})`
    : `${title} refused ${what}: ${reason}`;
}

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
