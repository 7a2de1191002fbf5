/** Requests and notifications that cotty adds to AHP (`x-` names are implementation-defined, AHP §7). */

import type { Meta } from '../common/meta.ts';
import type { TerminalInfo } from '../terminal/state.ts';
import type {
  CommandsResult,
  OutputRange,
  OutputResult,
  OutputSearch,
  OutputSearchResult,
} from './command-output.ts';
import type { CommandRecord } from './command-record.ts';
import type { ScreenMeta } from './cotty-meta.ts';
import type { FindQuery, FindResult } from './find.ts';
import type { PastQuery, PastResult } from './past-line.ts';
import type { Wake, Watch, WatchFilter } from './wake.ts';

type OnChannel = { readonly channel: string; readonly _meta?: Meta };

export type RunParams = OnChannel & {
  /** One or more lines, run as one command with one record. */
  readonly commandLine: string;
  /** After this time the answer comes before the end; the terminal stays busy until the command has ended. */
  readonly timeoutMs?: number;
  /** With false, the answer comes when the command has started, and only the record tells of a timeout. */
  readonly wait?: boolean;
  /** With true, the shell's first prompt is waited for as long as it takes: its start files may ask something before it. */
  readonly patient?: boolean;
  /**
   * With a ticket, which names this run to the client, the command waits its turn where another one runs: `x-cotty/turn`
   * tells the place, `x-cotty/giveUpTurn` or the end of the connection gives it up.
   */
  readonly ticket?: string;
};

/** The place of a run that waits its turn. */
export type Turn = {
  readonly ticket: string;
  /** Number of those who wait before it. */
  readonly before: number;
  /** What runs now, as a refusal would say it. */
  readonly busy: string;
};

/** The refusal of a run whose turn was given up, which a script that gives it up says itself. */
export const TURN_GIVEN_UP = 'the turn was given up: the command did not run';

/** The record's `finished_at` is null if the command still runs. */
export type RunResult = { readonly record: CommandRecord };

export type RecordsParams = OnChannel & {
  /** Number of newest records; 1 when no field is given. */
  readonly last?: number;
  /** Selects the records after this number, oldest first. */
  readonly sinceSeq?: number;
  /** Selects exactly this record. */
  readonly seq?: number;
};

/** Records, oldest first, the running command last; `more` when further records did not fit in the answer. */
export type RecordsResult = {
  readonly records: readonly CommandRecord[];
  readonly more: boolean;
  /**
   * What was printed since the last command while none ran, as terminal text, at most 16 KiB; only with the newest record, and
   * absent if nothing was.
   */
  readonly printedSince?: string;
};

/** The screen as data instead of a picture. */
export type ScreenReport = {
  /** One line of plain text per row; if `lines` was given, the last lines including scrollback. */
  readonly lines: readonly string[];
  readonly cols: number;
  readonly rows: number;
  /** Position from the top left, 0-based. */
  readonly cursor: { readonly x: number; readonly y: number; readonly visible: boolean };
  /** Whether a program uses the alternate screen. */
  readonly fullScreen: boolean;
  readonly title: string;
  /** The running command. */
  readonly running: { readonly cmd: string; readonly seq: number; readonly writer: string | null } | null;
  /** The reason to assume that a program, not the shell's prompt, waits for input; null when there is none. */
  readonly waitingForInput: 'echo-off' | 'prompt' | null;
  /** Whether the program wants `ESC O A` instead of `ESC [ A` for arrow keys (DECCKM); some hosts omit it. */
  readonly applicationCursorKeys?: boolean;
  /** Flags of the kitty keyboard protocol, and the level of modifyOtherKeys, that the program has set; 0 if none. */
  readonly kittyKeyboard?: number;
  readonly modifyOtherKeys?: 0 | 1 | 2;
  /** The progress that the program reports by OSC 9;4. */
  readonly progress: {
    readonly state: 'normal' | 'error' | 'unknown' | 'paused';
    readonly percent: number;
  } | null;
};

/** A piece of a picture's bytes, as a program has sent them. */
export type PicturePiece = {
  readonly format: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Bytes in all. */
  readonly bytes: number;
  /** In base64; empty at the end. */
  readonly data: string;
};

export type WatchResult = { readonly watch: Watch; readonly subscribers: readonly string[] };

export type WakesResult = {
  /** Wake-ups that are not acknowledged yet, oldest first. */
  readonly wakes: readonly Wake[];
  /** Number of older wake-ups dropped because too many waited. */
  readonly dropped: number;
  readonly watches: readonly Watch[];
};

/** A terminal that was closed: it can be restored, or has ended and can only be read. */
export type ClosedTerminal = {
  readonly resource: string;
  readonly title: string;
  /** Unix milliseconds until which it is kept. */
  readonly parkedUntil: number;
};

/** With `all`, in answers to which the ended ones are, too. */
export type AnyClosedTerminal = ClosedTerminal & {
  /** Whether it cannot be restored. */
  readonly ended: boolean;
  /** As the list of terminals would have it. */
  readonly info: TerminalInfo;
};

/** What closing a terminal would end. */
export type TerminalWork = {
  /** Command line of the running command, or the name of the program in the foreground. */
  readonly running: string | null;
  /** Names of the programs of the shell's background jobs, stopped ones included. */
  readonly jobs: readonly string[];
};

