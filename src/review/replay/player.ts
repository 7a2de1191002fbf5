/** The player of a recording: where it is, how fast it goes, and what its emulator has to be fed. */

import { duration } from '../../protocol/common/durations.ts';
import { safeCut } from '../../protocol/terminal/safe-cut.ts';
import type { Recording, Size } from './recording.ts';
import { lastUntil, sameMoment, shownAt, type Timeline, timelineOf } from './timeline.ts';

export type Player = {
  readonly recording: Recording;
  readonly timeline: Timeline;
  readonly cutsPauses: boolean;
  readonly speed: number;
  /** The position in milliseconds at the time `since` (Unix ms); it stays there while `since` is undefined: paused. */
  readonly at: number;
  readonly since: number | undefined;
};

const SPEEDS: readonly number[] = [0.5, 1, 2, 4, 8];

type Habits = Pick<Player, 'speed' | 'cutsPauses'>;

/** Plays from the start; `habits` are those of the recording before. */
export function playerOf(
  recording: Recording,
  now: number,
  habits: Habits = { speed: 1, cutsPauses: true },
): Player {
  const { speed, cutsPauses } = habits;
  return { recording, timeline: timelineOf(recording, cutsPauses), cutsPauses, speed, at: 0, since: now };
}

export function positionOf({ timeline, at, since, speed }: Player, now: number): number {
  const played = since === undefined ? 0 : Math.max(0, now - since) * speed;
  return Math.min(timeline.totalMs, at + played);
}

export function isPlaying(player: Player, now: number): boolean {
  return player.since !== undefined && positionOf(player, now) < player.timeline.totalMs;
}

/** Pauses, or goes on; at the end it plays again from the start. */
export function togglePause(player: Player, now: number): Player {
  const at = positionOf(player, now);
  if (isPlaying(player, now)) return { ...player, at, since: undefined };
  return { ...player, at: at >= player.timeline.totalMs ? 0 : at, since: now };
}

/** Goes to a moment, in milliseconds. */
export function seek(player: Player, now: number, to: number): Player {
  const at = Math.max(0, Math.min(player.timeline.totalMs, to));
  return { ...player, at, since: player.since === undefined ? undefined : now };
}

/** Goes on with the next speed, or the one before. */
export function changeSpeed(player: Player, now: number, by: 1 | -1): Player {
  const index = SPEEDS.indexOf(player.speed) + by;
  return { ...seek(player, now, positionOf(player, now)), speed: SPEEDS[index] ?? player.speed };
}

/** Cuts long pauses, or plays them as long as they were; the same text stays shown. */
export function toggleCut(player: Player, now: number): Player {
  const cutsPauses = !player.cutsPauses;
  const timeline = timelineOf(player.recording, cutsPauses);
  const at = sameMoment(player.timeline, timeline, positionOf(player, now));
  return seek({ ...player, cutsPauses, timeline }, now, at);
}

/** Returns the index of the command that plays; -1 before the first one. */
export function commandAt(player: Player, now: number): number {
  return lastUntil(player.timeline.markers, positionOf(player, now));
}

/** So many milliseconds after its beginning a command is begun again, not the one before it gone to. */
const BEGUN_MS = 1_000;

/** Goes to the beginning of the next command, or back; the same player where there is none. */
export function toCommand(player: Player, now: number, by: 1 | -1): Player {
  const { markers } = player.timeline;
  const index =
    by === 1
      ? commandAt(player, now) + 1
      : lastUntil(markers, positionOf(player, now) - BEGUN_MS * player.speed);
  const to = markers[Math.max(0, index)];
  return to === undefined ? player : seek(player, now, to.at);
}

/** Returns how many UTF-16 units of the text are shown now. */
export function shownNow(player: Player, now: number): number {
  return shownAt(player.timeline, positionOf(player, now));
}

/** Returns when the next text comes (Unix ms); undefined if the player stands. */
export function nextText(player: Player, now: number): number | undefined {
  const { timeline, since, speed } = player;
  if (since === undefined || !isPlaying(player, now)) return undefined;
  const position = positionOf(player, now);
  const next = timeline.steps[lastUntil(timeline.steps, position) + 1]?.at ?? timeline.totalMs;
  return now + Math.ceil((next - position) / speed);
}

/** Limit: UTF-16 units that are fed at once. Of more, only the last are fed, to an emulator that was reset. */
export const MOST_FED = 1024 * 1024;

/** `parts`: text to write, and sizes to take, in order. */
export type Fed = { readonly resets: boolean; readonly parts: readonly (string | Size)[] };

/**
 * Returns what an emulator that has `fed` units of the text is fed to show `to` of them; undefined: it has nothing of it. `resets`: it
 * has to be reset before.
 */
export function feedOf({ text, sizes }: Recording, fed: number | undefined, to: number): Fed {
  const goesOn = fed !== undefined && to >= fed && to - fed <= MOST_FED;
  const from = goesOn ? fed : startOf(text, to);
  const parts: (string | Size)[] = [];
  // A size is taken when the text behind it comes; the first one, at the beginning or behind what is left out, at once.
  const first = goesOn ? undefined : sizes.findLast(({ end }) => end === 0 || end < from);
  if (first !== undefined) parts.push(first);
  let at = from;
  for (const size of sizes) {
    if (size.end >= to) break;
    if (size.end < from || size === first) continue;
    if (size.end > at) parts.push(text.slice(at, size.end));
    parts.push(size);
    at = size.end;
  }
  if (to > at) parts.push(text.slice(at, to));
  return { resets: !goesOn, parts };
}

function startOf(text: string, to: number): number {
  if (to <= MOST_FED) return 0;
  const shown = text.slice(0, to);
  return safeCut(shown, shown.length - MOST_FED);
}

/** Speed, pauses and what else is to be said of a replay. */
export function playerWords(player: Player): readonly string[] {
  const { speed, cutsPauses, recording } = player;
  if (!recording.isTimed) return [`${speed}×`, 'no times were recorded: lines come at a steady rate'];
  const pauses = cutsPauses ? 'long pauses are cut' : 'pauses as they were';
  return [`${speed}×`, pauses, ...(recording.isCut ? ['what was before is left out'] : [])];
}

/** `4.2 s / 1 min 3 s`. */
export function timeWords(player: Player, now: number): string {
  return `${duration(positionOf(player, now))} / ${duration(player.timeline.totalMs)}`;
}
