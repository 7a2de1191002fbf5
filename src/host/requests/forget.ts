/** `x-cotty/forget` — takes command line and output of one record out of memory, mirrors and disk; that it ran stays. */

import { findRecords } from '../../ledger/read/find-records.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import { forgetRaw } from '../../ledger/write/forget-raw.ts';
import { forgotten } from '../../ledger/write/forget-record.ts';
import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { META_KEY } from '../../protocol/common/meta.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { HostParts } from '../parts.ts';
import type { Peer } from '../people/peer.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Request } from './request.ts';
import { terminalOf } from './use-terminal.ts';

export const forget: Request<'x-cotty/forget'> = {
  method: 'x-cotty/forget',
  when: 'ready',
  changes: true,
  async run(parts, peer, { channel, seq }) {
    const terminal = terminalOf(parts, channel);
    const { log, folder, ledger, raw } = parts.recorder.of(terminal.uri);
    const { records } = await findRecords(log, folder, { seq });
    check(peer, records[0], seq);
    if (records[0] !== undefined) takeOut(parts, terminal, records[0]);
    log.replace(seq, forgotten);
    await parts.wakes.forget(terminal.uri, seq);
    try {
      await ledger?.forget(seq);
      const id = records[0]?.commandId;
      // A recording of before may be there although there is none now.
      if (id !== undefined && folder !== undefined) await (raw?.forget(id) ?? forgetRaw(folder, id));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new RpcError(ErrorCode.InternalError, `it is forgotten here, but stays on the disk: ${why}`);
    }
    return null;
  },
};

/** People may have anything forgotten, agents what they ran themselves. */
function check({ actor, identity }: Peer, record: LedgerRecord | undefined, seq: number): void {
  if (record === undefined) throw new RpcError(ErrorCode.NotFound, `there is no record ${seq}`);
  if (record.finishedAt === undefined) {
    throw new RpcError(ErrorCode.Conflict, `record ${seq} still runs: it can be forgotten when it has ended`);
  }
  if (actor.agent !== undefined && record.writer !== identity?.writer) {
    const whose = record.writer ?? 'somebody';
    throw new RpcError(ErrorCode.PermissionDenied, `record ${seq} is of ${whose}: agents forget their own`);
  }
}

/**
 * Of the content it goes as an end that is told again: mirrors of ours take the text out, those of others keep it until they
 * subscribe anew. What stands on a screen stays there until it is cleared.
 */
function takeOut({ store }: HostParts, terminal: Terminal, record: LedgerRecord): void {
  const { commandId, commandLine, exitCode, startedAt, finishedAt = startedAt } = record;
  const meta: CommandMeta = { forgotten: true };
  terminal.announce({
    type: 'terminal/commandFinished',
    commandId,
    ...(exitCode === undefined ? {} : { exitCode }),
    durationMs: Math.max(0, finishedAt - startedAt),
    _meta: { [META_KEY]: meta },
  });
  terminal.status.forgot(commandLine);
  store.forgetReplay();
}
