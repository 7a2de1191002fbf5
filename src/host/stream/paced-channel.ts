/**
 * Sends one terminal to the viewers that asked to be paced: in a flood they get its last screenful at times, not each byte.
 *
 * A viewer says how much it has taken. While it has not taken what it was sent, lines wait for it in the log instead of
 * being written: each time it has caught up it is shown the last screenful, as a preview that changes no state. When the
 * flood ends, or anything but lines comes, one `terminal/data` action brings what can still be scrolled back to, and says
 * how much it leaves out. Input changes no screen, so it ends no flood; a viewer that is told of it gets the text that was
 * printed before it first.
 */

import { META_KEY } from '../../protocol/common/meta.ts';
import { CREDIT } from '../../protocol/cotty/credit.ts';
import type { ActionEnvelope } from '../../protocol/envelope.ts';
import { dataIn } from '../../protocol/envelope.ts';
import type { DataAction } from '../../protocol/terminal/actions.ts';
import type { DataMeta } from '../../protocol/terminal/command-meta.ts';
import type { Clock } from '../ground/clock.ts';
import type { Cursor, TextLog } from '../text/text-log.ts';
import { type FloodPlace, type FloodStart, FloodText } from './flood-text.ts';

/** UTF-16 units of output that may be on their way to a viewer; when there are more, lines wait for it. */
const AHEAD = 64 * 1024;
/** A flood begins when lines have come for this share of it. */
const LINES_SHARE = 4;
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
  /** Sends an action that brings what a viewer lacks. */
  readonly send: (viewer: V, envelope: ActionEnvelope) => void;
  /** Shows a viewer the last screenful. */
  readonly preview: (viewer: V, screenful: string) => void;
  /** Whether a viewer is to be told of an action. */
  readonly wants: (viewer: V, envelope: ActionEnvelope) => boolean;
  /** UTF-16 units that a viewer may be ahead, that it may keep to itself, and that a flood holds; for tests. */
  readonly ahead?: number;
  readonly credit?: number;
  readonly kept?: number;
};

type ViewerProgress = {
  /** Lines above the screen that the viewer keeps. */
  readonly scrollback: number;
  /** UTF-16 units sent and not taken. */
  ahead: number;
  /** Whether a preview was sent last: then the viewer tells when it has taken all. */
  previewed: boolean;
  /** The place in the flood from which on the viewer lacks it; undefined while it gets everything. */
  place: FloodPlace | undefined;
};

export class PacedChannel<V> {
  readonly #options: PacedChannelOptions<V>;
  readonly #ahead: number;
  /** The place up to which the viewers have the text; in a flood, the place where it begins. */
  readonly #cursor: Cursor;
  readonly #viewers = new Map<V, ViewerProgress>();
  #flood: FloodText | undefined;
  /** The place after the text of the last envelope. */
  #end: number;
  /** The newest envelope whose text waits. */
  #last: ActionEnvelope | undefined;
  /** UTF-16 units that pass before the next attempt to let text wait. */
  #notBefore = 0;
  #cancelQuiet: (() => void) | undefined;

  constructor(options: PacedChannelOptions<V>) {
    this.#options = options;
    this.#ahead = options.ahead ?? AHEAD;
    this.#cursor = options.log.cursor(HELD);
    this.#end = this.#cursor.at;
  }

  get isEmpty(): boolean {
    return this.#viewers.size === 0;
  }

