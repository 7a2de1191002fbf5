/** `x-cotty/ask`: an agent asks the holder of a terminal to hand it over. People see the request until they answer or the agent leaves. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { RpcError } from '../../rpc/errors.ts';
import { isHolder } from '../people/claims.ts';
import type { Terminals } from '../terminal/terminals.ts';
import type { ControlRequests } from './control-requests.ts';
import type { Request } from './request.ts';
import { terminalOf } from './use-terminal.ts';

type Needs = { readonly terminals: Terminals; readonly controlRequests: ControlRequests };

export function ask({ terminals, controlRequests }: Needs): Request<'x-cotty/ask'> {
  return {
    when: 'ready',
    changes: true,
    run({ actor, identity }, { channel }) {
      const { agent } = actor;
      if (agent === undefined || identity?.writer === undefined) {
        throw new RpcError(ErrorCode.PermissionDenied, 'agents ask for a terminal; people take it over');
      }
      const terminal = terminalOf(terminals, channel);
      const { claim, lifecycle } = terminal.state;
      if (terminal.owner !== undefined || lifecycle.status === 'exited') {
        const why = terminal.owner === undefined ? 'it has exited' : 'it runs at its owner';
        throw new RpcError(ErrorCode.Conflict, `this terminal cannot change hands: ${why}`);
      }
      if (isHolder(actor, claim)) throw new RpcError(ErrorCode.Conflict, 'you hold this terminal already');
      const { askedBy } = terminal.status;
      if (askedBy !== undefined && askedBy !== identity.writer) {
        throw new RpcError(ErrorCode.Conflict, `${askedBy} has asked for this terminal already`);
      }
      controlRequests.add(terminal, identity.writer);
      return null;
    },
  };
}
