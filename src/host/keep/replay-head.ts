/** The head of a terminal's replay log: the state from which a host replays the rows that follow. */

import type { KeptCommand } from '../../ledger/records/kept-command.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import type { LiveStart, TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import { isBoolean, isRecord, isSeq, isString } from '../../protocol/fields/object-fields.ts';
import { MAX_COLS, MAX_ROWS } from '../../protocol/terminal/largest-size.ts';
import type { ContentPart, TerminalClaim } from '../../protocol/terminal/state.ts';
import { parseClaim } from '../../protocol/validate/read-terminal.ts';
import type { ShellSays } from '../../shell/shell-says.ts';
import type { SplitState } from '../../shell/split.ts';
import { isTrackState, type TrackState } from '../../shell/track-state.ts';
import { isKeptStatus, type KeptStatus } from '../agents/program-status.ts';
import type { ContentTail } from '../stream/content-tail.ts';
import type { BetweenState } from '../text/between-text.ts';
import { type LeftReplayLog, readReplayLog } from './replay-log.ts';

export const REPLAY_VERSION = 1;

export type ReplayHead = {
  readonly version: typeof REPLAY_VERSION;
  /** Number of the last command that ended before the log began. */
  readonly seq: number;
  /** Base name of the shell, or the program that runs instead of one. */
  readonly shell: string;
  readonly program: boolean;
  /** Reason why commands are not detected. */
  readonly integrationOff?: string;
  /** Size of the pty when the log began. */
  readonly cols: number;
  readonly rows: number;
  /** State of the terminal when the log began. Absent if the log began with the terminal. */
  readonly checkpoint?: Checkpoint;
};

export type Checkpoint = LiveStart & {
  readonly segments: SplitState;
  readonly track: TrackState;
  /** Number of commands that shell integration has reported. */
  readonly commands: number;
  readonly tail: ContentTail;
  /** What was printed since the last command. Earlier versions did not write it. */
  readonly between?: BetweenState;
  readonly detected: boolean;
  readonly title: string;
  readonly cwd?: string;
  readonly claim: TerminalClaim;
  /** If a session holds the terminal: the claim of the client that had it before. */
  readonly lender?: TerminalClaim;
  /** Content after the last recorded command. */
  readonly content: readonly ContentPart[];
  /** Escape sequences that draw the screen on a blank one. */
  readonly screen: string;
  readonly command?: KeptCommand;
  readonly entered: readonly LedgerRecord[];
  readonly status: Pick<TerminalMeta, 'running' | 'last'>;
  /** What the program does. Earlier versions did not write it. */
  readonly program?: KeptStatus;
  /** Properties that the shell has reported. */
  readonly says: ShellSays;
};

/** Reads the replay log of a terminal as `readReplayLog` does. Undefined also if its head is not valid. */
export function readTerminalReplayLog(folder: string): LeftReplayLog<ReplayHead> | undefined {
  const replayLog = readReplayLog<ReplayHead>(folder, REPLAY_VERSION);
  return replayLog !== undefined && isSound(replayLog.head) ? replayLog : undefined;
}

function isSound({ seq, shell, program, cols, rows, checkpoint }: ReplayHead): boolean {
  return (
    isSeq(seq) &&
    isString(shell) &&
    isBoolean(program) &&
    isLength(cols, MAX_COLS) &&
    isLength(rows, MAX_ROWS) &&
    (checkpoint === undefined || isCheckpoint(checkpoint))
  );
}

function isLength(value: unknown, most: number): boolean {
  return isSeq(value) && value >= 1 && value <= most;
}

function isCheckpoint(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { segments, track, commands, tail, title, claim, content, screen, command, entered, status, says } =
    value;
  const { program } = value;
  const isWhole =
    [segments, tail, status, says].every(isRecord) &&
    isTrackState(track) &&
    isSeq(commands) &&
    isString(title) &&
    parseClaim(claim) !== undefined &&
    isString(screen) &&
    (program === undefined || isKeptStatus(program)) &&
    Array.isArray(entered);
  const hasCommand = command === undefined || (isRecord(command) && isRecord(command['record']));
  return isWhole && hasCommand && Array.isArray(content) && content.every(isPart);
}

function isPart(value: unknown): boolean {
  if (!isRecord(value)) return false;
  if (value['type'] === 'unclassified') return isString(value['value']);
  return value['type'] === 'command' && isString(value['commandId']) && isString(value['output']);
}