  add(viewer: V, scrollback: number): void {
    this.#viewers.set(viewer, { scrollback, ahead: 0, previewed: false, place: undefined });
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
    const chars = dataIn(envelope.action)?.data.length ?? 0;
    const isText = chars > 0 && envelope.origin === undefined;
    this.#end += chars;
    if (!isText || this.#flood?.extend(this.#end) === false) this.#release();
    if (this.#flood === undefined) {
      this.#cursor.moveTo(this.#end);
      for (const progress of this.#viewers.values()) sent(progress, chars);
      if (isText) this.#begin(chars);
      return;
    }
    this.#last = envelope;
    for (const [viewer, progress] of this.#viewers) this.#follow(viewer, progress, chars);
  }

  /** Whether the last envelope taken waits for a viewer. */
  isWaiting(viewer: V): boolean {
    const place = this.#viewers.get(viewer)?.place;
    return place !== undefined && this.#flood !== undefined && place.at < this.#end;
  }

  /**
   * Sends one viewer what waits for it; the flood goes on, and lines wait again from the next text on. Must be called before
   * anything else of the channel is sent to the viewer.
   */
  bringUpToDate(viewer: V): void {
    const progress = this.#viewers.get(viewer);
    if (progress !== undefined && this.#flood !== undefined)
      this.#bring(viewer, progress, this.#flood, this.#last);
  }

  /** Must be called when a viewer says that it has taken so many UTF-16 units. */
  taken(viewer: V, chars: number): void {
    const progress = this.#viewers.get(viewer);
    if (progress === undefined) return;
    progress.ahead = Math.max(0, progress.ahead - chars);
    this.#preview(viewer, progress);
  }

  #takeInput(envelope: ActionEnvelope): void {
    for (const viewer of this.#viewers.keys())
      if (this.#options.wants(viewer, envelope)) this.bringUpToDate(viewer);
  }

  /** Counts new text of a flood for a viewer that keeps up, which is sent it; shows one that is behind the last screenful. */
  #follow(viewer: V, progress: ViewerProgress, chars: number): void {
    if (progress.place !== undefined) this.#preview(viewer, progress);
    else {
      sent(progress, chars);
      this.#letWait(progress);
    }
  }

  /** Begins to collect a flood after this text, if a viewer is behind and the text is lines. */
  #begin(chars: number): void {
    this.#notBefore -= chars;
    if (this.#notBefore > 0 || ![...this.#viewers.values()].some((progress) => this.#isBehind(progress)))
      return;
    const { log, start: startOf, kept } = this.#options;
    // The screen is ahead of what is published, so its pen is not the one that begins here.
    if (log.end > this.#end) return;
    // A few characters between two drawn rows are no lines, and to ask for the screen means to parse all that waits for it.
    const isMixed = log.mixedUntil > this.#end - Math.max(chars, this.#ahead / LINES_SHARE);
    const start = isMixed ? undefined : startOf();
    if (start === undefined) {
      this.#notBefore = RETRY;
      return;
    }
    const scrollback = Math.max(...[...this.#viewers.values()].map((progress) => progress.scrollback));
    this.#flood = new FloodText(log, this.#cursor, { ...start, keep: { ...start.keep, scrollback } }, kept);
    for (const progress of this.#viewers.values()) this.#letWait(progress);
    this.#watch(this.#end);
  }

  /** Lets what follows wait for a viewer that is behind. */
  #letWait(progress: ViewerProgress): void {
    if (this.#flood?.endsInSequence === false && this.#isBehind(progress)) progress.place = this.#flood.end;
  }

  #isBehind({ ahead }: ViewerProgress): boolean {
    return ahead > this.#ahead;
  }

  /** Shows a viewer the last screenful, when it has taken everything before it, as far as it tells. */
  #preview(viewer: V, progress: ViewerProgress): void {
    const untold = progress.previewed ? 0 : (this.#options.credit ?? CREDIT) - 1;
    if (progress.place === undefined || progress.ahead > untold) return;
    const text = this.#flood?.lastScreenful;
    if (text === undefined) return;
    sent(progress, text.length);
    progress.previewed = true;
    this.#options.preview(viewer, text);
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
    const flood = this.#flood;
    const last = this.#last;
    this.#endFlood();
    if (flood === undefined) return;
    for (const [viewer, progress] of this.#viewers) this.#bring(viewer, progress, flood, last);
  }

  #bring(viewer: V, progress: ViewerProgress, flood: FloodText, last: ActionEnvelope | undefined): void {
    const { place } = progress;
    progress.place = undefined;
    if (place === undefined || last === undefined || place.at === flood.end.at) return;
    const { text, ...omitted } = flood.since(place);
    sent(progress, text.length);
    this.#options.send(viewer, { ...last, action: dataAction(text, omitted) });
  }

  #endFlood(): void {
    this.#cancelQuiet?.();
    this.#cancelQuiet = undefined;
    this.#flood = undefined;
    this.#last = undefined;
  }
}

function sent(progress: ViewerProgress, chars: number): void {
  progress.ahead += chars;
  progress.previewed = false;
}

function dataAction(data: string, omitted: { readonly chars: number; readonly lines: number }): DataAction {
  if (omitted.chars === 0) return { type: 'terminal/data', data };
  const meta: DataMeta = { omitted };
  return { type: 'terminal/data', data, _meta: { [META_KEY]: meta } };
}
