/** The page of the agents while it is open: read anew each second, drawn anew only when something differs. */

import type { Agents, Model } from '../../model/model.ts';
import type { Effect } from '../../model/step.ts';

/** The host tells nobody that an agent came or went: it is asked, as often as the page's clocks go on. */
export function agentsStale({ dialog, connection }: Model): readonly Effect[] {
  return dialog?.kind === 'agents' && connection === 'ready' ? [{ kind: 'readAgents' }] : [];
}

export function agentsRead(model: Model, agents: Agents): Model {
  return JSON.stringify(agents) === JSON.stringify(model.agents) ? model : { ...model, agents };
}
