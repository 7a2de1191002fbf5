/** Closing several terminals at once: the marked ones, after a question. */

import { canEnd } from '../../../client/claims.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import { shownName } from '../../model/derived/terminal-names.ts';
import type { Model } from '../../model/model.ts';
import type { Readings } from '../../model/readings.ts';
import { type Effect, type Step, step, withToast } from '../../model/step.ts';
import { oneLine } from '../../outer/one-line.ts';
import { LINE_CHARS, UNDO } from '../tabs/closing.ts';

/** Running commands that the question names. */
const MOST_NAMED = 6;

export function askToCloseMarked(model: Model, readings: Readings): Step {
  const tabs = closable(model);
  if (tabs.length === 0)
    return step(withToast(model, 'no terminal is marked that can be closed from here', readings.now));
  const busy = tabs.flatMap((tab) => {
    const { running } = cottyMeta<TerminalMeta>(tab._meta);
    const name = shownName(model, tab, readings.now);
    return running === undefined ? [] : [`${oneLine(running.commandLine, LINE_CHARS)} runs in ${name}.`];
  });
  const more = busy.length > MOST_NAMED ? [`and ${busy.length - MOST_NAMED} more`] : [];
  const count = tabs.length === 1 ? 'the marked terminal' : `${tabs.length} marked terminals`;
  const all = tabs.length === model.tabs.length ? ['They are all there are: the window ends with them.'] : [];
  const question = [`Close ${count}?`, ...busy.slice(0, MOST_NAMED), ...more, ...all].join('\n');
  return step({ ...model, dialog: { kind: 'confirm', question, yes: { kind: 'closeMarked' } } });
}

/** Closes those that are still marked; each can be brought back, the one closed last first. */
export function closeMarked(model: Model, readings: Readings): Step {
  const tabs = closable(model);
  const last = tabs.at(-1);
  if (last === undefined) return step(model);
  const count = tabs.length === 1 ? 'a terminal' : `${tabs.length} terminals`;
  const said = withToast({ ...model, many: [] }, `closed ${count}`, readings.now, 'plain', UNDO);
  const closed = { uri: last.resource, name: shownName(model, last, readings.now) };
  return step({ ...said, closed }, ...tabs.map(({ resource: uri }): Effect => ({ kind: 'park', uri })));
}

/** Terminals that run at another client are ended there. */
function closable({ tabs, many, me }: Model): readonly TerminalInfo[] {
  return tabs.filter((tab) => many.includes(tab.resource) && canEnd(tab, me));
}
