/** Applies the actions of a terminal to its recent commands and its ledger. */

import type { CommandIndex } from '../../ledger/read/command-index.ts';
import type { RecentCommands } from '../../ledger/records/recent-commands.ts';
import type { CommandEnd, LedgerRecord } from '../../ledger/records/record.ts';
import type { TerminalLedger } from '../../ledger/write/terminal-ledger.ts';
import { given } from '../../protocol/common/given.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { Action, UnknownAction } from '../../protocol/envelope.ts';
import type { CommandExecutedAction, CommandFinishedAction } from '../../protocol/terminal/actions.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';

type Moment = {
  /** Unix milliseconds. */
  readonly now: number;
  /** Whether the host is stopping, which ends all running commands. */
  readonly stopping: boolean;
  /** Whether this happened under an earlier host, and not now. */
  readonly replayed: boolean;
};

/** Keeps the commands of the terminal. */
type RecordedIn = {
  readonly commands: RecentCommands;
  /** Absent when nothing is written to disk. */
  readonly ledger?: TerminalLedger | undefined;
  readonly index?: Pick<CommandIndex, 'replace'> | undefined;
};

/** Applies one action. Returns the record that it completes. */
export function recordAction(
  { commands, ledger, index }: RecordedIn,
  action: Action | UnknownAction,
  moment: Moment,
): LedgerRecord | undefined {
  switch (action.type) {
    case 'terminal/data':
      recordOutput(commands, ledger, moment);
      return undefined;
    case 'terminal/commandExecuted':
      beginRecord(commands, ledger, action);
      return undefined;
    case 'terminal/commandFinished': {
      const { startedAt, noCommand } = commands.begun ?? {};
      // Nothing is cut off where no command ran.
      const stopping = moment.stopping && noCommand !== true;
      const end = endOf(action, { ...moment, stopping }, startedAt);
      if (end.entered === 'left') complete({ commands, ledger, index }, action.commandId, end);
      const record = commands.end(action.commandId, end);
      if (record !== undefined && record.unrecorded !== true) ledger?.ended(record);
      return record;
    }
    default:
      if (ledger !== undefined) describeTerminal(ledger, action);
      return undefined;
  }
}

/** Text that was printed under an earlier host has lost its time. */
function recordOutput(
  commands: RecentCommands,
  ledger: TerminalLedger | undefined,
  { now, replayed }: Moment,
): void {
  if (!commands.printed(replayed ? undefined : now)) ledger?.printedBetween();
  else if (commands.begun?.unrecorded !== true) ledger?.printed();
}

/** Completes the record of a command that had entered another shell: to the readers it had ended then. */
function complete({ commands, ledger, index }: RecordedIn, commandId: string, end: CommandEnd): void {
  const record = commands.left(commandId, end);
  if (record === undefined) return;
  index?.replace(record.seq, record);
  if (record.unrecorded !== true) ledger?.left(record);
}

/** Updates the facts about the terminal in its ledger. */
function describeTerminal(ledger: TerminalLedger, action: Action | UnknownAction): void {
  switch (action.type) {
    case 'terminal/cleared':
      ledger.clear();
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
    default:
  }
}

function beginRecord(
  commands: RecentCommands,
  ledger: TerminalLedger | undefined,
  action: CommandExecutedAction,
): void {
  const record = commands.begin(beginningOf(action));
  if (record.unrecorded !== true) ledger?.begun(record);
}

function beginningOf({ commandId, commandLine, timestamp, _meta }: CommandExecutedAction) {
  const { writer, cwd, cols, unverified, unrecorded, where, before, noCommand } =
    cottyMeta<CommandMeta>(_meta);
  return {
    commandId,
    commandLine,
    startedAt: timestamp,
    ...given({ writer, cwd, cols, unverified, unrecorded, where, before, noCommand }),
  };
}

function endOf(
  { exitCode, durationMs = 0, _meta }: CommandFinishedAction,
  { now, stopping, replayed }: Moment,
  startedAt = now,
) {
  const { timedOut, entered, endedTerminal } = cottyMeta<CommandMeta>(_meta);
  return {
    finishedAt: replayed ? startedAt + durationMs : now,
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(timedOut === undefined ? {} : { timedOut }),
    ...(entered === undefined ? {} : { entered }),
    ...(endedTerminal === true && !stopping ? { endedTerminal } : {}),
    ...(stopping ? { killedByRestart: true } : {}),
  };
}
