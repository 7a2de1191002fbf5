/** The terminals that this window can end. */

import { canEnd } from '../../../client/claims.ts';
import type { Model } from '../model.ts';

/** Returns the URIs of the terminals that can be ended from here; those that run at other clients are ended there. */
export function endableTerminals({ tabs, me }: Model): readonly string[] {
  return tabs.filter((tab) => canEnd(tab, me)).map(({ resource }) => resource);
}
