/** Requests about terminals that cotty adds to AHP (`x-` names are implementation-defined, AHP §7). */

import {
  answer,
  answers,
  claim,
  commandToRun,
  flag,
  id,
  input,
  int,
  list,
  literal,
  loose,
  meta,
  nothing,
  number,
  onChannel,
  oneOf,
  onRoot,
  open,
  optional,
  orElse,
  orNull,
  type Read,
  type Schema,
  seq,
  string,
  text,
  textLike,
  union,
  uri,
} from '../fields/parts.ts';
import type { TerminalInfo } from '../terminal/state.ts';
import { commandRecord } from './command-record.ts';
import type { ScreenMeta } from './cotty-meta.ts';
import { milliseconds, type Wake } from './wake.ts';

/** Terminals whose last lines are asked for at once. */
const MAX_TERMINALS = 64;
/** UTF-16 units of a note. */
const MAX_NOTE = 64 * 1024;

const runParams = loose({
  ...onChannel,
  /** One or more lines, run as one command with one record. */
  commandLine: commandToRun,
  /** After this time the answer comes before the end; the terminal stays busy until the command has ended. */
  timeoutMs: optional(milliseconds),
  /** With false, the answer comes when the command has started, and a timeout is only in the record. */
  wait: optional(flag),
  /** With true, a text of which the shell would read further lines is refused as not parsed, with `open` in the error's data. */
  partial: optional(flag),
  /** With true, the shell's first prompt is waited for as long as it takes: its start files may ask something before it. */
  patient: optional(flag),
  /**
   * With a ticket, which names this run, the command waits in a queue while another one runs. `x-cotty/turn` has the place in it;
   * `x-cotty/giveUpTurn` or the end of the connection cancels the run.
   */
  ticket: optional(id),
});
export type RunParams = Read<typeof runParams>;

/** The record's `finished_at` is null if the command still runs. */
const runResult = answer({ record: commandRecord });
export type RunResult = Read<typeof runResult>;

/** The screen as data instead of an image. */
const screenReport = answer({
  /** One line of plain text per row; if `lines` was given, the last lines including scrollback. */
  lines: list(string),
  cols: number(),
  rows: number(),
  /** Position from the top left, 0-based. */
  cursor: answer({ x: number(), y: number(), visible: flag }),
  /** Whether a program uses the alternate screen. */
  fullScreen: flag,
  title: string,
  /** The running command. */
  running: orNull(answer({ cmd: string, seq, writer: orNull(string) })),
  /** The sign by which a program, not the shell's prompt, seems to wait for input; null if there is none. */
  waitingForInput: orNull(open<'echo-off' | 'prompt'>()),
  /** How the running command is certain to read the terminal now, or that a signal has stopped it; absent where that is not known. */
  reads: optional(open<'line' | 'keys' | 'nothing' | 'stopped'>()),
  /** Whether the program wants `ESC O A` instead of `ESC [ A` for arrow keys (DECCKM); some hosts omit it. */
  applicationCursorKeys: optional(flag),
  /** Flags of the kitty keyboard protocol, and the level of modifyOtherKeys, that the program has set; 0 if none. */
  kittyKeyboard: optional(number()),
  modifyOtherKeys: optional(literal([0, 1, 2])),
  /** The progress that the program reports by OSC 9;4. */
  progress: orNull(answer({ state: open<'normal' | 'error' | 'unknown' | 'paused'>(), percent: number() })),
});
export type ScreenReport = Read<typeof screenReport>;

/** A piece of an image's bytes, as a program has sent them. */
const imagePiece = answer({
  format: string,
  /** Pixels. */
  width: seq,
  height: seq,
  /** Bytes in all. */
  bytes: seq,
  /** In base64; empty at the end. */
  data: string,
});
export type ImagePiece = Read<typeof imagePiece>;

/** A terminal as in the root list. */
const terminalInfo = answer({
  resource: string,
  title: string,
  /** A holder of an unknown kind is at least not this client. */
  claim: orElse(claim, { kind: 'client', clientId: '' }),
  lifecycle: union([
    answer({ status: literal('running') }),
    answer({ status: literal('exited'), exitCode: optional(number()) }),
  ]),
  executionTarget: optional(oneOf(['server', 'client'])),
  _meta: optional(meta),
}) satisfies Schema<TerminalInfo>;

/** A terminal that was closed: it can be restored, or has ended and can only be read. */
const closedTerminal = answer({
  resource: string,
  title: string,
  /** Unix milliseconds until which it is kept. */
  parkedUntil: number(),
  /** Whether it cannot be restored; with `all`, `info` has it as in the list of terminals. */
  ended: optional(flag),
  info: optional(terminalInfo),
});
export type ClosedTerminal = Read<typeof closedTerminal>;
/** A closed terminal in an answer to a request with `all`. */
export type AnyClosedTerminal = ClosedTerminal & Required<Pick<ClosedTerminal, 'ended' | 'info'>>;

