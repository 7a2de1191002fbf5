/**
 * What a full-screen program draws, as far as viewers that are behind still need it: of many frames drawn over each other only
 * the last is visible (see `skim-drawn.ts`).
 *
 * Each viewer reads it from its own place in the log, and gets the newest frame each time it has taken the one before.
 */

import { newlinesIn } from '../../protocol/terminal/newlines.ts';
import { type Grid, readDrawn } from '../../screen/skim/read-drawn.ts';
import { type Frames, skimDrawn, skimFrames } from '../../screen/skim/skim-drawn.ts';
import type { TextLog } from '../text/text-log.ts';
import type { FloodPlace, FloodRest } from './flood-text.ts';

/** UTF-16 units that may wait for a viewer: then it gets the newest frame, although it has not taken the one before. */
const MOST = 512 * 1024;
/** A screen larger than any: where the text is drawn is not known yet. */
const ANYWHERE: Grid = { cols: 0xffff, rows: 0xffff, x: 0, y: 0 };

/** What a viewer lacks from one place to the next. */
export type DrawnFrame = { readonly from: number; readonly rest: FloodRest; readonly next: FloodPlace };

/** What there is to begin with: `grid` returns the screen, which is parsed for that. */
type Beginning = { readonly log: TextLog; readonly grid: () => Grid | undefined; readonly kept?: number };

/** Begins at a place, if the text before it looks as if a full-screen program had drawn it. */
export function drawnAfter(text: string, at: number, { log, grid, kept }: Beginning): DrawnText | undefined {
  const from = text.indexOf('\x1b[');
  const isDrawn = from >= 0 && readDrawn(text.slice(from), ANYWHERE) !== undefined;
  const screen = isDrawn ? grid() : undefined;
  return screen && new DrawnText(log, at, screen, kept);
}

export class DrawnText {
  readonly #log: TextLog;
  readonly #most: number;
  readonly start: FloodPlace;
  #to: number;
  /** Before this place no frame is looked for: a search for one costs as much as text waits. */
  #notBefore = 0;
  /** Whether there was something else than frames. */
  isOver = false;

  /** It begins at a place where `grid` is the screen; a cursor of the log must hold what comes. */
  constructor(log: TextLog, at: number, grid: Grid, most = MOST) {
    this.#log = log;
    this.#most = most;
    this.start = { at, line: log.lineAt(at), grid };
    this.#to = at;
  }

  /** The place after all of it. */
  get end(): FloodPlace {
    return { at: this.#to, line: this.#log.lineAt(this.#to) };
  }

  /** Extends it to a place. Returns false, and does nothing, when there was something else than frames. */
  extend(to: number): boolean {
    if (!this.isOver) this.#to = to;
    return !this.isOver;
  }

  /** Whether more waits for a viewer than may. */
  isMuch({ at }: FloodPlace): boolean {
    return this.#to - at > this.#most;
  }

  /** Returns what a viewer lacks that has everything before `place`. */
  since(place: FloodPlace): FloodRest {
    const held = this.#log.read(place.at, this.#to);
    return this.#rest(place, held, (place.grid && skimDrawn(held, place.grid)) ?? held);
  }

  /** Returns that as a frame; undefined when the text ends where no other frame could begin. */
  frame(place: FloodPlace): DrawnFrame | undefined {
    const { at: from, grid } = place;
    if (this.#to < this.#notBefore || this.#to === from || grid === undefined) return undefined;
    const held = this.#log.read(from, this.#to);
    const { end, text = held }: Partial<Frames> = skimFrames(held, grid) ?? {};
    const isClean = end !== undefined && end.at === held.length && end.x < grid.cols;
    this.isOver = end === undefined || (!isClean && this.isMuch(place));
    this.#notBefore = isClean ? 0 : this.#to + held.length / 2;
    if (!isClean && !this.isOver) return undefined;
    const next = { ...this.end, grid: isClean ? { ...grid, x: end.x, y: end.y } : grid };
    return { from, rest: this.#rest(place, held, text), next };
  }

  #rest({ line }: FloodPlace, held: string, text: string): FloodRest {
    const chars = Math.max(0, held.length - text.length);
    const lines = chars === 0 ? 0 : Math.max(0, this.end.line - line - newlinesIn(text));
    return { text, chars, lines };
  }
}
