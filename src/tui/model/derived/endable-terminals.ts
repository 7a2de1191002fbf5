/** The terminals that this window can end. */

import { holderOf } from '../../../client/holder.ts';
import type { Model } from '../model.ts';

/** Returns the URIs of the terminals that can be ended from here; those that run at other clients are ended there. */
export function endableTerminals({ tabs, me }: Model): readonly string[] {
  return tabs
    .filter((tab) => tab.lifecycle.status === 'exited' || holderOf(tab, me).kind !== 'owner')
    .map(({ resource }) => resource);
}
