/**
 * Flow control by acks, for the output of one terminal. A viewer that keeps up gets every byte. One that is behind gets the host's
 * screen instead: at most 60 times a second, and only when it has acknowledged the update before. The rate follows the cost: the
 * next update comes after three times what the last one took, from making it until it was acknowledged.
 *
 * An update is one `terminal/data` action that says how much of the output it leaves out. Where nothing but lines came since
 * the last update, its text is the last screenful of them, found in the log without parsing. Otherwise it is the screen as a late
 * joiner gets it, without scrollback. When the output pauses, a viewer whose scrollback has gaps gets the screen once more with
 * all of its scrollback. The text that was left out stays in the records of the host.
 */

import { cottyMeta, META_KEY } from '../../protocol/common/meta.ts';
import { ACK_EVERY } from '../../protocol/cotty/ack.ts';
import type { ScreenMeta, UpdateMeta } from '../../protocol/cotty/cotty-meta.ts';
import { type ActionEnvelope, dataIn } from '../../protocol/envelope.ts';
import type { DataAction } from '../../protocol/terminal/actions.ts';
import { newlinesIn, newlinesOf } from '../../protocol/terminal/newlines.ts';
import type { Emulator } from '../../screen/emulator/emulator.ts';
import { penSequence } from '../../screen/serialise/serialise-pen.ts';
import { SEQUENCE_LIMIT, unfinishedFrom } from '../../screen/skim/lines.ts';
import type { Keep } from '../../screen/skim/skim.ts';
import type { Clock } from '../common/clock.ts';
import { lastScreenful, newestLines, type Stretch } from '../text/log-lines.ts';
import type { Cursor, TextLog } from '../text/text-log.ts';

/** The window: UTF-16 units that may be sent and not acknowledged. A viewer with more is behind. */
const ACK_WINDOW = 64 * 1024;
/** A viewer that is behind by no more than this (UTF-16 units) gets the text itself. */
const SHORT = 4 * 1024;
/** UTF-16 units of lines in which the last screenful is searched. At twice that, the oldest half is dropped. */
const LINES_HELD = 512 * 1024;
/** Least milliseconds between two updates of a viewer. */
const UPDATE_MS = 1000 / 60;
/** The next update comes after this many times what the last one took, and at most this many milliseconds. */
const [SHARE_OF_TIME, MOST_REST_MS] = [3, 400];
/** Milliseconds without output after which the next update comes whatever the last one took. */
const PAUSE_MS = 30;
/** Milliseconds after a key in which its echo is expected: an update then waits only for the ack. */
const ECHO_MS = 50;
/** Milliseconds without output after which a viewer gets the scrollback that it lacks. */
const QUIET_MS = 100;
/** UTF-16 units at the end of the output in which the end of the last complete frame (synchronised output) is searched. */
const FRAME = 64 * 1024;
const [FRAME_BEGIN, FRAME_END] = ['\x1b[?2026h', '\x1b[?2026l'];
/** Begins the sequence by which a program copies. */
const COPY = '\x1b]52;';

/** The host's screen of the terminal. Reading it parses the output that is waiting. */
export type ScreenSource = {
  read(): Emulator;
  /** Parses the output at least up to a place of the log. Returns the place up to which it is parsed. */
  readTo(place: number): number;
  /** Returns the screen as a late joiner gets it. */
  drawn(scrollback: number): ScreenMeta;
  readonly scrollback: number;
};

export type ScreenUpdatesOptions<V> = {
  readonly clock: Clock;
  readonly channel: string;
  /** The whole output of the terminal. `take` must be called right after the text of an envelope was appended to it. */
  readonly log: TextLog;
  /** Returns undefined when the terminal is gone. */
  readonly screen: () => ScreenSource | undefined;
  /** Sends a message to one viewer, after everything that was sent to it before. */
  readonly send: (viewer: V, message: ActionEnvelope | Redrawn) => void;
  /** Whether a viewer gets an action. */
  readonly wants: (viewer: V, envelope: ActionEnvelope) => boolean;
  /** `ACK_WINDOW`, `SHORT` and `ACK_EVERY`, if a test needs others. */
  readonly sizes?: { readonly window: number; readonly short: number; readonly ackEvery: number };
};

