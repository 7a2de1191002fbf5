/** `x-cotty/past`, `x-cotty/find`, `x-cotty/history` and `x-cotty/stats`: what users may ask of what ran before. */

import { isAbsolute } from 'node:path';
import type { HistoryPlace } from '../../ledger/index/past-lines.ts';
import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { RpcError } from '../../rpc/errors.ts';
import { hasHistory } from '../../shell/history/history-text.ts';
import type { Peer } from '../clients/peer.ts';
import { findEverywhere } from '../history/everywhere.ts';
import type { History } from '../history/history.ts';
import type { ReadingTurns } from '../history/reading-turns.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Terminals } from '../terminal/terminals.ts';
import type { Requests } from './request.ts';
import { terminalOf } from './use-terminal.ts';

type Needs = Parameters<typeof findEverywhere>[0] & {
  readonly terminals: Terminals;
  readonly history: History;
  readonly readings: ReadingTurns;
};

export function pastRequests({ history, readings, ...needs }: Needs) {
  const { terminals } = needs;
  /** The newest searches of each client: an older one need not go on. */
  const lineSearches = new WeakMap<Peer, object>();
  const searches = new WeakMap<Peer, object>();
  return {
    async 'x-cotty/past'(peer, { channel, prefix, words, skip, limit }) {
      const terminal = terminalOf(terminals, channel);
      refuseOthers(peer, 'can read what was typed before');
      const search = {};
      if (words !== undefined) lineSearches.set(peer, search);
      const query = {
        ...(prefix === undefined ? {} : { prefix }),
        ...(words === undefined ? {} : { words }),
        ...(skip === undefined ? {} : { skip }),
        ...(limit === undefined ? {} : { limit }),
      };
      // Keys typed ahead ask before the shell has said where its history is.
      await terminal.status.firstPrompt;
      const isWanted = () => words === undefined || lineSearches.get(peer) === search;
      return history.past(placeOf(terminal), terminal.state.cwd, query, isWanted);
    },
    'x-cotty/find'(peer, { channel: _root, _meta, ...query }) {
      refuseOthers(peer, 'can search everything');
      const search = {};
      searches.set(peer, search);
      const isWanted = () => searches.get(peer) === search;
      return readings.take(peer, (pause) => findEverywhere(needs, query, isWanted, pause));
    },
    'x-cotty/history'(peer, { channel: _root, _meta, ...query }) {
      refuseOthers(peer, 'can read the history');
      return readings.take(peer, (pause) => history.find(query, pause));
    },
    'x-cotty/stats'(peer, { channel: _root, _meta, ...query }) {
      refuseOthers(peer, 'can read the history');
      return readings.take(peer, (pause) => history.stats(query, pause));
    },
  } satisfies Partial<Requests>;
}

/** Whether a peer is a person who may type: the record of all terminals is for nobody else. */
export function mayTypeAsPerson({ access, identity }: Peer): boolean {
  return !access.watchOnly && identity?.agent === undefined;
}

function refuseOthers(peer: Peer, what: string): void {
  if (mayTypeAsPerson(peer)) return;
  throw new RpcError(ErrorCode.PermissionDenied, `only a user who may type ${what}`);
}

/** Returns the history file of the terminal's shell; undefined when it has none on this machine. */
function placeOf({ owner, status }: Terminal): HistoryPlace | undefined {
  const { shell = '', histFile: path = '' } = status.says;
  return owner === undefined && hasHistory(shell) && isAbsolute(path) ? { shell, path } : undefined;
}
