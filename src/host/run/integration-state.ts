/** The state of a terminal's shell integration, as shown to users. */

import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';

/**
 * Milliseconds until a shell without sequences counts as not integrated. A slower shell is recognised later, at its first
 * sequence.
 */
export const PATIENCE_MS = 10_000;

export type IntegrationState = {
  readonly shell: string;
  /** Reason why shell integration is off; undefined if it should work. */
  readonly off: string | undefined;
  readonly detected: boolean;
  /** Whether `PATIENCE_MS` have passed. */
  readonly late: boolean;
  /** Whether a shell without integration reads commands now. */
  readonly unmarked: boolean;
  /** The shell's own reason for that. */
  readonly why?: string | undefined;
};

export function integrationOf(facts: IntegrationState): NonNullable<TerminalMeta['integration']> {
  if (facts.unmarked)
    return { off: `Commands are not detected: ${facts.why ?? `${facts.shell} has no shell integration`}` };
  if (facts.detected) return 'active';
  if (facts.off !== undefined) return { off: facts.off };
  return facts.late
    ? {
        off: `Commands are not detected: this ${facts.shell} has not come to a prompt; its start files may ask something`,
      }
    : 'pending';
}