/** The screen with its scrollback, which replaces what a viewer shows. */
export type Redrawn = { readonly redrawn: { readonly channel: string } & ScreenMeta };

/** A place in the output, and the number of line feeds before it. */
type Place = { readonly at: number; readonly line: number };

/** The output since a place, if it is nothing but lines: the newest of them, and the pen before these. */
type Lines = { readonly since: number; readonly held: Stretch; readonly keep: Keep };

class Viewer {
  /** UTF-16 units that were sent and that were acknowledged. */
  #sent = 0;
  #acked = 0;
  /** The value of `#sent` after the last update. Viewers acknowledge an update at once, and other text in larger pieces. */
  #updatedTo = 0;
  /** The place up to which the viewer has the output; undefined while it gets every byte. */
  behind: Place | undefined;
  /** When the last update was begun, and how long it took until it was acknowledged (ms). */
  updatedAt = Number.NEGATIVE_INFINITY;
  #took = 0;
  #awaitsAck = false;
  /** Whether its scrollback lacks lines. */
  hasGap = false;

  get unacked(): number {
    return this.#sent - this.#acked;
  }

  /** Whether the viewer has acknowledged the last update, and all later text but less than `allowed` UTF-16 units. */
  hasAcked(allowed: number): boolean {
    return this.#acked >= this.#updatedTo && this.unacked < allowed;
  }

