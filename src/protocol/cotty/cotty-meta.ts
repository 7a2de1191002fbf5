/** The metadata that cotty adds to AHP, always under one `_meta` key, so that other peers ignore all of it. */

import type { DataMeta, Where } from '../terminal/command-meta.ts';
import type { Authority, ProgramRecord } from '../terminal/program-status.ts';
import type { Beside } from './pane-side.ts';

/** Metadata of TerminalInfo and TerminalState: the data of a tab without a subscription. */
export type TerminalMeta = {
  readonly pid?: number;
  /** Working directory of the shell, as a file URI. */
  readonly cwd?: string;
  /** Base name of the shell that reads commands, `zsh`. */
  readonly shell?: string;
  /** Present while a shell inside the terminal's own one reads commands. */
  readonly within?: Where;
  /** Another machine or container, `ssh box`, whose shell can have blocks: a person who holds the terminal is asked. */
  readonly asksBlocks?: string;
  /** Present when the shell at its prompt takes a line as `LINE_INPUT` (`shell-line.ts`), which is never read as keys. */
  readonly takesLines?: true;
  /** Present when the line editor of the shell has the keys of vi. */
  readonly editMode?: 'vi';
  /** The running command; absent at a prompt. */
  readonly running?: { readonly commandLine: string; readonly timestamp: number; readonly writer?: string };
  /** The last finished command. */
  readonly last?: { readonly commandLine: string; readonly exitCode?: number; readonly finishedAt: number };
  /** Number of bells since the start; a tab in the background remembers the number it last saw. */
  readonly bells?: number;
  /** The last notice that a program gave (OSC 9, 99, 777), cleaned; `n` counts them since the start. */
  readonly notice?: { readonly n: number; readonly title: string; readonly body: string };
  /** The progress that the running program reports (OSC 9;4). */
  readonly progress?: { readonly state: 'normal' | 'error' | 'unknown' | 'paused'; readonly percent: number };
  /**
   * What the running program does, and how its last work ended, by the best authority that tells it; `parts`: what it says of its
   * parts. Absent if nothing tells it.
   */
  readonly program?: ProgramRecord & { readonly by: Authority; readonly parts?: readonly ProgramRecord[] };
  /** Present when somebody has given the name; else the host made it of the folder. */
  readonly named?: true;
  /** Names that the terminal had before, the newest first: they still mean it, unless another one has such a name now. */
  readonly earlierNames?: readonly string[];
  /** The title that the program has set. */
  readonly programTitle?: string;
  /** Present when the running command has set that title itself; else the shell did, for its prompt. */
  readonly titledByCommand?: true;
  /** The holder's name for display, whether its client is connected, and its credential (as `HostMeta.via`). */
  readonly holder?: { readonly name: string; readonly connected: boolean; readonly via?: string };
  /** The state of shell integration; `off` has the reason in one line. */
  readonly integration?: 'pending' | 'active' | { readonly off: string };
  /** The command that the end of an earlier host cut off: offered again, never run automatically, removed by the next command. */
  readonly interrupted?: { readonly commandId?: string; readonly commandLine: string };
  /** Present while commands are not recorded; `off` has the reason in one line. */
  readonly recording?: { readonly off: string };
  /** Whether echo is off: the input is a secret. */
  readonly echoOff?: boolean;
  /** False while the running command has a program that reads each key itself (not ICANON); absent at the shell's prompt. */
  readonly lineEditing?: false;
  /** Name of the program in the foreground of the running command, once it has run for a moment; never that of the shell. */
  readonly foreground?: string;
  /** The lowest TCP port on which that program listens, as far as the host can tell. */
  readonly port?: number;
  /**
   * All TCP ports on which programs of the terminal listen, also in the background, as far as the host can tell; with the name of the
   * program, and when it was started in Unix milliseconds.
   */
  readonly ports?: readonly { readonly port: number; readonly program?: string; readonly since: number }[];
  /** The creator, `user:NAME` or `agent:HANDLE`; never changes. */
  readonly createdBy?: string;
  /** Unix milliseconds. */
  readonly created?: number;
  /** The purpose that the creator gave. */
  readonly purpose?: string;
  /** The terminal beside which the creator wants it to be shown. A window follows it when the terminal appears. */
  readonly beside?: Beside;
  /** The agent that asks the holder for the terminal. */
  readonly askedBy?: string;
  /** How the shell ended, such as `was killed by SIGKILL`, if the user should see that; absent if it was told to exit. */
  readonly died?: string;
  /** Unix milliseconds at which a closed (parked) terminal will be disposed. */
  readonly parkedUntil?: number;
  /**
   * Never sent by a host: a client of several hosts notes the machine of a terminal that is not on its own one, and why that machine is
   * away.
   */
  readonly machine?: string;
  readonly away?: string;
};

