/** Origin of a terminal: its creator, time and purpose, and the folder it may start in. Never changes. */

import type { TerminalFacts } from '../../ledger/files/meta-file.ts';
import type { CreateMeta, TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { Identity } from '../clients/identity.ts';

export type Origin = Pick<TerminalFacts, 'createdBy' | 'created' | 'purpose' | 'root'> &
  // Windows ask where to show a terminal when it appears, and never again: this is not recorded.
  Pick<TerminalMeta, 'beside'>;

export function originOf(
  identity: Pick<Identity, 'writer' | 'root'> | undefined,
  { purpose, beside }: CreateMeta,
  now: number,
): Origin {
  const { writer, root } = identity ?? {};
  return {
    created: now,
    ...(writer === undefined ? {} : { createdBy: writer }),
    ...(purpose === undefined || purpose.trim() === '' ? {} : { purpose: purpose.trim() }),
    ...(beside === undefined ? {} : { beside }),
    ...(root === undefined ? {} : { root }),
  };
}

/** Returns the origin of a restored terminal, as it was recorded. */
export function originFromRecord({ createdBy, created, purpose, root }: TerminalFacts): Origin {
  return {
    created,
    ...(createdBy === undefined ? {} : { createdBy }),
    ...(purpose === undefined ? {} : { purpose }),
    ...(root === undefined ? {} : { root }),
  };
}

/** Returns the origin as viewers get it; old records without a time (0) leave it out. */
export function originMeta({ createdBy, created, purpose, beside }: Origin): TerminalMeta {
  return {
    ...(createdBy === undefined ? {} : { createdBy }),
    ...(created === 0 ? {} : { created }),
    ...(purpose === undefined ? {} : { purpose }),
    ...(beside === undefined ? {} : { beside }),
  };
}

/** Returns the handle of the agent that created the terminal. Undefined when that was a person or an unnamed client. */
export function agentOf({ createdBy }: Origin): string | undefined {
  return createdBy?.startsWith('agent:') ? createdBy.slice('agent:'.length) : undefined;
}
