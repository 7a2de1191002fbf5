/** The head of a terminal's tape: what a host must know of the terminal to play the rows that follow. */

import type { KeptCommand } from '../../ledger/records/kept-command.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { ContentPart, TerminalClaim } from '../../protocol/terminal/state.ts';
import type { ShellSays } from '../../shell/shell-says.ts';
import type { SplitState } from '../../shell/split.ts';
import type { TrackState } from '../../shell/track-state.ts';
import type { BetweenState } from '../between/between-text.ts';
import type { ContentTail } from '../stream/content-tail.ts';

export const TAPE_VERSION = 1;

export type TapeHead = {
  readonly version: typeof TAPE_VERSION;
  /** Number of the last command that had ended before. */
  readonly seq: number;
  /** Base name of the shell, or the program that runs instead of one. */
  readonly shell: string;
  readonly program: boolean;
  /** Reason why commands are not detected. */
  readonly integrationOff?: string;
  /** Size when the tape began. */
  readonly cols: number;
  readonly rows: number;
  /** What the terminal had come to when the tape began; absent for a tape that is as old as the terminal. */
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
