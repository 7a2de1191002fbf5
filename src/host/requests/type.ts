/** `x-cotty/type` — input as it stands, from the holder or from beside the holder's window. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { RpcError } from '../../rpc/errors.ts';
import { isHolder } from '../people/claims.ts';
import { inBackground } from '../people/run-claims.ts';
import type { Request } from './request.ts';
import { checkUse, terminalOf } from './use-terminal.ts';

export const type: Request<'x-cotty/type'> = {
  method: 'x-cotty/type',
  when: 'ready',
  changes: true,
  run(parts, peer, { channel, data }) {
    const terminal = terminalOf(parts, channel);
    const agent = checkUse(parts, peer, terminal);
    if (data.length > parts.limits.inputChars) {
      const most = parts.limits.inputChars;
      throw new RpcError(
        ErrorCode.InvalidParams,
        `an input is no longer than ${most} characters: send it in pieces`,
      );
    }
    if (agent !== undefined && !isHolder(peer.actor, terminal.state.claim))
      terminal.claim(inBackground(agent));
    if (terminal.input.type(data, peer.identity?.writer)) return null;
    throw new RpcError(
      ErrorCode.Conflict,
      'the terminal takes no more input: too much of it waits to be read',
    );
  },
};
