/** What the rows of an inbox come to: pure, the same for rows that are read and for those that are written. */

import type { Wake, Watch } from '../../protocol/cotty/wake.ts';
import { FORGOTTEN } from '../../protocol/terminal/forget.ts';
import type { Heard, InboxRow } from './inbox-row.ts';

/** Wakes that wait for one subscriber; beyond either, the oldest are given up and counted. */
export const WAKES_KEPT = 1000;
export const WAKE_CHARS_KEPT = 512 * 1024;

export type InboxState = {
  readonly watches: readonly Watch[];
  /** Not acknowledged, oldest first. */
  readonly wakes: readonly Wake[];
  /** The number told last. */
  readonly last: number;
  readonly acked: number;
  /** Given up since the last acknowledgement. */
  readonly dropped: number;
  /** The number of the watch made last. */
  readonly lastWatch: number;
  readonly heard: ReadonlyMap<string, number>;
  /** False: what it was told before is not known for sure. */
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
  whole: false,
};

export function inboxReducer(state: InboxState, row: InboxRow): InboxState {
  switch (row.kind) {
    case 'inbox': {
      const { last, acked, dropped, lastWatch } = row;
      return { ...emptyInbox, last, acked, dropped, lastWatch, heard: new Map(row.heard), whole: true };
    }
    case 'watch': {
      const watches = [...state.watches.filter(({ id }) => id !== row.watch.id), row.watch];
      const lastWatch = Math.max(state.lastWatch, watchNumber(row.watch.id));
      return { ...state, watches, lastWatch, heard: later(state.heard, row.heard) };
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
      const heard = new Map([...state.heard].filter(([channel]) => !gone.has(channel)));
      return { ...state, heard, watches: state.watches.filter(({ channel }) => !gone.has(channel)) };
    }
    case 'forget':
      return { ...state, wakes: state.wakes.flatMap((wake) => forgotten(wake, row.channel, row.seq)) };
  }
}

/** The fewest rows that come to the same. */
export function rowsOf({ watches, wakes, last, acked, dropped, lastWatch, heard }: InboxState): InboxRow[] {
  return [
    { kind: 'inbox', last, acked, dropped, lastWatch, heard: [...heard] },
    ...watches.map((watch): InboxRow => ({ kind: 'watch', watch, heard: [] })),
    ...wakes.map((wake): InboxRow => ({ kind: 'wake', wake, kept: true })),
  ];
}

function take(state: InboxState, wake: Wake, kept: boolean): InboxState {
  const last = Math.max(state.last, wake.n);
  if (wake.n <= state.acked) return { ...state, last };
  const wakes = [...state.wakes, wake];
  let chars = wakes.reduce((sum, each) => sum + weigh(each), 0);
  let given = 0;
  while (wakes.length - given > WAKES_KEPT || (chars > WAKE_CHARS_KEPT && wakes.length - given > 1)) {
    chars -= weigh(wakes[given] ?? wake);
    given += 1;
  }
  const heard = kept ? state.heard : later(state.heard, [[wake.channel, wake.seq]]);
  return { ...state, last, wakes: wakes.slice(given), dropped: state.dropped + given, heard };
}

function acknowledge(state: InboxState, n: number): InboxState {
  if (n <= state.acked) return state;
  const wakes = state.wakes.filter((wake) => wake.n > n);
  return { ...state, wakes, acked: n, last: Math.max(state.last, n), dropped: 0 };
}

/** That something ran may still be told, what it was not; of a purged terminal nothing is. */
function forgotten(wake: Wake, channel: string, seq: number | undefined): readonly Wake[] {
  if (wake.channel !== channel) return [wake];
  if (seq === undefined) return [];
  return wake.seq === seq ? [{ ...wake, cmd: FORGOTTEN, tail: [], error_line: null }] : [wake];
}

function later(heard: ReadonlyMap<string, number>, added: Heard): ReadonlyMap<string, number> {
  if (added.length === 0) return heard;
  const joined = new Map(heard);
  for (const [channel, seq] of added) joined.set(channel, Math.max(seq, joined.get(channel) ?? 0));
  return joined;
}

function watchNumber(id: string): number {
  return Number(/^watch-(\d{1,15})$/.exec(id)?.[1] ?? 0);
}

function weigh({ cmd, channel, terminal, tail, error_line }: Wake): number {
  const text = cmd.length + channel.length + terminal.length + (error_line?.length ?? 0);
  return 200 + text + tail.reduce((sum, line) => sum + line.length, 0);
}
