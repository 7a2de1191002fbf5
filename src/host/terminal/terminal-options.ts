/** Options of a terminal. */

import type { RecentCommands } from '../../ledger/records/recent-commands.ts';
import type { ErrorCode } from '../../protocol/common/error-codes.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { TerminalClaim } from '../../protocol/terminal/state.ts';
import type { Here } from '../../shell/nest/shells.ts';
import type { RuleBook } from '../agents/rule-book.ts';
import type { Clients } from '../clients/clients.ts';
import type { Clock } from '../common/clock.ts';
import type { Limits } from '../common/limits.ts';
import type { ReadBuffers } from '../keep/read-buffer.ts';
import type { Checkpoint } from '../keep/replay-head.ts';
import type { TerminalReplayLog } from '../keep/terminal-replay-log.ts';
import type { Launch } from '../launch/open-terminal.ts';
import type { PtyExit } from '../pty/pty-port.ts';
import type { RemotePty } from '../pty/remote-pty.ts';
import type { Recorder, RecordMeta } from '../record/recorder.ts';
import type { TerminalWaits } from '../record/terminal-waits.ts';
import type { Places } from '../run/places.ts';
import type { OuterProfile } from '../screen/outer-profile.ts';
import type { Store } from '../stream/store.ts';
import type { NameMeans, Naming } from './terminal-name.ts';

export type TerminalOptions = {
  readonly uri: string;
  readonly store: Store;
  /** The pty, if it runs at a client. */
  readonly remote?: RemotePty;
  /** Folder of the files that a successor host reads; undefined when programs end with this host. */
  readonly replayLog?: TerminalReplayLog;
  /** Lines to show before the output of the program. */
  readonly lastScreen?: string | undefined;
  /** A sentence to show before the output of the program. */
  readonly note?: string | undefined;
  /** State of the terminal under an earlier host. */
  readonly earlier?: Checkpoint;
  readonly clock: Clock;
  readonly log: (message: string) => void;
  /** Version of cotty, for programs that ask their terminal. */
  readonly version: string;
  readonly nonce: string;
  /** Path of the files by which commands are delivered, without extension; undefined for a pty at a client. */
  readonly delivery: string | undefined;
  readonly shell: string;
  /** Whether a program was started instead of a shell. */
  readonly program: boolean;
  /** Shell commands that ran in the terminal. */
  readonly commands: RecentCommands;
  /** Who waited in the terminal. */
  readonly waits: TerminalWaits;
  readonly size: { readonly cols: number; readonly rows: number };
  /** Number of lines kept above the screen. */
  readonly scrollback: number;
  readonly integrationOff: string | undefined;
  /** The name of the terminal, and the folder in which it got that. */
  readonly naming: NameMeans & { readonly naming: Naming; readonly cwd: string | undefined };
  /** Called when the name, or who has given it, has changed. */
  readonly onNamed: (naming: Naming) => void;
  /** Creator, time and purpose. */
  readonly origin: TerminalMeta;
  readonly here: Here;
  /** Whether to set up shell integration in inner shells. */
  readonly marksInside: () => boolean;
  /** Number of commands that ran under earlier hosts. */
  readonly commandsBefore: number;
  readonly places: Places;
  /** How agents are known, and what they do. */
  readonly rules: RuleBook;
  /** The recorder's part of the entry in the root list. */
  readonly recordMeta: () => RecordMeta;
  readonly holder: () => { readonly name: string; readonly connected: boolean };
  /** Returns the profile of the holder's outer terminal. */
  readonly outer: () => OuterProfile;
  /** Called when the program has ended or is being ended. */
  readonly onExit: (exit?: PtyExit) => void;
  /** Called when the entry in the root list has changed; `now` if users wait to see it. */
  readonly onInfo: (now: boolean) => void;
};

export type TerminalsOptions = Pick<Launch, 'env' | 'home' | 'version' | 'spawn' | 'deliveries'> & {
  readonly store: Store;
  readonly clients: Clients;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly log: (message: string) => void;
  readonly limits: Limits;
  /** Makes a nonce, which must be hard to guess: shell-integration sequences with it come from a shell that cotty has started. */
  readonly nonce: () => string;
  /** The user and the machine of the host. */
  readonly here: Here;
  readonly nestedShells: (claim: TerminalClaim) => boolean;
  /** Whether the terminals can survive this host. */
  readonly keeps: boolean;
  /** Read buffers in shared memory, which a successor host reads after a kill. */
  readonly readBuffers?: ReadBuffers | undefined;
  /** Answers of users about shell integration on other machines. */
  readonly places: Places;
  readonly rules: RuleBook;
};

export type Created =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string };
