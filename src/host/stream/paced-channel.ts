/**
 * Sends one terminal to the viewers that asked to be paced: in a flood they get its last screenful at times, not each byte.
 *
 * A viewer says how much it has taken. While it has not taken what it was sent, lines wait for it in the log instead of
 * being written: each time it has caught up it is shown the last screenful, as a preview that changes no state. When the
 * flood ends, or anything but lines comes, one `terminal/data` action brings what can still be scrolled back to, and says
 * how much it leaves out. What a full-screen program draws over is left out, too: each time a viewer has caught up, it gets
 * the newest frame (see `drawn-text.ts`). Input changes no screen, so it ends no flood; a viewer that is told of it gets the text that was
 * printed before it first.
 */

import { CREDIT } from '../../protocol/cotty/credit.ts';
import type { ActionEnvelope } from '../../protocol/envelope.ts';
import { dataIn } from '../../protocol/envelope.ts';
import { Returns } from '../../screen/skim/last-return.ts';
import type { Grid } from '../../screen/skim/read-drawn.ts';
import type { Clock } from '../ground/clock.ts';
import type { Cursor, TextLog } from '../text/text-log.ts';
import { type DrawnFrame, DrawnText, drawnAfter } from './drawn-text.ts';
import { type FloodStart, FloodText } from './flood-text.ts';
import { dataAction, type Flood, Shares, ViewerProgress } from './viewer-progress.ts';

/** UTF-16 units of output that may be on their way to a viewer; when there are more, lines wait for it. */
const AHEAD = 64 * 1024;
/** A flood begins when lines have come for this share of it. */
const LINES_SHARE = 4;
/** Drawn text waits only for a viewer that is so many times as far behind, and when it is drawn over: one screen is no flood. */
const FAR = 4;
/** After output that cannot wait, so many UTF-16 units pass before the next attempt to let some wait. */
const RETRY = 256 * 1024;
/** Silence, in milliseconds, after which a flood has ended. */
const QUIET_MS = 50;
/** UTF-16 units that the log holds for a terminal's viewers; a flood drops its oldest lines long before, see `FloodText`. */
const HELD = 32 * 1024 * 1024;

export type PacedChannelOptions<V> = {
  readonly clock: Clock;
  /** All that the terminal prints; every envelope that is taken has its text there. */
  readonly log: TextLog;
  /** The screen from which on lines may be left out; undefined while that could change what is shown. */
  readonly start: () => FloodStart | undefined;
  /** The screen and its cursor, from which on frames may be left out; undefined while that could change what is shown. */
  readonly grid: () => Grid | undefined;
  /** Called with a text that draws the same as all between two places of the log. */
  readonly framed: (from: number, to: number, text: string) => void;
  /** Sends an action that brings what a viewer lacks. */
  readonly send: (viewer: V, envelope: ActionEnvelope) => void;
  /** Shows a viewer the last screenful. */
  readonly preview: (viewer: V, screenful: string) => void;
  /** Whether a viewer is to be told of an action. */
  readonly wants: (viewer: V, envelope: ActionEnvelope) => boolean;
} & Limits;

/** UTF-16 units that a viewer may be ahead, may keep to itself, that a flood holds, and before another try; for tests. */
type Limits = { readonly [limit in 'ahead' | 'credit' | 'kept' | 'retry']?: number };

export class PacedChannel<V> {
  readonly #options: PacedChannelOptions<V>;
  readonly #ahead: number;
  /** The place up to which the viewers have the text; in a flood, the place where it begins. */
  readonly #cursor: Cursor;
  readonly #viewers = new Map<V, ViewerProgress>();
  readonly #shares: Shares;
  #flood: Flood | undefined;
  /** The place after the text of the last envelope. */
  #end: number;
  /** The newest envelope whose text waits. */
  #last: ActionEnvelope | undefined;
  /** UTF-16 units that pass before the next attempt to let text wait. */
  #notBefore = 0;
  readonly #returns = new Returns();
  #cancelQuiet: (() => void) | undefined;

