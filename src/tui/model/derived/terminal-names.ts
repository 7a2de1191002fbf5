/** Names for new terminals. */

import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import type { Model } from '../model.ts';

/** Returns the name of a new terminal when the person gives none: the lowest free `term:N`. */
export function freeName(tabs: readonly TerminalInfo[]): string {
  const taken = new Set(tabs.map((tab) => tab.title));
  for (let number = 1; ; number++) {
    const name = `term:${number}`;
    if (!taken.has(name)) return name;
  }
}

/** Returns the name that an empty name field shows and takes. */
export function proposedName(model: Model): string {
  return freeName(model.tabs);
}
