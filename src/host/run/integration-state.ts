/** State of a terminal's shell integration, as people read it. */

import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';

/** Time until a shell without marks counts as not integrated. A slower shell is still recognised at its first mark. */
export const PATIENCE_MS = 10_000;

export type IntegrationState = {
  readonly shell: string;
  /** Reason why commands are not detected; undefined when they should be. */
  readonly off: string | undefined;
  readonly detected: boolean;
  /** Whether `PATIENCE_MS` have passed. */
  readonly late: boolean;
  /** Whether the shell has taken the terminal from one that marks its commands. */
  readonly unmarked: boolean;
  /** Why it does not mark them, in the words of the shell. */
  readonly why?: string | undefined;
};

export function integrationOf(facts: IntegrationState): NonNullable<TerminalMeta['integration']> {
  if (facts.unmarked)
    return { off: `Commands are not detected: ${facts.why ?? `${facts.shell} does not mark them`}` };
  if (facts.detected) return 'active';
  if (facts.off !== undefined) return { off: facts.off };
  return facts.late
    ? {
        off: `Commands are not detected: this ${facts.shell} has not come to a prompt; its start files may ask something`,
      }
    : 'pending';
}
