/** Makes the entry of a terminal in the root list, which has everything that a tab shows. */

import { META_KEY } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { TerminalInfo, TerminalState } from '../../protocol/terminal/state.ts';

export function infoOf(resource: string, state: TerminalState, meta: TerminalMeta): TerminalInfo {
  const { title, claim, lifecycle, executionTarget } = state;
  const target = executionTarget === undefined ? {} : { executionTarget };
  return { resource, title, claim, lifecycle, ...target, _meta: { [META_KEY]: meta } };
}
