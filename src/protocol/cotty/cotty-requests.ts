/** Requests and notifications that cotty adds to AHP (`x-` names are implementation-defined, AHP §7). */

import type { Meta } from '../common/meta.ts';
import type { CommandRecord } from './command-record.ts';
import type { Wake, Watch, WatchFilter } from './wake.ts';

type OnChannel = { readonly channel: string; readonly _meta?: Meta };

export type RunParams = OnChannel & {
  /** Of one line or several: one command, one record. */
  readonly commandLine: string;
  /** After so long the answer comes without the end; the terminal stays busy until the command has ended. */
  readonly timeoutMs?: number;
  /** False: the answer comes as soon as the command has begun; of a timeout only the record tells. */
  readonly wait?: boolean;
};

/** `finished_at` is null in it if the command still runs. */
export type RunResult = { readonly record: CommandRecord };

export type RecordsParams = OnChannel & {
  /** The newest so many; absent with the others: 1. */
  readonly last?: number;
  /** Those after that number, oldest first. */
  readonly sinceSeq?: number;
  /** Exactly this one. */
  readonly seq?: number;
};

/** Oldest first, the running command last. `more`: there are further ones that did not fit in the answer. */
export type RecordsResult = { readonly records: readonly CommandRecord[]; readonly more: boolean };

/** What is on the screen, as facts instead of a picture. */
export type ScreenReport = {
  /** One line of plain text a row; or, where `lines` were asked for, the last ones with the scrollback. */
  readonly lines: readonly string[];
  readonly cols: number;
  readonly rows: number;
  /** From the top left, 0-based. */
  readonly cursor: { readonly x: number; readonly y: number; readonly visible: boolean };
  /** A program uses the alternate screen. */
  readonly fullScreen: boolean;
  readonly title: string;
  /** The command that runs now. */
  readonly running: { readonly cmd: string; readonly seq: number; readonly writer: string | null } | null;
  /** A program, not the shell's prompt, most likely waits for somebody to type; why that is believed. */
  readonly waitingForInput: 'echo-off' | 'prompt' | null;
  /** The program wants `ESC O A` instead of `ESC [ A` from the arrows (DECCKM); hosts may not say. */
  readonly applicationCursorKeys?: boolean;
  /** As programs report it by OSC 9;4. */
  readonly progress: {
    readonly state: 'normal' | 'error' | 'unknown' | 'paused';
    readonly percent: number;
  } | null;
};

export type WatchResult = { readonly watch: Watch; readonly subscribers: readonly string[] };

export type WakesResult = {
  /** Not acknowledged yet, oldest first. */
  readonly wakes: readonly Wake[];
  /** Older ones that were given up because too many waited. */
  readonly dropped: number;
  readonly watches: readonly Watch[];
};

export type CottyRequests = {
  /**
   * Runs a command at the shell's prompt. Refused, with the reason, while another one runs or where somebody else
   * holds the terminal; an agent takes a terminal that nobody uses for as long as the command runs.
   */
  'x-cotty/run': { params: RunParams; result: RunResult };
  /** Input from the holder, or from the same person elsewhere: a script beside the window. */
  'x-cotty/type': { params: OnChannel & { readonly data: string }; result: null };
  'x-cotty/records': { params: RecordsParams; result: RecordsResult };
  'x-cotty/screen': { params: OnChannel & { readonly lines?: number }; result: ScreenReport };
  /** Takes command line and output of one record out of memory and disk; that it ran stays. */
  'x-cotty/forget': { params: OnChannel & { readonly seq: number }; result: null };
  /** On a terminal, or on the root channel for all of them. The same wish again changes nothing. */
  'x-cotty/watch': { params: OnChannel & { readonly filter?: WatchFilter }; result: WatchResult };
  /** Without an id: everything the caller watches on that channel. */
  'x-cotty/unwatch': {
    params: OnChannel & { readonly id?: string };
    result: { readonly subscribers: readonly string[] };
  };
  /** `ack`: the caller has those up to this number; they are not told again. */
  'x-cotty/wakes': {
    params: OnChannel & { readonly ack?: number; readonly limit?: number };
    result: WakesResult;
  };
  /** Asks the holder for the terminal: shown to people until they answer. */
  'x-cotty/ask': { params: OnChannel; result: null };
};

/** Sent to every connection of the subscriber; the wake-up waits at the host until it is acknowledged. */
export type CottyNotifications = { 'x-cotty/woken': OnChannel & { readonly wake: Wake } };
