/** Changes of the list: closing, parking (a parked terminal lives on for some minutes), restoring and moving. */

import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { parseDisposeMeta } from '../../protocol/validate/cotty.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { Act } from '../clients/claims.ts';
import type { Clients } from '../clients/clients.ts';
import { mayParkRemotePty } from '../clients/owner-rules.ts';
import type { Peer } from '../clients/peer.ts';
import { hasEnded, processStat } from '../common/process-stat.ts';
import { childrenOf, foregroundGroup, foregroundProgram, programOf } from '../processes/foreground.ts';
import type { Terminals } from '../terminal/terminals.ts';
import type { Wakes } from '../wake/wakes.ts';
import type { Requests } from './request.ts';
import { checkAct, terminalOf } from './use-terminal.ts';

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
        if (terminals.find(channel) === undefined) throw missing(channel);
        check({ terminals, clients }, peer, channel, 'purge');
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
    async 'x-cotty/restoreTerminal'(peer, { channel }) {
      check(needs, peer, channel);
      const restored = await terminals.restore(channel);
      if (!restored.ok) throw new RpcError(restored.code, restored.message);
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
    'x-cotty/moveTerminal'(peer, { channel, before }) {
      check(needs, peer, channel, 'move');
      for (const uri of [channel, ...(before === undefined ? [] : [before])]) {
        if (terminals.find(uri) === undefined) throw missing(uri);
      }
      terminals.move(channel, before);
      return null;
    },
    /** Returns the programs that closing the terminal would end, so that people are asked before. */
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

function check(needs: Needs, peer: Peer, channel: string, act: Act = 'close'): void {
  const terminal = needs.terminals.find(channel);
  if (terminal !== undefined) checkAct(needs, peer, terminal, act);
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

/** The background jobs of a shell: its children that lead other process groups than its own, and are not in the foreground. */
type Child = { readonly group: number; readonly name: string };

/** Returns the name of one program of each job, stopped jobs included. */
async function jobsOf(shell: number): Promise<readonly string[]> {
  const children = process.platform === 'linux' ? linuxChildren(shell) : await otherChildren(shell);
  const groups = new Map<number, string>();
  for (const { group, name } of children) if (!groups.has(group)) groups.set(group, name);
  return [...groups.values()];
}

function linuxChildren(shell: number): readonly Child[] {
  const own = processStat(shell);
  const front = foregroundGroup(shell);
  return childrenOf(shell).flatMap((pid): readonly Child[] => {
    const stat = processStat(pid);
    if (stat === undefined || hasEnded(stat) || stat.group === own?.group) return [];
    const { group } = stat;
    return group === front ? [] : [{ group, name: programOf(pid) ?? 'a program' }];
  });
}

/** Asks `ps`: the process groups of the shell's children, as macOS and BSD list them. */
function otherChildren(shell: number): Promise<readonly Child[]> {
  return new Promise((resolve) => {
    execFile('ps', ['-A', '-o', 'pid=,ppid=,pgid=,tpgid=,stat=,comm='], (error, stdout) => {
      const rows = error === null ? stdout.split('\n').map((line) => line.trim().split(/\s+/)) : [];
      const own = rows.find(([pid]) => Number(pid) === shell);
      resolve(
        rows.flatMap(([, parent, group, front, state = '', ...name]): readonly Child[] => {
          const isJob = Number(parent) === shell && group !== own?.[2] && group !== front;
          return isJob && !state.startsWith('Z')
            ? [{ group: Number(group), name: basename(name.join(' ')) || 'a program' }]
            : [];
        }),
      );
    });
  });
}
