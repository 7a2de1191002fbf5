/** Requests about what the programs of terminals do. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { Terminals } from '../terminal/terminals.ts';
import { mayTypeAsPerson } from './past.ts';
import type { Requests } from './request.ts';
import { terminalOf } from './use-terminal.ts';

type Needs = { readonly terminals: Terminals };

export function programRequests({ terminals }: Needs) {
  return {
    'x-cotty/seen'(peer, { channel }) {
      if (!mayTypeAsPerson(peer))
        throw new RpcError(ErrorCode.PermissionDenied, 'only people who may type tell what they have seen');
      terminalOf(terminals, channel).status.program.seen();
      return null;
    },
  } satisfies Partial<Requests>;
}