export type CottyRequests = {
  /**
   * Runs a command at the shell's prompt. Refused, with the reason, while another command runs or when somebody else
   * holds the terminal. An agent claims a terminal that nobody uses for as long as the command runs.
   */
  'x-cotty/run': { params: RunParams; result: RunResult };
  /**
   * Sends input from the holder, or from another client of the same person, such as a script beside the window. `atPrompt`: at
   * the next empty prompt of the shell, or when it has not come to one in ten seconds.
   */
  'x-cotty/type': {
    params: OnChannel & { readonly data: string; readonly atPrompt?: boolean };
    result: null;
  };
  'x-cotty/records': { params: RecordsParams; result: RecordsResult };
  /**
   * All commands of a terminal, without their outputs, in pages from new to old: the newest before `beforeSeq`. People who may
   * type are told those of a terminal that only the record knows as well; so they are by `output` and `outputSearch`.
   */
  'x-cotty/commands': {
    params: OnChannel & { readonly beforeSeq?: number; readonly limit?: number };
    result: CommandsResult;
  };
  /** Lines of one output by their true numbers, from memory or disk; also of the running command. */
  'x-cotty/output': { params: OnChannel & OutputRange & { readonly seq: number }; result: OutputResult };
  /** Searches outputs as far as they are kept. Bounded in time: `more` and `next` say how to go on. */
  'x-cotty/outputSearch': { params: OnChannel & OutputSearch; result: OutputSearchResult };
  /**
   * Commands by what they are and what they printed, in all terminals and on the record, as many as are found at once;
   * refused to agents and to those who only watch.
   */
  'x-cotty/find': { params: OnChannel & FindQuery; result: FindResult };
  /**
   * Command lines of before, for the line editor of a person: from the record of all terminals and the history file of the
   * terminal's shell. Refused to agents and to those who only watch.
   */
  'x-cotty/past': { params: OnChannel & PastQuery; result: PastResult };
  /**
   * Those of the words that are no command: the shell has told its own names and its PATH, and neither has them. None where
   * the shell tells nothing. Refused to agents and to those who only watch.
   */
  'x-cotty/unknown': {
    params: OnChannel & { readonly words: readonly string[] };
    result: { readonly words: readonly string[] };
  };
  'x-cotty/screen': { params: OnChannel & { readonly lines?: number }; result: ScreenReport };
  /**
   * The last line that the last command of each of these terminals has printed, for a list of them; null where there is none,
   * and while a program has the whole screen.
   */
  'x-cotty/lastLines': {
    params: OnChannel & { readonly terminals: readonly string[] };
    result: { readonly lines: readonly (string | null)[] };
  };
  /** A picture that a program has shown, as far as the host keeps it, in pieces from byte `from` on. */
  'x-cotty/picture': {
    params: OnChannel & { readonly key: string; readonly from?: number };
    result: PicturePiece;
  };
  /** Removes command line and output of one record from memory and disk; the record itself stays. */
  'x-cotty/forget': { params: OnChannel & { readonly seq: number }; result: null };
  /** Watches a terminal, or all terminals on the root channel. Repeating the same request changes nothing. */
  'x-cotty/watch': { params: OnChannel & { readonly filter?: WatchFilter }; result: WatchResult };
  /** Ends one watch of the caller, or without an id all of them on that channel. */
  'x-cotty/unwatch': {
    params: OnChannel & { readonly id?: string };
    result: { readonly subscribers: readonly string[] };
  };
  /** Returns the caller's wake-ups. `ack` acknowledges those up to this number; they are not sent again. */
  'x-cotty/wakes': {
    params: OnChannel & { readonly ack?: number; readonly limit?: number };
    result: WakesResult;
  };
  /** Moves a terminal in the host's list: before another one, or to the end. */
  'x-cotty/moveTerminal': { params: OnChannel & { readonly before?: string }; result: null };
  /** Tells what a terminal would lose if it were closed now. */
  'x-cotty/work': { params: OnChannel; result: TerminalWork };
  /**
   * The terminals that were closed on request and can be restored, the one closed last first. With `all` also those that have
   * ended or have left the list by themselves, which can be read.
   */
  'x-cotty/closed': {
    params: OnChannel & { readonly all?: boolean };
    result: { readonly terminals: readonly (ClosedTerminal | AnyClosedTerminal)[] };
  };
  /**
   * Keeps a short text of the person who asks under a name, where `text` is given (empty removes it), and returns what is kept.
   * What it says is the window's own affair.
   */
  'x-cotty/note': {
    params: OnChannel & { readonly name: string; readonly text?: string };
    result: { readonly text: string | null };
  };
  /** Asks the holder for the terminal; people see the request until they answer. */
  'x-cotty/ask': { params: OnChannel; result: null };
  /**
   * The holder's answer to `asksBlocks`; a yes is answered when the blocks are there, and refused with the reason if none can
   * be. `later` keeps no answer; `forget`, on the root channel, forgets them all.
   */
  'x-cotty/blocks': {
    params: OnChannel & { readonly answer: 'yes' | 'no' | 'later' | 'forget' };
    result: null;
  };
};

/** Sent to every connection of the subscriber; the wake-up waits at the host until it is acknowledged. */
export type CottyNotifications = {
  'x-cotty/woken': OnChannel & { readonly wake: Wake };
  /** Sent to a client whose run waits its turn, at first and whenever its place changes. */
  'x-cotty/turn': OnChannel & Turn;
  /** The screen with all its scrollback, to a client that acknowledges output and whose scrollback has gaps. It changes no state. */
  'x-cotty/redrawn': OnChannel & ScreenMeta;
};
