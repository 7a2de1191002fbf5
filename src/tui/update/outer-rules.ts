/** Rules for what the outer terminal reports: its focus, and its answers to our questions. */

import type { Report } from '../input/report.ts';
import { isPassThrough } from '../keys/key-table.ts';
import { appearanceOf } from '../model/appearance.ts';
import type { Model } from '../model/model.ts';
import { isPeeked, openUris } from '../model/panes/pane-layout.ts';
import type { Readings } from '../model/readings.ts';
import { activeView, type Effect, type Step, step } from '../model/step.ts';
import type { Size } from '../model/window-layout.ts';
import { learn, pictureProtocol } from '../outer/capabilities.ts';
import { fitPanes, markSeen } from './tabs/tabs.ts';
import { runsElsewhere, send } from './typing/send.ts';

/** Passes focus on to programs that asked for it; a window that regains it has seen what its tab shows. */
export function focusMoved(model: Model, readings: Readings, gained: boolean): Step {
  const seen = gained
    ? openUris(model).reduce(markSeen, { ...model, focused: true })
    : { ...model, focused: false };
  const front = activeView(seen);
  const wanted = front !== undefined && (readings.terminal(front.uri)?.modes.focusEvents ?? false);
  const keysGoThere = front !== undefined && isPassThrough(front.view.mode);
  const isClosedToKeys = runsElsewhere(seen) || isPeeked(seen, seen.active);
  if (!wanted || !keysGoThere || isClosedToKeys || seen.dialog !== undefined)
    return gained ? fitPanes(seen) : step(seen);
  return send(seen, readings, gained ? '\x1b[I' : '\x1b[O');
}

/** What the host is told. */
const TOLD = ['background', 'foreground', 'cell', 'clusters', 'pictures'] as const;

/** Learns from an answer: it may change how the window draws, and what the host tells programs that ask for colours or pixels. */
export function outerAnswered(before: Model, report: Report): Step {
  const outer = learn(before.outer, report);
  if (outer === before.outer) return step(before);
  const appearance = appearanceOf(before.settings, before.around, outer, before.customTheme);
  const next: Model = { ...before, outer, appearance };
  const told = TOLD.some((each) => outer[each] !== before.outer[each]);
  const done = told ? step(next, { kind: 'colors' }) : step(next);
  const isUnanswered = outer.settled && !before.outer.settled && outer.cell === undefined;
  return isUnanswered && !outer.bareConsole ? withEffect(done, { kind: 'measureCell' }) : done;
}

/** Takes another size over. A terminal with larger letters has larger cells, of which pictures are cut anew. */
export function resized(before: Model, size: Size): Step {
  const { outer } = before;
  const done = fitPanes({ ...before, size });
  return pictureProtocol(outer) === undefined ? done : withEffect(done, { kind: 'measureCell' });
}

function withEffect({ model, effects }: Step, effect: Effect): Step {
  return { model, effects: [...effects, effect] };
}