/** The programs that closing a terminal would end. */
const terminalWork = answer({
  /** Command line of the running command, or the name of the program in the foreground. */
  running: orNull(string),
  /** Names of the programs of the shell's background jobs, stopped ones included. */
  jobs: list(string),
});
export type TerminalWork = Read<typeof terminalWork>;

export const terminalRequests = {
  /**
   * Runs a command at the shell's prompt. Refused with the reason while another command runs or somebody else holds the terminal.
   * An agent claims a free terminal while the command runs.
   */
  'x-cotty/run': { params: runParams, result: runResult },
  /**
   * Sends input from the holder, or from another client of the same person, such as a script beside the window. `atPrompt`: at
   * the next empty prompt of the shell, or when it has not come to one in ten seconds.
   */
  'x-cotty/type': {
    params: loose({ ...onChannel, data: input, atPrompt: optional(flag) }),
    result: nothing,
  },
  /**
   * The same as soon as a program of the terminal waits for input. If the shell comes to its prompt first, nothing is typed. With
   * empty `data` it only tells who reads next. `x-cotty/giveUpTurn` or the end of the connection cancels it.
   */
  'x-cotty/typeWhenRead': {
    params: loose({ ...onChannel, data: input, ticket: id }),
    result: answer({ reader: open<'program' | 'shell'>() }),
  },
  'x-cotty/screen': {
    params: loose({ ...onChannel, lines: optional(int(1, 10_000)) }),
    result: screenReport,
    readOnly: true,
  },
  /**
   * The last line that the last command of each terminal has printed; null if there is none, and while a full-screen program
   * runs.
   */
  'x-cotty/lastLines': {
    params: loose({ ...onRoot, terminals: list(uri, MAX_TERMINALS) }),
    result: answer({ lines: list(orElse(orNull(string), null)) }),
    readOnly: true,
  },
  /** An image that a program has shown, as far as the host keeps it, in pieces from byte `from` on. */
  'x-cotty/picture': {
    params: loose({ ...onChannel, key: textLike(64, /^[0-9a-f]{64}$/), from: optional(seq) }),
    result: imagePiece,
    readOnly: true,
  },
  /**
   * Removes a terminal from the list but keeps it alive for a while; `x-cotty/restoreTerminal` brings it back. One whose shell has
   * exited meanwhile gets a new shell in its folder, below what its record tells.
   */
  'x-cotty/parkTerminal': { params: loose(onChannel), result: nothing },
  'x-cotty/restoreTerminal': { params: loose(onChannel), result: nothing },
  /**
   * The terminals that were closed on request and can be restored, the one closed last first. With `all` also those that have
   * ended or have left the list by themselves, which can be read.
   */
  'x-cotty/closed': {
    params: loose({ ...onRoot, all: optional(flag) }),
    result: answer({ terminals: answers(closedTerminal) }),
    readOnly: true,
  },
  /** Moves a terminal in the host's list: before another one, or to the end. */
  'x-cotty/moveTerminal': { params: loose({ ...onChannel, before: optional(uri) }), result: nothing },
  /** Returns what would be lost if a terminal were closed now. */
  'x-cotty/work': { params: loose(onChannel), result: terminalWork, readOnly: true },
  /**
   * Stores a short text of the user under a name if `text` is given (empty removes it), and returns what is stored. Its content
   * is the window's own affair.
   */
  'x-cotty/note': {
    params: loose({ ...onRoot, name: id, text: optional(text(MAX_NOTE)) }),
    result: answer({ text: orElse(orNull(string), null) }),
  },
  /** Asks the holder for the terminal. The user sees the request until it is answered. */
  'x-cotty/ask': { params: loose(onChannel), result: nothing },
  /**
   * The holder's answer to `asksBlocks`; a yes is answered when the blocks are there, and refused with the reason if none can
   * be. `later` keeps no answer; `forget`, on the root channel, forgets them all.
   */
  'x-cotty/blocks': {
    params: loose({ ...onChannel, answer: oneOf(['yes', 'no', 'later', 'forget']) }),
    result: nothing,
  },
} as const;

/** The place of a run that waits its turn. */
export type Turn = {
  readonly ticket: string;
  /** Number of those who wait before it. */
  readonly before: number;
  /** What runs now, as in a refusal. */
  readonly busy: string;
};

type OnChannel = { readonly channel: string };

/** Notifications of a host; clients read them by hand, as they come without being asked for. */
export type CottyNotifications = {
  /** Sent to every connection of the subscriber; the wake-up waits at the host until it is acknowledged. */
  'x-cotty/woken': OnChannel & { readonly wake: Wake };
  /** Sent to the other connections of a person who has changed a note. */
  'x-cotty/noted': OnChannel & { readonly name: string; readonly text: string };
  /** Sent to a client whose run waits its turn, at first and whenever its place changes. */
  'x-cotty/turn': OnChannel & Turn;
  /**
   * The screen with all its scrollback, to a client that acknowledges output and whose scrollback has gaps. It changes no state.
   */
  'x-cotty/redrawn': OnChannel & ScreenMeta;
};
