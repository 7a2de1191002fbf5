/** Requests about what the programs of terminals do. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import type { Explanation } from '../../protocol/cotty/program.ts';
import { chiefOf } from '../../protocol/terminal/program-status.ts';
import { RpcError } from '../../rpc/errors.ts';
import { bottomRows } from '../../screen/text/bottom-rows.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Terminals } from '../terminal/terminals.ts';
import { mayTypeAsPerson } from './past.ts';
import type { Requests } from './request.ts';
import { readableOf, terminalOf } from './use-terminal.ts';

type Needs = { readonly terminals: Terminals };

/** Rows of an answer. */
const ROWS = 12;

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

function explained(terminal: Terminal): Explanation {
  terminal.settle();
  const { by, cause, records } = terminal.status.program.decided;
  const chief = chiefOf(records);
  const { emulator } = terminal.screenState;
  const { title, notice } = emulator.reports;
  return {
    by,
    cause,
    state: chief?.state ?? null,
    ...(chief?.kind === undefined ? {} : { kind: chief.kind }),
    ...(chief?.msg === undefined ? {} : { msg: chief.msg }),
    title,
    notice: notice === undefined ? null : { title: notice.title, body: notice.body },
    rows: bottomRows(emulator, ROWS),
  };
}
