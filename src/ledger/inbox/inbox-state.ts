/** The state of an inbox and its reducer: pure, the same for rows that are read and rows that are written. */

import type { Wake, Watch } from '../../protocol/cotty/wake.ts';
import { FORGOTTEN } from '../../protocol/terminal/forget-command.ts';
import type { Heard, InboxRow, Told } from './inbox-row.ts';

/** Limits of the wakes that wait for one subscriber; beyond either the oldest are dropped and counted. */
export const WAKES_KEPT = 1000;
export const WAKE_CHARS_KEPT = 512 * 1024;

export type InboxState = {
  readonly watches: readonly Watch[];
  /** Wakes not acknowledged yet, oldest first. */
  readonly wakes: readonly Wake[];
  /** Number of the last wake. */
  readonly last: number;
  /** Number of the last acknowledged wake. */
  readonly acked: number;
  /** Wakes dropped since the last acknowledgement. */
  readonly dropped: number;
  /** Number of the last watch. */
  readonly lastWatch: number;
  /** Sequence number of the last command checked against the watches, by channel. */
  readonly heard: ReadonlyMap<string, number>;
  /** Since when the program had the state of which the subscriber was told last, by channel. */
  readonly told: ReadonlyMap<string, number>;
  /** False when the first row of the file is missing: earlier wakes are then unknown. */
  readonly whole: boolean;
};

export const emptyInbox: InboxState = {
  watches: [],
  wakes: [],
  last: 0,
  acked: 0,
  dropped: 0,
  lastWatch: 0,
  heard: new Map(),
  told: new Map(),
  whole: false,
};

export function inboxReducer(state: InboxState, row: InboxRow): InboxState {
  switch (row.kind) {
    case 'inbox': {
      const { last, acked, dropped, lastWatch } = row;
      const told = new Map(row.told);
      return { ...emptyInbox, last, acked, dropped, lastWatch, heard: new Map(row.heard), told, whole: true };
    }
    case 'watch': {
      const watches = [...state.watches.filter(({ id }) => id !== row.watch.id), row.watch];
      const lastWatch = Math.max(state.lastWatch, watchNumber(row.watch.id));
      const [heard, told] = [merged(state.heard, row.heard), merged(state.told, row.told ?? [])];
      return { ...state, watches, lastWatch, heard, told };
    }
    case 'unwatch':
      return { ...state, watches: state.watches.filter(({ id }) => id !== row.id) };
    case 'wake':
      return take(state, row.wake, row.kept === true);
    case 'ack':
      return acknowledge(state, row.n);
    case 'heard':
      return { ...state, heard: new Map([...state.heard, ...row.heard]) };
    case 'gone': {
      const gone = new Set(row.channels);
      const [heard, told] = [without(state.heard, gone), without(state.told, gone)];
      return { ...state, heard, told, watches: state.watches.filter(({ channel }) => !gone.has(channel)) };
    }
    case 'forget':
      return { ...state, wakes: state.wakes.flatMap((wake) => forgotten(wake, row.channel, row.seq)) };
  }
}

/** Returns the fewest rows that give the same state. */
export function rowsOf(state: InboxState): InboxRow[] {
  const { watches, wakes, last, acked, dropped, lastWatch, heard, told } = state;
  return [
    {
      kind: 'inbox',
      last,
      acked,
      dropped,
      lastWatch,
      heard: [...heard],
      ...(told.size === 0 ? {} : { told: [...told] }),
    },
    ...watches.map((watch): InboxRow => ({ kind: 'watch', watch, heard: [] })),
    ...wakes.map((wake): InboxRow => ({ kind: 'wake', wake, kept: true })),
  ];
}

function take(state: InboxState, wake: Wake, kept: boolean): InboxState {
  const last = Math.max(state.last, wake.n);
  if (wake.n <= state.acked) return { ...state, last };
  const wakes = [...state.wakes, wake];
  let chars = wakes.reduce((sum, each) => sum + weigh(each), 0);
  let dropped = 0;
  while (wakes.length - dropped > WAKES_KEPT || (chars > WAKE_CHARS_KEPT && wakes.length - dropped > 1)) {
    chars -= weigh(wakes[dropped] ?? wake);
    dropped += 1;
  }
  const next = { ...state, last, wakes: wakes.slice(dropped), dropped: state.dropped + dropped };
  if (kept) return next;
  const { channel, seq, program, noted } = wake;
  // A note says nothing of whether the end of its command was told.
  if (noted !== undefined) return next;
  // The command of a program that waits has not ended.
  return program === undefined
    ? { ...next, heard: merged(state.heard, [[channel, seq]]) }
    : { ...next, told: merged(state.told, [[channel, Date.parse(program.since) || 0]]) };
}

function acknowledge(state: InboxState, n: number): InboxState {
  if (n <= state.acked) return state;
  const wakes = state.wakes.filter((wake) => wake.n > n);
  return { ...state, wakes, acked: n, last: Math.max(state.last, n), dropped: 0 };
}

/** Deletes the text of one command from a wake, which stays; without `seq` removes every wake of a purged terminal. */
function forgotten(wake: Wake, channel: string, seq: number | undefined): readonly Wake[] {
  if (wake.channel !== channel) return [wake];
  if (seq === undefined) return [];
  if (wake.seq !== seq) return [wake];
  const { program, noted: _noted, ...rest } = wake;
  const { title: _title, msg: _msg, ...told } = program ?? {};
  const left =
    program === undefined ? {} : { program: { ...told, state: program.state, since: program.since } };
  return [{ ...rest, ...left, cmd: FORGOTTEN, tail: [], error_line: null }];
}

function merged(known: ReadonlyMap<string, number>, added: Heard | Told): ReadonlyMap<string, number> {
  if (added.length === 0) return known;
  const joined = new Map(known);
  for (const [channel, count] of added) joined.set(channel, Math.max(count, joined.get(channel) ?? 0));
  return joined;
}

function without(known: ReadonlyMap<string, number>, gone: ReadonlySet<string>): ReadonlyMap<string, number> {
  return new Map([...known].filter(([channel]) => !gone.has(channel)));
}

function watchNumber(id: string): number {
  return Number(/^watch-(\d{1,15})$/.exec(id)?.[1] ?? 0);
}

function weigh({ cmd, channel, terminal, tail, error_line, program, noted }: Wake): number {
  const said = (program?.title?.length ?? 0) + (program?.msg?.length ?? 0) + (noted?.text.length ?? 0);
  const text = cmd.length + channel.length + terminal.length + (error_line?.length ?? 0) + said;
  return 200 + text + tail.reduce((sum, line) => sum + line.length, 0);
}
