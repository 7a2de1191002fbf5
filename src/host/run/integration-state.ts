/** What people are told of the shell integration of a terminal. */

import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';

/** A shell whose start-up files take longer is recognised all the same, once its first mark comes. */
export const PATIENCE_MS = 10_000;

export type IntegrationState = {
  readonly shell: string;
  /** Why commands will not be detected; undefined: they should be. */
  readonly off: string | undefined;
  readonly detected: boolean;
  /** The patience is over. */
  readonly late: boolean;
};

export function integrationOf(facts: IntegrationState): NonNullable<TerminalMeta['integration']> {
  if (facts.detected) return 'active';
  if (facts.off !== undefined) return { off: facts.off };
  return facts.late
    ? { off: `Commands are not detected: this ${facts.shell} has not loaded the integration` }
    : 'pending';
}
