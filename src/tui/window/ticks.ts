/**
 * Schedules frames by time: for running clocks, toasts that end, chords whose time is over, and scrolling by a drag beyond an
 * edge.
 */

import { nextAwake } from '../../client/waiting.ts';
import { nextText } from '../../review/replay/player.ts';
import { releasedAt } from '../keys/bindings/chords.ts';
import { answersFrom, blocksAsked } from '../model/derived/input-context.ts';
import type { Model } from '../model/model.ts';
import { noticeEnds } from '../update/dialogs/dialog-subject.ts';
import { scrollsByDrag } from '../update/outer/drag.ts';
import { clockRuns } from '../view/tab-labels.ts';

/** Clocks show whole seconds; a view scrolls faster while the mouse is held beyond its edge. */
const [TICK_MS, DRAG_MS] = [1_000, 50];
/** Least and longest time between two frames of a replay: its bar shows tenths of a second. */
const [REPLAY_MS, REPLAY_BAR_MS] = [33, 100];

export class Ticks {
  readonly #tick: () => void;
  #timer: NodeJS.Timeout | undefined;
  /** The time at which the timer fires, in Unix milliseconds. */
  #due: number | undefined;

  constructor(tick: () => void) {
    this.#tick = tick;
  }

  /** Must be called after each frame, with the time in Unix milliseconds. An idle window has no timer. */
  schedule(model: Model, now: number): void {
    const due = nextTick(model, now);
    // Most frames do not move the next tick: that of a clock is at the end of the second.
    if (due === this.#due) return;
    this.close();
    if (due === undefined) return;
    this.#due = due;
    this.#timer = setTimeout(
      () => {
        this.#due = undefined;
        this.#tick();
      },
      Math.max(1, due - now),
    );
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#due = undefined;
  }
}

function nextTick(model: Model, now: number): number | undefined {
  const { toast, offeredCopy } = model;
  const act = blocksAsked(model);
  const released = releasedAt(model.chord);
  const called = nextAwake(model.snoozed, now);
  const ends = noticeEnds(model);
  const dues = [
    ...(released === undefined ? [] : [released]),
    ...(called === undefined ? [] : [called]),
    ...(ends === undefined ? [] : [ends]),
    ...(toast === undefined ? [] : [toast.until]),
    ...(offeredCopy === undefined ? [] : [offeredCopy.until]),
    ...(act === undefined || answersFrom(act) <= now ? [] : [answersFrom(act)]),
    ...(scrollsByDrag(model) ? [now + DRAG_MS] : []),
    ...replayDue(model, now),
    ...(clockRuns(model) ? [now + TICK_MS - (now % TICK_MS)] : []),
  ];
  return dues.length === 0 ? undefined : Math.min(...dues);
}

function replayDue({ dialog }: Model, now: number): readonly number[] {
  if (dialog?.kind !== 'replay' || typeof dialog.player !== 'object') return [];
  const next = nextText(dialog.player, now);
  return next === undefined ? [] : [Math.max(now + REPLAY_MS, Math.min(next, now + REPLAY_BAR_MS))];
}