/** The exact screen, to write to a fresh emulator instead of replaying content; in the metadata of a snapshot's state. */
export type ScreenMeta = {
  /** Terminal text that rebuilds buffer, pen, modes and cursor at state.cols × state.rows. */
  readonly screen?: string;
  /**
   * Rows from the end of the buffer (0 = last row) to the start of the live part: where the running command began to print, or
   * the last one ended.
   */
  readonly liveFromEnd?: number;
  /** Cells of that row in which output without a final line break stood when the live part began. Absent: none. */
  readonly leftover?: number;
  /** The row at which the live part began was erased: the screen is live, and nothing above it. */
  readonly wiped?: boolean;
  /** Which cells of it show which images, as `screen/image` reads it; their bytes are asked for (`x-cotty/picture`). */
  readonly pictures?: unknown;
};

/** Where the live part begins. If it has no field, the scrollback is live, too. */
export type LiveStart = Pick<ScreenMeta, 'liveFromEnd' | 'leftover' | 'wiped'>;

/**
 * Metadata of `terminal/data` that brings a client which is behind up to date. `redrawn` takes the place of its screen; without it,
 * `data` is the last screenful of lines.
 */
export type UpdateMeta = DataMeta & { readonly redrawn?: ScreenMeta };

/** Metadata of an unclassified part of a snapshot that no program printed: it draws the screen for who replays the content. */
export type RedrawnMeta = { readonly redrawn?: boolean };

/** Metadata of `initialize` params: the writer that the client acts for, and whether it understands `ScreenMeta`. */
export type ClientMeta = {
  readonly writer?: string;
  readonly screens?: boolean;
  /** False: the client is not sent its own accepted `terminal/input`, only refusals of it. */
  readonly ownInput?: boolean;
  /**
   * The client acknowledges output (`x-cotty/ack`). While it is behind, it gets the host's screen in place of every byte:
   * `terminal/data` with `DataMeta`, and `x-cotty/redrawn`.
   */
  readonly acks?: boolean;
  /** The client takes changes of the list of terminals (`x-cotty/terminalsPatched`) in place of the whole list. */
  readonly listPatches?: boolean;
  /** The folder in which every terminal that this client creates must start. */
  readonly root?: string;
};

/** Metadata of the `initialize` result, the host's abilities beyond the standard, and of that of `reconnect`. */
export type HostMeta = {
  /** Whether `createTerminal` accepts `executionTarget: 'client'`. */
  readonly clientTerminals?: boolean;
  /** Whether `terminal/input` may be bytes (`byte-input.ts`). */
  readonly byteInput?: boolean;
  /** The credential of the client, `local` or `token`. Clients with the same name and credential are one person. */
  readonly via?: string;
  /**
   * The ack of typed input: the clientSeq of the last `terminal/input` that this host, or the one before it, got from a client
   * with `ownInput: false`.
   */
  readonly taken?: number;
};

/** Metadata of a terminal whose pty runs at a client: the clientSeq of the last output that the host has received. */
export type OwnerMeta = { readonly received?: number };

/** Metadata of `terminal/claimed`: take over only from this holder (compare and swap). */
export type TakeOverMeta = { readonly takeOverFrom?: string };

/**
 * Metadata of `terminal/claimed` from a session that holds the terminal, to release it. The host replaces the claim by that of
 * the client that had the terminal before; without one, the claim stays as it was sent.
 */
export type ReleaseMeta = { readonly release?: true };

/**
 * Metadata of `createTerminal`: the program to run instead of the user's own shell in the host's environment. When the
 * client runs the pty, `shell` and `command` only describe its program.
 */
export type CreateMeta = {
  /** A shell, by path or name. */
  readonly shell?: string;
  /** A program and its arguments instead of a shell, run directly without a shell. */
  readonly command?: readonly string[];
  readonly purpose?: string;
  /** Where windows show the terminal when it appears, in a pane of its own. */
  readonly beside?: Beside;
  /** Variables to add to the environment or to replace in it. */
  readonly env?: { readonly [name: string]: string };
  /** Whether `cwd` is a default. If it does not exist, the host takes the nearest folder above it, or home, and says so. */
  readonly cwdIsDefault?: boolean;
  /** Whether the name is a default. If another terminal has it, the host adds a number; else it refuses. */
  readonly nameIsDefault?: boolean;
  /** The nonce in the sequences of a shell that runs at the client; absent if it has no integration. */
  readonly nonce?: string;
  /** Never sent to a host: the machine on which a client of several hosts creates the terminal. */
  readonly machine?: string;
};

/** Metadata of `disposeTerminal`: `purge` also deletes the terminal's record. */
export type DisposeMeta = { readonly purge?: boolean };
