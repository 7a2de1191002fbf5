/** What an action of a terminal means for its record. */

import type { CommandLog } from '../../ledger/records/command-log.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import type { TerminalLedger } from '../../ledger/write/terminal-ledger.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { Action, UnknownAction } from '../../protocol/envelope.ts';
import type { CommandExecutedAction, CommandFinishedAction } from '../../protocol/terminal/actions.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';

type Moment = {
  readonly now: number;
  readonly byClient: boolean;
  /** The host ends, and with it what runs. */
  readonly stopping: boolean;
};

/** Of signals that somebody else sends to a shell, at the end of a session or of the machine: 128 + HUP, KILL, TERM. */
const ENDED_FROM_OUTSIDE: ReadonlySet<number> = new Set([129, 137, 143]);

export type Recording = {
  readonly log: CommandLog;
  /** Absent: nothing is written. */
  readonly ledger?: TerminalLedger;
};

/** Answers the record that is complete now. */
export function recordAction(
  { log, ledger }: Recording,
  action: Action | UnknownAction,
  moment: Moment,
): LedgerRecord | undefined {
  switch (action.type) {
    case 'terminal/data':
      if (log.output(action.data)) ledger?.printed();
      return undefined;
    case 'terminal/commandExecuted':
      beginIn(log, ledger, action);
      return undefined;
    case 'terminal/commandFinished': {
      const record = log.end(action.commandId, ended(action, moment));
      if (record !== undefined) ledger?.ended(record);
      return record;
    }
    default:
      if (ledger !== undefined) noteFacts(ledger, action, moment);
      return undefined;
  }
}

function noteFacts(ledger: TerminalLedger, action: Action | UnknownAction, moment: Moment): void {
  switch (action.type) {
    case 'terminal/cleared':
      ledger.clear();
      break;
    case 'terminal/titleChanged':
      ledger.describe({
        name: action.title,
        ...(moment.byClient ? { named: action.title.trim() !== '' } : {}),
      });
      break;
    case 'terminal/cwdChanged':
      ledger.describe({ cwd: action.cwd });
      break;
    case 'terminal/resized':
      ledger.describe({ cols: action.cols, rows: action.rows });
      break;
    case 'terminal/claimed':
      ledger.describe({ claim: action.claim });
      break;
    case 'terminal/exited':
      if (!moment.stopping && !ENDED_FROM_OUTSIDE.has(action.exitCode ?? 0))
        ledger.describe({ state: 'exited' });
      break;
    default:
  }
}

function beginIn(log: CommandLog, ledger: TerminalLedger | undefined, action: CommandExecutedAction): void {
  const record = log.begin(begun(action));
  ledger?.begun(record);
}

function begun({ commandId, commandLine, timestamp, _meta }: CommandExecutedAction) {
  const { writer, cwd, cols, unverified } = cottyMeta<CommandMeta>(_meta);
  return {
    commandId,
    commandLine,
    startedAt: timestamp,
    ...(writer === undefined ? {} : { writer }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(cols === undefined ? {} : { cols }),
    ...(unverified === undefined ? {} : { unverified }),
  };
}

function ended({ exitCode, _meta }: CommandFinishedAction, { now, stopping }: Moment) {
  const { timedOut } = cottyMeta<CommandMeta>(_meta);
  return {
    finishedAt: now,
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(timedOut === undefined ? {} : { timedOut }),
    ...(stopping ? { killedByRestart: true } : {}),
  };
}
