/** Where a terminal comes from: who made it, when, what for and where it may start. None of it ever changes. */

import type { RecordedTerminal } from '../../ledger/files/meta-file.ts';
import type { CreateMeta, TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { Identity } from '../people/identity.ts';

export type Origin = Pick<RecordedTerminal, 'createdBy' | 'created' | 'purpose' | 'root'>;

export function originOf(
  identity: Pick<Identity, 'writer' | 'root'> | undefined,
  { purpose }: CreateMeta,
  now: number,
): Origin {
  const { writer, root } = identity ?? {};
  return {
    created: now,
    ...(writer === undefined ? {} : { createdBy: writer }),
    ...(purpose === undefined || purpose.trim() === '' ? {} : { purpose: purpose.trim() }),
    ...(root === undefined ? {} : { root }),
  };
}

/** Of one that is brought back: as it was. */
export function originBefore({ createdBy, created, purpose, root }: RecordedTerminal): Origin {
  return {
    created,
    ...(createdBy === undefined ? {} : { createdBy }),
    ...(purpose === undefined ? {} : { purpose }),
    ...(root === undefined ? {} : { root }),
  };
}

/** What viewers are told of it; a record that does not know when says nothing. */
export function originMeta({ createdBy, created, purpose }: Origin): TerminalMeta {
  return {
    ...(createdBy === undefined ? {} : { createdBy }),
    ...(created === 0 ? {} : { created }),
    ...(purpose === undefined ? {} : { purpose }),
  };
}

/** The handle of the agent that made it; undefined: a person did, or a client that does not say. */
export function agentOf({ createdBy }: Origin): string | undefined {
  return createdBy?.startsWith('agent:') ? createdBy.slice('agent:'.length) : undefined;
}
