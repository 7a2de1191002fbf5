/** Names for new terminals. */

import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import type { Model } from '../model.ts';

/** The name a new terminal gets when the person gives none: the lowest free `term:N`. */
export function freeName(tabs: readonly TerminalInfo[]): string {
  const taken = new Set(tabs.map((tab) => tab.title));
  for (let number = 1; ; number++) {
    const name = `term:${number}`;
    if (!taken.has(name)) return name;
  }
}

/** What stands in the field while it is empty, and is taken then. */
export function proposedName(model: Model): string {
  return freeName(model.tabs);
}
