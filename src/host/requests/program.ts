/** Requests about what the programs of terminals do. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import type { Explanation } from '../../protocol/cotty/program.ts';
import { chiefOf } from '../../protocol/terminal/program-status.ts';
import { RpcError } from '../../rpc/errors.ts';
import { explainedBy } from '../agents/explained.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Terminals } from '../terminal/terminals.ts';
import { mayTypeAsPerson } from './past.ts';
import type { Requests } from './request.ts';
import { readableOf, terminalOf } from './use-terminal.ts';

type Needs = { readonly terminals: Terminals };

export function programRequests({ terminals }: Needs) {
  return {
    'x-cotty/seen'(peer, { channel }) {
      if (!mayTypeAsPerson(peer))
        throw new RpcError(ErrorCode.PermissionDenied, 'only people who may type tell what they have seen');
      terminalOf(terminals, channel).status.program.seen();
      return null;
    },
    'x-cotty/explain'(_peer, { channel }) {
      return explained(readableOf(terminals, channel));
    },
  } satisfies Partial<Requests>;
}

function explained({ status, detector, options }: Terminal): Explanation {
  const { agent, seen } = detector.look();
  const { by, cause, records } = status.program.decided;
  const chief = chiefOf(records);
  return {
    by,
    cause,
    state: chief?.state ?? null,
    ...(chief?.kind === undefined ? {} : { kind: chief.kind }),
    ...(chief?.msg === undefined ? {} : { msg: chief.msg }),
    ...explainedBy(agent, seen),
    files: options.rules.files,
  };
}