  /** The least time from the last update to the next (ms). */
  get rest(): number {
    return Math.min(SHARE_OF_TIME * this.#took, MOST_REST_MS);
  }

  sent(chars: number): void {
    this.#sent += chars;
  }

  sentUpdate(chars: number): void {
    this.sent(chars);
    this.#updatedTo = this.#sent;
  }

  /** Sets when an update was begun. The text itself (`isText`) is short and not acknowledged at once: it counts as cheap. */
  updated(at: number, isText: boolean): void {
    this.updatedAt = at;
    this.#awaitsAck = !isText;
    if (isText) this.#took = 0;
  }

  acked(chars: number, now: number): void {
    this.#acked = Math.min(this.#sent, this.#acked + chars);
    if (!this.#awaitsAck || this.#acked < this.#updatedTo) return;
    this.#awaitsAck = false;
    this.#took = now - this.updatedAt;
  }
}

export class ScreenUpdates<V> {
  readonly #options: ScreenUpdatesOptions<V>;
  readonly #sizes: { readonly window: number; readonly short: number; readonly ackEvery: number };
  readonly #viewers = new Map<V, Viewer>();
  /** Keeps the part of the log from which updates are made. */
  readonly #cursor: Cursor;
  /** The end of the output, and the serverSeq of the last envelope that had output. */
  #end: Place;
  #last = 0;
  #lines: Lines | undefined;
  /** The place behind the last copy (OSC 52) of the program, and the last copied text that the screen has reported. */
  #copiedAt = -1;
  #copied: string | undefined;
  /** The last characters of the output, in which a copy sequence may begin. */
  #before = '';
  /** When there was output last while any viewer was behind, and when anybody has typed. */
  #printedAt = Number.NEGATIVE_INFINITY;
  #typedAt = Number.NEGATIVE_INFINITY;
  /** Whether the pty runs at a client, which matches the actions with its own output: nothing may be left out then. */
  #isRemote = false;
  #cancelNext: (() => void) | undefined;
  #cancelQuiet: (() => void) | undefined;

  constructor(options: ScreenUpdatesOptions<V>) {
    this.#options = options;
    this.#sizes = options.sizes ?? { window: ACK_WINDOW, short: SHORT, ackEvery: ACK_EVERY };
    this.#cursor = options.log.cursor(4 * LINES_HELD);
    this.#end = { at: options.log.end, line: 0 };
  }

  get isEmpty(): boolean {
    return this.#viewers.size === 0;
  }

  /** Adds a viewer that has all of the output so far. */
  add(viewer: V): void {
    this.#viewers.set(viewer, new Viewer());
  }

  delete(viewer: V): void {
    this.#viewers.delete(viewer);
    if (this.isEmpty) this.close();
  }

  close(): void {
    this.#cancelNext?.();
    this.#cancelQuiet?.();
    this.#cursor.close();
  }

  /** Takes an accepted action of the channel. Returns the viewers to which it must be sent. */
  take(envelope: ActionEnvelope, viewers: Iterable<V>): readonly V[] {
    const printed = dataIn(envelope.action);
    if (printed === undefined || printed.data === '') {
      this.#takeOther(envelope);
      return [...viewers];
    }
    const { data } = printed;
    this.#end = { at: this.#end.at + data.length, line: this.#end.line + newlinesOf(printed) };
    this.#last = envelope.serverSeq;
    this.#isRemote ||= envelope.origin !== undefined;
    const recipients: V[] = [];
    let anyBehind = false;
    for (const each of viewers) {
      const viewer = this.#viewers.get(each);
      if (viewer?.behind === undefined) recipients.push(each);
      if (viewer === undefined) continue;
      if (viewer.behind === undefined) this.#count(viewer, data.length);
      anyBehind ||= viewer.behind !== undefined;
    }
    this.#follow(data, anyBehind);
    if (!anyBehind) return recipients;
    this.#printedAt = this.#options.clock.now();
    for (const [each, viewer] of this.#viewers) this.#show(each, viewer);
    return recipients;
  }

  /** Sends a viewer the output that it lacks. To be called before another message of the channel is sent to it alone. */
  bringUpToDate(viewer: V): void {
    const found = this.#viewers.get(viewer);
    if (found !== undefined) this.#update(viewer, found);
  }

  /**
   * Must be called when a viewer acknowledges `chars` UTF-16 units. `whole`: its user scrolls back, so that its scrollback must
   * have no gaps.
   */
  acked(viewer: V, chars: number, whole = false): void {
    const found = this.#viewers.get(viewer);
    if (found === undefined) return;
    found.acked(chars, this.#options.clock.now());
    if (found.behind?.at === this.#end.at && this.#hasAcked(found)) found.behind = undefined;
    if (whole) this.#redraw(viewer, found);
    else this.#show(viewer, found);
    if (this.#cancelQuiet === undefined && found.behind === undefined) this.#redraw(viewer, found);
  }

  /** Takes an action that is not output. Viewers must get the output before it first. */
  #takeOther(envelope: ActionEnvelope): void {
    const { type } = envelope.action;
    if (type === 'terminal/input') this.#typedAt = this.#options.clock.now();
    for (const [each, viewer] of this.#viewers) {
      if (this.#options.wants(each, envelope)) this.#update(each, viewer);
      // Output that follows, such as a prompt, need not wait for the ack of this update.
      if (viewer.behind?.at === this.#end.at && viewer.unacked <= this.#sizes.window)
        viewer.behind = undefined;
      // A taller screen shows lines of the scrollback; a cleared one has none.
      if (type === 'terminal/resized') this.#redraw(each, viewer);
      if (type === 'terminal/cleared') viewer.hasGap = false;
    }
    // The last lines of the log are no longer those of the screen.
    if (type === 'terminal/resized' || type === 'terminal/cleared') this.#lines = undefined;
  }

  /** Counts text that is sent to a viewer. It is behind if more than the window is not acknowledged. */
  #count(viewer: Viewer, chars: number): void {
    viewer.sent(chars);
    if (viewer.unacked > this.#sizes.window && !this.#isRemote) viewer.behind = this.#end;
  }

  /** Keeps the output from which updates are made, while any viewer is behind. */
  #follow(data: string, anyBehind: boolean): void {
    const { log } = this.#options;
    const before = this.#before;
    this.#before = data.slice(-COPY.length);
    if (!anyBehind) {
      this.#lines = undefined;
      this.#cursor.moveTo(this.#end.at);
      return;
    }
    if (log.mixedUntil === this.#end.at && (before + data).includes(COPY)) this.#copiedAt = this.#end.at;
    this.#lines = this.#lines && this.#extended(this.#lines);
    const needed = Math.min(this.#lines?.held.from ?? this.#end.at, this.#end.at - FRAME);
    this.#cursor.moveTo(Math.max(this.#cursor.at, needed));
    this.#watchQuiet();
  }

  /** Returns the lines up to the end; undefined if there was other output, or if the newest lines depend on older ones. */
  #extended({ since, held, keep }: Lines): Lines | undefined {
    const { log } = this.#options;
    if (log.mixedUntil > since) return undefined;
    const all = { ...held, to: this.#end.at };
    if (all.to - all.from < 2 * LINES_HELD) return { since, held: all, keep };
    const newest = newestLines(log, all, LINES_HELD, keep);
    return newest && { since, held: newest, keep };
  }

  /** Sends an update if the viewer lacks output, has acknowledged the last update, and that was long enough ago. */
  #show(each: V, viewer: Viewer): void {
    if (viewer.behind === undefined || viewer.behind.at === this.#end.at || !this.#hasAcked(viewer)) return;
    const now = this.#options.clock.now();
    const due = Math.min(viewer.updatedAt + viewer.rest, this.#printedAt + PAUSE_MS);
    const wait = Math.max(viewer.updatedAt + UPDATE_MS, due) - now;
    // If the clock was set back, the time of the last update is in the future.
    const isTyping = now >= this.#typedAt && now - this.#typedAt < ECHO_MS;
    if (wait <= 0 || isTyping || now < viewer.updatedAt) this.#update(each, viewer);
    else this.#showAfter(wait);
  }

  #hasAcked(viewer: Viewer): boolean {
    return viewer.hasAcked(this.#sizes.ackEvery);
  }

  #showAfter(ms: number): void {
    this.#cancelNext ??= this.#options.clock.after(ms, () => {
      this.#cancelNext = undefined;
      for (const [each, viewer] of this.#viewers) this.#show(each, viewer);
    });
  }

  /** Sends a viewer the output that it lacks. */
  #update(each: V, viewer: Viewer): void {
    const { behind } = viewer;
    if (behind === undefined || behind.at === this.#end.at) return;
    const begunAt = this.#options.clock.now();
    const action = this.#updateFrom(behind);
    const { omitted, redrawn } = cottyMeta<UpdateMeta>(action._meta);
    viewer.behind = this.#end;
    viewer.updated(begunAt, omitted === undefined);
    if (omitted === undefined) viewer.sent(action.data.length);
    else {
      viewer.sentUpdate(action.data.length + (redrawn?.screen?.length ?? 0));
      viewer.hasGap = true;
    }
    this.#options.send(each, { channel: this.#options.channel, action, serverSeq: this.#last });
  }

  /** Makes the action that brings a viewer from a place to the end of the output. */
  #updateFrom(place: Place): DataAction {
    const { log } = this.#options;
    const chars = this.#end.at - place.at;
    if (chars <= this.#sizes.short) return { type: 'terminal/data', data: log.read(place.at, this.#end.at) };
    const lines =
      this.#lines !== undefined && place.at >= this.#lines.since ? this.#lastLines(this.#lines) : undefined;
    if (lines !== undefined && lines.length < chars) return this.#updateOf(place, lines);
    const redrawn = this.#redrawn(place);
    if (redrawn !== undefined) return this.#updateOf(place, '', redrawn);
    // The terminal and its screen are gone. Send what the log still holds.
    return this.#updateOf(place, log.read(place.at, this.#end.at));
  }

  #updateOf(place: Place, data: string, redrawn?: ScreenMeta): DataAction {
    const omitted = {
      chars: this.#end.at - place.at - data.length,
      lines: Math.max(0, this.#end.line - place.line - newlinesIn(data)),
    };
    const meta: UpdateMeta = { omitted, ...(redrawn === undefined ? {} : { redrawn }) };
    return { type: 'terminal/data', data, _meta: { [META_KEY]: meta } };
  }

  /**
   * Returns text that draws the last screenful on a screen with any earlier part of these lines, and the incomplete sequence at
   * the end.
   */
  #lastLines({ held, keep }: Lines): string | undefined {
    const { log } = this.#options;
    const end = log.read(Math.max(held.from, held.to - SEQUENCE_LIMIT), held.to);
    const unfinished = end.slice(unfinishedFrom(end));
    const text = lastScreenful(log, { ...held, to: held.to - unfinished.length }, keep);
    return text === undefined ? undefined : text + unfinished;
  }

  /**
   * Returns the screen without scrollback. If the output ends within a frame, it is the screen of the last complete frame, with
   * the text after it.
   */
  #redrawn(place: Place): ScreenMeta | undefined {
    const screen = this.#options.screen();
    if (screen === undefined) return undefined;
    const parsed = screen.readTo(this.#lastFrameEnd);
    const drawn = screen.drawn(0);
    const rest = this.#options.log.read(parsed, this.#end.at);
    const copy = place.at < this.#copiedAt ? this.#copyOf(screen.read().reports.takeCopied()) : '';
    if (rest === '') this.#lines ??= linesFrom(this.#end.at, screen.read());
    return { ...drawn, screen: (drawn.screen ?? '') + rest + copy };
  }

  /** The end of the last complete frame, if the output ends within a frame; else the end of the output. */
  get #lastFrameEnd(): number {
    const from = this.#end.at - FRAME;
    const text = this.#options.log.read(from, this.#end.at);
    const end = text.lastIndexOf(FRAME_END);
    const isWhole = text.indexOf(FRAME_BEGIN, Math.max(0, end)) < 0;
    return isWhole || end < 0 ? this.#end.at : this.#end.at - text.length + end + FRAME_END.length;
  }

  /** Returns the sequence (OSC 52) for the program's last copy. */
  #copyOf(newest: string | undefined): string {
    this.#copied = newest ?? this.#copied;
    return this.#copied === undefined ? '' : `${COPY}c;${Buffer.from(this.#copied).toString('base64')}\x07`;
  }

  /** Sends the screen with all its scrollback to a viewer that lacks lines. */
  #redraw(each: V, viewer: Viewer): void {
    const screen = this.#options.screen();
    if (!viewer.hasGap || screen === undefined) return;
    this.#update(each, viewer);
    screen.read();
    const drawn = screen.drawn(screen.scrollback);
    viewer.hasGap = false;
    viewer.sentUpdate(drawn.screen?.length ?? 0);
    this.#options.send(each, { redrawn: { channel: this.#options.channel, ...drawn } });
  }

  /** Brings all viewers up to date when there has been no output for a moment. */
  #watchQuiet(): void {
    if (this.#cancelQuiet !== undefined) return;
    const seen = this.#end.at;
    this.#cancelQuiet = this.#options.clock.after(QUIET_MS, () => {
      this.#cancelQuiet = undefined;
      if (this.#end.at !== seen) this.#watchQuiet();
      else for (const [each, viewer] of this.#viewers) this.#settle(each, viewer);
    });
  }

  #settle(each: V, viewer: Viewer): void {
    this.#update(each, viewer);
    this.#redraw(each, viewer);
  }
}

/** Returns the state from which lines can be left out; undefined if leaving any out could change what is shown. */
function linesFrom(at: number, emulator: Emulator): Lines | undefined {
  const { keep } = emulator;
  if (keep === undefined || emulator.alternate || emulator.modes.synchronizedOutput) return undefined;
  const pen = penSequence(emulator.state().pen);
  if (pen === undefined) return undefined;
  // Lines never move the cursor up: no viewer that has taken the output up to here or further has it in a higher row.
  return { since: at, held: { from: at, to: at, pen }, keep: { ...keep, scrollback: 0 } };
}