  constructor(options: PacedChannelOptions<V>) {
    this.#options = options;
    this.#ahead = options.ahead ?? AHEAD;
    this.#shares = new Shares(options.clock);
    this.#cursor = options.log.cursor(HELD);
    this.#end = this.#cursor.at;
  }

  get isEmpty(): boolean {
    return this.#viewers.size === 0;
  }

  add(viewer: V, scrollback: number): void {
    this.#viewers.set(viewer, new ViewerProgress(scrollback));
  }

  delete(viewer: V): void {
    this.#viewers.delete(viewer);
    if (!this.isEmpty) return;
    this.#endFlood();
    this.#cursor.close();
  }

  /** Takes an envelope of the channel; afterwards it must be sent to every viewer for which it does not wait. */
  take(envelope: ActionEnvelope): void {
    if (envelope.action.type === 'terminal/input') {
      this.#takeInput(envelope);
      return;
    }
    const text = dataIn(envelope.action)?.data ?? '';
    const chars = text.length;
    const isText = chars > 0 && envelope.origin === undefined;
    this.#end += chars;
    if (!isText || this.#flood?.extend(this.#end) === false) this.#release();
    if (this.#flood === undefined) {
      this.#cursor.moveTo(this.#end);
      for (const progress of this.#viewers.values()) progress.sent(chars);
      if (isText) this.#begin(text);
      return;
    }
    this.#last = envelope;
    for (const [viewer, progress] of this.#viewers) this.#follow(viewer, progress, chars);
  }

  /** Whether the last envelope taken waits for a viewer. */
  isWaiting(viewer: V): boolean {
    const { place, framedTo } = this.#viewers.get(viewer) ?? {};
    if (place === undefined || this.#flood === undefined) return false;
    return place.at < this.#end || framedTo === this.#end;
  }

  /**
   * Sends one viewer what waits for it; the flood goes on, and lines wait again from the next text on. Must be called before
   * anything else of the channel is sent to the viewer.
   */
  bringUpToDate(viewer: V): void {
    const progress = this.#viewers.get(viewer);
    if (progress === undefined || this.#flood === undefined) return;
    this.#bring(viewer, progress, this.#flood, this.#last);
    // Frames cannot wait again before the place of the cursor is known.
    const waits = [...this.#viewers.values()].some(({ place }) => place !== undefined);
    if (this.#flood instanceof DrawnText && !waits) this.#endFlood();
  }

  /** Must be called when a viewer says that it has taken so many UTF-16 units. */
  taken(viewer: V, chars: number): void {
    const progress = this.#viewers.get(viewer);
    if (progress === undefined) return;
    progress.taken(chars);
    this.#show(viewer, progress);
  }

  #takeInput(envelope: ActionEnvelope): void {
    this.#shares.typed();
    for (const viewer of this.#viewers.keys())
      if (this.#options.wants(viewer, envelope)) this.bringUpToDate(viewer);
  }

  /** Counts new text of a flood for a viewer that keeps up, which is sent it; shows one that is behind the last screenful. */
  #follow(viewer: V, progress: ViewerProgress, chars: number): void {
    if (progress.place !== undefined) this.#show(viewer, progress);
    else {
      progress.sent(chars);
      this.#letWait(progress);
    }
  }

  /** Begins to collect a flood after this text, if a viewer is behind and the text is lines, or drawn. */
  #begin(text: string): void {
    this.#notBefore -= text.length;
    const isMixed = this.#isMixed(text.length);
    const ahead = Math.max(...[...this.#viewers.values()].map((progress) => progress.ahead));
    if (isMixed && !this.#returns.take(ahead > this.#ahead ? text : '')) return;
    if (this.#notBefore > 0 || ahead <= (isMixed ? FAR : 1) * this.#ahead) return;
    // The screen is ahead of what is published, so its pen is not the one that begins here.
    if (this.#options.log.end > this.#end) return;
    this.#flood = isMixed ? drawnAfter(text, this.#end, this.#options) : this.#linesAfter();
    if (this.#flood === undefined) this.#notBefore = this.#options.retry ?? RETRY;
    else {
      for (const progress of this.#viewers.values()) this.#letWait(progress);
      this.#watch(this.#end);
    }
  }

  /** A few characters between two drawn rows are no lines, and to ask for the screen means to parse all that waits for it. */
  #isMixed(chars: number): boolean {
    return this.#options.log.mixedUntil > this.#end - Math.max(chars, this.#ahead / LINES_SHARE);
  }

  #linesAfter(): Flood | undefined {
    const { log, start: startOf, kept } = this.#options;
    const start = startOf();
    const scrollback = Math.max(...[...this.#viewers.values()].map((progress) => progress.scrollback));
    return start && new FloodText(log, this.#cursor, { ...start, keep: { ...start.keep, scrollback } }, kept);
  }

  /** Lets what follows wait for a viewer that is behind. */
  #letWait(progress: ViewerProgress): void {
    if (progress.ahead <= this.#ahead) return;
    if (this.#flood instanceof DrawnText) {
      if (this.#flood.start.at === this.#end) progress.place = this.#flood.start;
    } else if (this.#flood?.endsInSequence === false) progress.place = this.#flood.end;
  }

  /** Shows a viewer what is on the screen, when it has taken everything before it, as far as it tells. */
  #show(viewer: V, progress: ViewerProgress): void {
    const { place } = progress;
    if (place === undefined) return;
    const flood = this.#flood;
    const untold = progress.previewed ? 0 : (this.#options.credit ?? CREDIT) - 1;
    const isReady = progress.ahead <= untold && this.#shares.isDue(progress, this.#viewers.size);
    if (flood instanceof DrawnText) {
      if (isReady || flood.isMuch(place)) this.#frame(viewer, progress, flood.frame(place));
      return;
    }
    const text = isReady ? flood?.lastScreenful : undefined;
    if (text === undefined) return;
    this.#shares.shown(progress, text.length);
    progress.previewed = true;
    this.#options.preview(viewer, text);
  }

  #frame(viewer: V, progress: ViewerProgress, frame: DrawnFrame | undefined): void {
    if (frame === undefined || this.#last === undefined) return;
    const { from, rest, next } = frame;
    progress.place = next;
    progress.framedTo = next.at;
    this.#shares.shown(progress, rest.text.length);
    // Others have everything before this place, and are behind now.
    for (const each of this.#viewers.values()) if (each.ahead > this.#ahead) each.place ??= next;
    this.#cursor.moveTo(Math.min(...[...this.#viewers.values()].map((each) => each.place?.at ?? this.#end)));
    this.#options.framed(from, next.at, rest.text);
    this.#options.send(viewer, { ...this.#last, action: dataAction(rest) });
  }

  #watch(seen: number): void {
    this.#cancelQuiet = this.#options.clock.after(QUIET_MS, () => {
      if (this.#flood === undefined) return;
      if (this.#end === seen) this.#release();
      else this.#watch(this.#end);
    });
  }

  /** Sends what waits, and ends the flood. */
  #release(): void {
    const [flood, last] = [this.#flood, this.#last];
    this.#endFlood();
    if (flood === undefined) return;
    if (flood instanceof DrawnText && flood.isOver) this.#notBefore = this.#options.retry ?? RETRY;
    for (const [viewer, progress] of this.#viewers) this.#bring(viewer, progress, flood, last);
  }

  #bring(viewer: V, progress: ViewerProgress, flood: Flood, last: ActionEnvelope | undefined): void {
    const { place } = progress;
    progress.place = undefined;
    if (place === undefined || last === undefined || place.at === flood.end.at) return;
    const rest = flood.since(place);
    progress.sent(rest.text.length);
    this.#options.send(viewer, { ...last, action: dataAction(rest) });
  }

  #endFlood(): void {
    this.#cancelQuiet?.();
    this.#cancelQuiet = undefined;
    this.#flood = undefined;
    this.#last = undefined;
  }
}
