/** A new list from the host: updates the tabs, reports commands that ended, hands idle terminals over. */

import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import type { Model } from '../../model/model.ts';
import type { Readings } from '../../model/readings.ts';
import { andThen, type Effect, type Step, step } from '../../model/step.ts';
import { ownEnded } from './feed-acts.ts';
import { endedSince, notices } from './finished-notices.ts';
import { handOverIdle } from './hand-over.ts';
import { programsTold } from './program-notices.ts';
import { terminalsListed } from './tabs.ts';

export function listed(model: Model, readings: Readings, tabs: readonly TerminalInfo[]): Step {
  const ended = endedSince(model, tabs);
  const programs = programsTold(model, tabs, readings.now);
  const shown = andThen(terminalsListed(model, tabs), (next) => handOverIdle(next, readings));
  return andThen(shown, (next) => {
    const told: readonly Effect[] = notices(next, ended, readings.now);
    const isStale = next.dialog?.kind === 'agents' && holders(model.tabs) !== holders(tabs);
    const asked: readonly Effect[] = isStale ? [{ kind: 'readAgents' }] : [];
    return step(ownEnded(next, ended, readings.now), ...told, ...asked, ...programs);
  });
}

/** Returns who holds which terminal, as a text to compare; the page of agents shows it. */
function holders(tabs: readonly TerminalInfo[]): string {
  return JSON.stringify(tabs.map(({ resource, claim }) => [resource, claim]));
}
