/** The head of a terminal's replay log: what a host must know of the terminal to play the rows that follow. */

import type { KeptCommand } from '../../ledger/records/kept-command.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import { isBoolean, isRecord, isSeq, isString } from '../../protocol/fields/object-fields.ts';
import { MAX_COLS, MAX_ROWS } from '../../protocol/terminal/largest-size.ts';
import type { ContentPart, TerminalClaim } from '../../protocol/terminal/state.ts';
import { parseClaim } from '../../protocol/validate/read-terminal.ts';
import type { ShellSays } from '../../shell/shell-says.ts';
import type { SplitState } from '../../shell/split.ts';
import { isTrackState, type TrackState } from '../../shell/track-state.ts';
import type { BetweenState } from '../between/between-text.ts';
import type { ContentTail } from '../stream/content-tail.ts';
import { type LeftReplayLog, readReplayLog } from './replay-log.ts';

export const REPLAY_VERSION = 1;

export type ReplayHead = {
  readonly version: typeof REPLAY_VERSION;
  /** Number of the last command that had ended before. */
  readonly seq: number;
  /** Base name of the shell, or the program that runs instead of one. */
  readonly shell: string;
  readonly program: boolean;
  /** Reason why commands are not detected. */
  readonly integrationOff?: string;
  /** Size when the replay log began. */
  readonly cols: number;
  readonly rows: number;
  /** What the terminal had come to when the replay log began; absent for a replay log that is as old as the terminal. */
  readonly checkpoint?: Checkpoint;
};

export type Checkpoint = {
  readonly segments: SplitState;
  readonly track: TrackState;
  /** Commands that the marks have told of. */
  readonly commands: number;
  readonly tail: ContentTail;
  /** What was printed since the last command; absent in what an earlier version wrote. */
  readonly between?: BetweenState;
  readonly detected: boolean;
  readonly title: string;
  readonly cwd?: string;
  readonly claim: TerminalClaim;
  /** The claim of the client from which a session got the terminal. */
  readonly lender?: TerminalClaim;
  /** What stands behind the last command that is recorded. */
  readonly content: readonly ContentPart[];
  /** Draws the screen on a fresh one. */
  readonly screen: string;
  /** Rows from the end of the last command to that of the screen. */
  readonly liveFromEnd?: number;
  readonly command?: KeptCommand;
  readonly entered: readonly LedgerRecord[];
  readonly status: Pick<TerminalMeta, 'running' | 'last'>;
  /** What the shell says of itself. */
  readonly says: Omit<ShellSays, 'names'>;
  /** What it runs without a file. */
  readonly names?: readonly string[];
};

/** Returns the replay log of a terminal, as `readReplayLog` does; undefined also when a terminal cannot begin with what its head says. */
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
  const isWhole =
    [segments, tail, status, says].every(isRecord) &&
    isTrackState(track) &&
    isSeq(commands) &&
    isString(title) &&
    parseClaim(claim) !== undefined &&
    isString(screen) &&
    Array.isArray(entered);
  const hasCommand = command === undefined || (isRecord(command) && isRecord(command['record']));
  return isWhole && hasCommand && Array.isArray(content) && content.every(isPart);
}

function isPart(value: unknown): boolean {
  if (!isRecord(value)) return false;
  if (value['type'] === 'unclassified') return isString(value['value']);
  return value['type'] === 'command' && isString(value['commandId']) && isString(value['output']);
}
