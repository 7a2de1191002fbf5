/** Rules for the version of the host: a window of a newer version offers to exchange it, since programs outlive that. */

import type { Model } from '../model/model.ts';
import { type Step, step } from '../model/step.ts';

/** Asks at the start of the window; an open dialog goes first, and the palette has the command at any time. */
export function olderHost(model: Model, host: string, own: string): Step {
  if (model.dialog !== undefined) return step(model);
  const question = `the host is cotty ${host}, this window is ${own}: exchange the host? Programs go on`;
  return step({ ...model, dialog: { kind: 'confirm', question, yes: { kind: 'restartHost' } } });
}

export const HOST_ACTS = {
  'app.restartHost': (model: Model) => step(model, { kind: 'restartHost' }),
};
