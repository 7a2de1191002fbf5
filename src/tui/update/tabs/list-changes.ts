/** The host's list has changed: tabs, what has ended in those that nobody looks at, and who asks for one. */

import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import type { Model } from '../../model/model.ts';
import { andThen, type Effect, type Look, type Step, step } from '../../model/step.ts';
import { ownEnded } from './feed-acts.ts';
import { endedSince, notices } from './finished-notices.ts';
import { handOverIdle } from './hand-over.ts';
import { terminalsListed } from './tabs.ts';

export function listed(model: Model, look: Look, tabs: readonly TerminalInfo[]): Step {
  const ended = endedSince(model, tabs);
  const shown = andThen(terminalsListed(model, look, tabs), (next) => handOverIdle(next, look));
  return andThen(shown, (next) => {
    const told: readonly Effect[] = notices(next, ended, look.now);
    const isStale = next.dialog?.kind === 'agents' && holders(model.tabs) !== holders(tabs);
    const asked: readonly Effect[] = isStale ? [{ kind: 'readAgents' }] : [];
    return step(ownEnded(next, ended, look.now), ...told, ...asked);
  });
}

/** Who holds what: the page of the agents shows it. */
function holders(tabs: readonly TerminalInfo[]): string {
  return JSON.stringify(tabs.map(({ resource, claim }) => [resource, claim]));
}
