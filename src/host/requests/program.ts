/** Requests about what the programs of terminals do. */

import { redact } from '../../ledger/records/redact.ts';
import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import type { Explanation, HookReport } from '../../protocol/cotty/program.ts';
import {
  chiefOf,
  type StatusReport,
  shownLine,
  statusSequence,
} from '../../protocol/terminal/program-status.ts';
import { RpcError } from '../../rpc/errors.ts';
import { isReportKey } from '../../shell/report-key.ts';
import { explainedBy } from '../agents/explained.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Terminals } from '../terminal/terminals.ts';
import { mayTypeAsPerson } from './past.ts';
import type { Requests } from './request.ts';
import { readableOf, terminalOf } from './use-terminal.ts';

type Needs = { readonly terminals: Terminals };

/** Limit of a message in characters. */
const MAX_MESSAGE = 500;
const BLANKS = /[\s\x00-\x1f\x7f-\x9f\u2028\u2029]+/g;

export function programRequests({ terminals }: Needs) {
  return {
    'x-cotty/seen'(peer, { channel }) {
      if (!mayTypeAsPerson(peer))
        throw new RpcError(ErrorCode.PermissionDenied, 'only people who may type tell what they have seen');
      terminalOf(terminals, channel).status.program.seen();
      return null;
    },
    'x-cotty/report'({ access }, { channel, key, report, hook, session }) {
      if (!access.atSocket)
        throw new RpcError(ErrorCode.PermissionDenied, 'hooks report over the socket of the host only');
      const terminal = terminalOf(terminals, channel);
      if (!isReportKey(key, terminal.options.nonce))
        throw new RpcError(
          ErrorCode.PermissionDenied,
          `this is not the key (COTTY_REPORT) of the terminal "${terminal.state.title}": only programs in it may report`,
        );
      const read = reportOf(report);
      const isPassing = read.state === 'working' || read.state === 'blocked';
      if (isPassing && terminal.isAtPrompt())
        throw new RpcError(ErrorCode.Conflict, `no command runs here, so nothing is ${read.state}`);
      terminal.status.program.hooked(read, shownLine(hook.replace(BLANKS, ' ')) ?? '', session);
      return null;
    },
    'x-cotty/explain'(_peer, { channel }) {
      return explained(readableOf(terminals, channel));
    },
  } satisfies Partial<Requests>;
}

/** Returns the report as one of OSC 7501 would be: one line of text, and the limits of that protocol. */
function reportOf({ state, id = '', kind, app, msg = '' }: HookReport): StatusReport {
  const line = shownLine(redact(msg).replace(BLANKS, ' '));
  const report: StatusReport = {
    state,
    id,
    ...(kind === undefined || state !== 'blocked' ? {} : { kind }),
    ...(app === undefined ? {} : { app }),
    ...(line === undefined ? {} : { msg: shortened(line) }),
  };
  try {
    statusSequence(report);
    return report;
  } catch (error) {
    throw new RpcError(ErrorCode.InvalidParams, reasonOf(error));
  }
}

function shortened(text: string): string {
  const chars = Array.from(text);
  return chars.length <= MAX_MESSAGE ? text : `${chars.slice(0, MAX_MESSAGE - 1).join('')}…`;
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
