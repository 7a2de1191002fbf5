/** Runs commands again, and compares each with the run before when it has ended. */

import { type CompareAsk, comparingOf, withRuns } from '../../../client/compare/comparing.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import { dangerOf } from '../../../shell/danger/danger.ts';
import { cut } from '../../blocks/header/span.ts';
import { keyOf } from '../../model/derived/key-of.ts';
import { withLine } from '../../model/feed.ts';
import type { Message } from '../../model/message.ts';
import type { Again, Model, Rerun } from '../../model/model.ts';
import { activeView, type Effect, type Step, step, withToast } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';
import { rerunLine } from '../line/run-line.ts';

/** Runs a command again, whoever ran it; asks first if it could destroy a machine, a disk or the work of others. */
export function runAgain(model: Model, viewState: ViewState, again: Again): Step {
  const danger = dangerOf(again.commandLine);
  if (danger === undefined) return rerunNow(model, viewState, again);
  const question = `It ${danger}. Run it again?  ${again.commandLine.split('\n', 1)[0] ?? ''}`;
  const uri = model.active ?? '';
  return step({ ...model, dialog: { kind: 'confirm', question, yes: { kind: 'rerun', uri, again } } });
}

/** Runs it without a question. */
export function rerunNow(model: Model, viewState: ViewState, again: Again): Step {
  const done = rerunLine(model, viewState, again.commandLine);
  const uri = model.active;
  const { of } = again;
  const isSent = done.effects.some(({ kind }) => kind === 'input');
  if (!isSent || uri === undefined || of === undefined) return done;
  const since = lastOf(model, uri)?.finishedAt ?? 0;
  return { ...done, model: withRerun(done.model, uri, { ...again, of, since, hasEnded: false }) };
}

function lastOf({ tabs }: Model, uri: string): TerminalMeta['last'] {
  return cottyMeta<TerminalMeta>(tabs.find(({ resource }) => resource === uri)?._meta).last;
}

function withRerun(model: Model, uri: string, rerun: Rerun | undefined): Model {
  const { [uri]: _before, ...others } = model.reruns;
  return { ...model, reruns: rerun === undefined ? others : { ...others, [uri]: rerun } };
}

/** Reads the runs of what has ended by the host's list. Another command that has ended instead is not compared. */
export function rerunsEnded(model: Model): Step {
  const waiting = Object.entries(model.reruns).filter(([, { hasEnded }]) => !hasEnded);
  let next = model;
  const effects: Effect[] = [];
  for (const [uri, rerun] of waiting) {
    const last = lastOf(model, uri);
    const isGone = !model.tabs.some(({ resource }) => resource === uri);
    const isOver = last !== undefined && last.finishedAt > rerun.since;
    const isOther = isOver && last.commandLine.trim() !== rerun.commandLine.trim();
    if (isGone || isOther) next = withRerun(next, uri, undefined);
    else if (isOver) {
      const ended = { ...rerun, hasEnded: true };
      next = withRerun(next, uri, ended);
      effects.push({ kind: 'readRerun', uri, rerun: ended });
    }
  }
  return step(next, ...effects);
}

/** Who types meanwhile goes on typing: the comparison is only told then. */
export function leaveReruns(before: Model, model: Model, message: Message): Model {
  const isTyped = (message.kind === 'key' && message.released !== true) || message.kind === 'paste';
  if (!isTyped || model.reruns !== before.reruns) return model;
  const { active } = model;
  const rerun = active === undefined ? undefined : model.reruns[active];
  if (active === undefined || rerun?.shows !== true) return model;
  return withRerun(model, active, { ...rerun, shows: false });
}

type Read = Extract<Message, { kind: 'runs' }>;

/** Cells of a command in what is told. */
const COMMAND_CELLS = 30;

/** Shows the comparison if that was asked for and the person still waits there; else tells what differs in one line. */
export function rerunRead(model: Model, viewState: ViewState, { asked, found }: Read): Step {
  const { uri } = asked.later;
  const rerun = model.reruns[uri];
  if (rerun === undefined) return step(model);
  const next = withRerun(model, uri, undefined);
  const { now } = viewState;
  if ('why' in found) return step(rerun.shows ? withToast(next, found.why, now) : next);
  const comparing = withRuns(comparingOf(asked), found);
  if (rerun.shows && model.active === uri && model.dialog === undefined)
    return step({ ...next, dialog: { kind: 'compare', scroll: 0, comparing } });
  const compared = comparing.found;
  if (compared === undefined || 'why' in compared) return step(next);
  const { headline } = compared.comparison;
  const feed = withLine(next.feed, { uri, commandLine: asked.commandLine, line: headline });
  const command = cut(asked.commandLine, COMMAND_CELLS, model.appearance.glyphs.ellipsis);
  return step(withToast({ ...next, feed }, `${command}: ${headline}`, now, 'plain', compares(next, asked)));
}

/** The key that shows the whole comparison: in BROWSE, to which another key leads first. */
function compares(model: Model, { later }: CompareAsk) {
  const [browse, key] = [keyOf(model, 'run', 'mode.browse'), keyOf(model, 'browse', 'block.compare')];
  const isThere = activeView(model)?.uri === later.uri && key !== undefined;
  const orElse = isThere ? [browse, key, 'compares'].filter((word) => word !== undefined).join(' ') : '';
  return orElse === '' ? undefined : ({ command: 'block.compare', word: 'compares', orElse } as const);
}
