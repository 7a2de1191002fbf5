/** What an action of a terminal means for its record. */

import type { TerminalLedger } from '../ledger/terminal-ledger.ts';
import { type CommandMeta, cottyMeta } from '../protocol/cotty-meta.ts';
import type { Action, UnknownAction } from '../protocol/envelope.ts';
import type { CommandExecutedAction, CommandFinishedAction } from '../protocol/terminal/actions.ts';

type Moment = {
  readonly now: number;
  readonly byClient: boolean;
  /** The host ends, and with it what runs. */
  readonly stopping: boolean;
};

/** Of signals that somebody else sends to a shell, at the end of a session or of the machine: 128 + HUP, KILL, TERM. */
const ENDED_FROM_OUTSIDE: ReadonlySet<number> = new Set([129, 137, 143]);

export function recordAction(ledger: TerminalLedger, action: Action | UnknownAction, moment: Moment): void {
  switch (action.type) {
    case 'terminal/data':
      ledger.output(action.data);
      break;
    case 'terminal/commandExecuted':
      ledger.begin(begun(action));
      break;
    case 'terminal/commandFinished':
      ledger.end(action.commandId, ended(action, moment));
      break;
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
