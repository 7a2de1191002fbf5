/** Changes of the list: closing, parking (a parked terminal lives on for some minutes), restoring and moving. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { parseDisposeMeta } from '../../protocol/validate/cotty.ts';
import { RpcError } from '../../rpc/errors.ts';
import { mayDispose } from '../people/claims.ts';
import type { Clients } from '../people/clients.ts';
import { mayParkRemotePty } from '../people/owner-rules.ts';
import type { Peer } from '../people/peer.ts';
import { foregroundProgram } from '../processes/foreground.ts';
import { jobsOf } from '../processes/jobs.ts';
import type { Terminals } from '../terminal/terminals.ts';
import type { Wakes } from '../wake/wakes.ts';
import type { Requests } from './request.ts';
import { terminalOf } from './use-terminal.ts';

type Needs = { readonly terminals: Terminals; readonly clients: Clients };

export function listRequests(needs: Needs & { readonly wakes: Wakes }) {
  const { terminals, clients, wakes } = needs;
  return {
    /** Disposing of a terminal that is gone already succeeds. */
    disposeTerminal(peer, { channel, _meta }) {
      const parsed = parseDisposeMeta(_meta);
      if (!parsed.ok) throw new RpcError(ErrorCode.InvalidParams, `_meta: ${parsed.error}`);
      check({ terminals, clients }, peer, channel);
      if (parsed.dispose.purge === true) {
        checkPurge(terminals, peer, channel);
        // Wake-ups of this terminal that still wait are part of its record.
        return terminals
          .purge(channel)
          .then(() => wakes.forget(channel))
          .then(() => null);
      }
      terminals.dispose(channel);
      return null;
    },
    'x-cotty/parkTerminal'(peer, { channel }) {
      check(needs, peer, channel);
      checkOwner(needs, peer, channel);
      if (!needs.terminals.park(channel, true)) throw missing(channel);
      return null;
    },
    'x-cotty/restoreTerminal'(peer, { channel }) {
      check(needs, peer, channel);
      if (!needs.terminals.restore(channel)) throw missing(channel);
      return null;
    },
    /** Lists what can be brought back or only read, for whoever asks: the list of terminals was for all to see, too. */
    'x-cotty/closed': (_peer, { all = false }) => ({
      terminals: terminals.closed.all.flatMap(({ uri, until, ended, asked }) => {
        const terminal = ended ?? terminals.find(uri);
        if (terminal === undefined || (!all && (ended !== undefined || !asked))) return [];
        const { title } = terminal.state;
        const told = { resource: uri, title, parkedUntil: until };
        return all ? [{ ...told, ended: ended !== undefined, info: terminal.info }] : [told];
      }),
    }),
    /** Moves a terminal in the list of everybody; agents leave the order to people. */
    'x-cotty/moveTerminal'({ actor }, { channel, before }) {
      if (actor.agent !== undefined) {
        throw new RpcError(ErrorCode.PermissionDenied, 'only people move terminals in the list');
      }
      for (const uri of [channel, ...(before === undefined ? [] : [before])]) {
        if (terminals.find(uri) === undefined) throw missing(uri);
      }
      terminals.move(channel, before);
      return null;
    },
    /** What a terminal would lose if it were closed now, so that people are asked before. */
    async 'x-cotty/work'(_peer, { channel }) {
      const terminal = terminalOf(terminals, channel);
      const { pid, running } = terminal.meta;
      if (terminal.state.lifecycle.status === 'exited') return { running: null, jobs: [] };
      // The process of a terminal at a client is known to that client only.
      const isHere = terminal.owner === undefined && pid !== undefined;
      const program = isHere ? foregroundProgram(pid) : undefined;
      return { running: running?.commandLine ?? program ?? null, jobs: isHere ? await jobsOf(pid) : [] };
    },
  } satisfies Partial<Requests>;
}

function check(needs: Needs, peer: Peer, channel: string): void {
  const why = whyNotDispose(needs, peer, channel);
  if (why !== undefined) throw new RpcError(ErrorCode.PermissionDenied, why);
}

/** Returns why the peer may not end that terminal; undefined when it may, or when there is none. */
export function whyNotDispose(
  { terminals, clients }: Needs,
  peer: Peer,
  channel: string,
): string | undefined {
  const terminal = terminals.find(channel);
  if (terminal === undefined) return undefined;
  const { createdBy } = terminal.meta;
  const verdict = mayDispose({ actor: peer.actor, createdBy }, terminal.state.claim, clients);
  return verdict.ok ? undefined : verdict.reason;
}

/**
 * Throws unless the peer may delete the record: a person may delete any, an agent only those of terminals it made. Holding
 * a terminal is not enough, because an agent holds every terminal in which it runs something.
 */
function checkPurge(terminals: Terminals, peer: Peer, channel: string): void {
  const terminal = terminals.find(channel);
  if (terminal === undefined) throw missing(channel);
  const { actor, identity } = peer;
  const { createdBy = 'somebody else' } = terminal.meta;
  if (actor.agent === undefined || createdBy === identity?.writer) return;
  throw new RpcError(
    ErrorCode.PermissionDenied,
    `the record of ${channel} is not agent ${actor.agent}'s to delete: ${createdBy} made this terminal`,
  );
}

function checkOwner({ terminals, clients }: Needs, peer: Peer, channel: string): void {
  const { owner, state } = terminals.find(channel) ?? {};
  if (owner === undefined || state === undefined) return;
  const verdict = mayParkRemotePty(peer.actor, { clientId: owner, name: clients.nameOf(state.claim) }, state);
  if (!verdict.ok) throw new RpcError(ErrorCode.PermissionDenied, verdict.reason);
}

function missing(channel: string): RpcError {
  return new RpcError(ErrorCode.NotFound, `there is no ${channel}`);
}
