/** Rules for what the outer terminal reports: its focus, and its answers to our questions. */

import type { Back, ConnectionState } from '../../../client/connection/reconnecting.ts';
import type { Size } from '../../../client/panes/pane-tree.ts';
import type { Report } from '../../input/report.ts';
import { appearanceOf } from '../../model/appearance.ts';
import { changedLook, isLookedAt } from '../../model/derived/looking.ts';
import type { Model } from '../../model/model.ts';
import { type Effect, type Step, step, withToast } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';
import { imageProtocol, learn } from '../../outer/capabilities.ts';
import { fitPanes, markSeen } from '../terminals/tabs.ts';
import { letGo } from './drag.ts';

/** Notes that the outer terminal has got the focus or lost it. */
export function focusMoved(model: Model, gained: boolean): Step {
  return gained ? fitPanes({ ...model, focused: true }) : step({ ...letGo(model), focused: false });
}

/** Marks as seen what has come into view, and all that is there when the window has got the focus. */
export function seeInView(before: Model, after: Model): Model {
  const look = changedLook(before, after);
  return look === undefined
    ? after
    : look.inView.filter((uri) => !isLookedAt(before, uri)).reduce(markSeen, after);
}

/** The settings of the outer terminal that are sent to the host. */
const TOLD = ['background', 'foreground', 'cell', 'clusters', 'images'] as const;

/** Learns from an answer: it may change how the window draws, and what the host tells programs that ask for colours or pixels. */
export function outerAnswered(before: Model, report: Report): Step {
  const outer = learn(before.outer, report);
  if (outer === before.outer) return step(before);
  const appearance = appearanceOf(before.settings, before.around, outer, before.ownStyles);
  const next: Model = { ...before, outer, appearance };
  const told = TOLD.some((each) => outer[each] !== before.outer[each]);
  const done = told ? step(next, { kind: 'colors' }) : step(next);
  const isUnanswered = outer.settled && !before.outer.settled && outer.cell === undefined;
  return isUnanswered && !outer.bareConsole ? withEffect(done, { kind: 'measureCell' }) : done;
}

/** Applies a new size of the outer terminal. A larger font has larger cells, so images are cropped again. */
export function resized(before: Model, size: Size): Step {
  const { outer } = before;
  const done = fitPanes({ ...letGo(before), size });
  return imageProtocol(outer) === undefined ? done : withEffect(done, { kind: 'measureCell' });
}

function withEffect({ model, effects }: Step, effect: Effect): Step {
  return { model, effects: [...effects, effect] };
}

/** Handles a change of the connection to the host. */
export function connected(
  model: Model,
  viewState: ViewState,
  connection: ConnectionState,
  back: Back | undefined,
): Step {
  // A host on this machine is retried many times a second, and each attempt sends this message.
  if (connection !== 'ready') return step(connection === model.connection ? model : { ...model, connection });
  const there: Model = { ...model, connection, revival: undefined };
  const text = back && backText(back);
  const said = text === undefined ? there : withToast(there, text, viewState.now);
  // A host remembers its watchers, but after a reconnect this may be another host.
  return step(said, { kind: 'watchAll' }, { kind: 'colors' });
}

/** Says that the buffer for keys typed while the host is away is full; the keys in it are still sent. */
export function keysRefused(model: Model, viewState: ViewState): Step {
  return step(
    withToast(
      model,
      'the host is not reachable and the input buffer is full: keys are dropped',
      viewState.now,
      'bad',
    ),
  );
}

function backText({ host, unsent }: Back): string | undefined {
  const keys = 'keys typed meanwhile were not sent';
  if (host === undefined) return unsent === 0 ? undefined : keys;
  const [what, rest] =
    host === 'with the same programs'
      ? ['the host was brought back', 'programs went on']
      : ['the host had ended and was started again', 'what ran is in the blocks'];
  return `${what} · ${unsent === 0 ? rest : keys}`;
}

// Rules for the version of the host: a window of a newer version offers to restart the host with that version,
// which running programs survive.

/** Asks at the start of the window; an open dialog goes first, and the palette has the command at any time. */
export function olderHost(model: Model, host: string, own: string): Step {
  if (model.dialog !== undefined) return step(model);
  const question = `the host is cotty ${host}, this window is ${own}: exchange the host? Programs go on`;
  return step({ ...model, dialog: { kind: 'confirm', question, yes: { kind: 'restartHost' } } });
}

export const HOST_ACTS = {
  'app.restartHost': (model: Model) => step(model, { kind: 'restartHost' }),
};
