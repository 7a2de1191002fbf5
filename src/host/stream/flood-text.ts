/**
 * The lines of a terminal that floods, as far as viewers that are behind still need them.
 *
 * All viewers of a terminal share it; each reads it from its own place in the log. It is nothing but lines (see `skim`), so
 * what scrolls off before anybody sees it can be left out without changing the screen.
 */

import { newlinesIn } from '../../protocol/terminal/newlines.ts';
import type { Emulator } from '../../screen/emulator/emulator.ts';
import { penSequence } from '../../screen/serialise/serialise-pen.ts';
import { SEQUENCE_LIMIT, unfinishedFrom } from '../../screen/skim/lines.ts';
import type { Grid } from '../../screen/skim/read-drawn.ts';
import { type Keep, skimTo } from '../../screen/skim/skim.ts';
import { lastScreenful, newestLines, type Stretch } from '../text/log-lines.ts';
import type { Cursor, TextLog } from '../text/text-log.ts';

/**
 * UTF-16 units that are held, and those added for each line of scrollback. At twice that the oldest lines are dropped, and a
 * viewer that has not got them is told how much it lacks.
 */
const KEPT = 512 * 1024;
const KEPT_PER_LINE = 128;

/** The screen at the beginning of a flood, with the scrollback that viewers have, and the sequence that sets its pen. */
export type FloodStart = { readonly keep: Keep; readonly pen: string };

/** Returns the screen as the beginning of a flood; undefined while leaving lines out could change what is shown. */
export function floodStartOf(emulator: Emulator | undefined): FloodStart | undefined {
  const keep = emulator?.keep;
  if (emulator === undefined || keep === undefined || emulator.alternate || emulator.modes.synchronizedOutput)
    return undefined;
  const pen = penSequence(emulator.state().pen);
  return pen === undefined ? undefined : { keep, pen };
}

/** A place in the log, and the number of line feeds before it. Where frames wait, the screen and its cursor there. */
export type FloodPlace = { readonly at: number; readonly line: number; readonly grid?: Grid };

/** Text that makes the same screen as everything since a place, and how much of that it leaves out. */
export type FloodRest = { readonly text: string; readonly chars: number; readonly lines: number };

export class FloodText {
  readonly #log: TextLog;
  readonly #cursor: Cursor;
  readonly #keep: Keep;
  readonly #kept: number;
  readonly #from: number;
  /** What is held, and the pen before it. */
  #held: Stretch;
  #screenful: { readonly to: number; readonly text: string | undefined } | undefined;

  /** The flood begins at the cursor, which moves on as lines are dropped. `kept`: how many UTF-16 units are held. */
  constructor(
    log: TextLog,
    cursor: Cursor,
    { keep, pen }: FloodStart,
    kept = KEPT + KEPT_PER_LINE * keep.scrollback,
  ) {
    this.#log = log;
    this.#cursor = cursor;
    this.#from = cursor.at;
    this.#held = { from: cursor.at, to: cursor.at, pen };
    // The cursor of a viewer may stand in any row by the time it takes the text.
    this.#keep = { ...keep, below: keep.rows };
    this.#kept = kept;
  }

  /** The place after all of it. */
  get end(): FloodPlace {
    const { to } = this.#held;
    return { at: to, line: this.#log.lineAt(to) };
  }

  /** Whether the text ends within a sequence: no viewer may begin to wait there, as the rest of a sequence is no line. */
  get endsInSequence(): boolean {
    return this.#linesEnd < this.#held.to;
  }

  /** Extends it to a place. Returns false, and does nothing, when there is more than lines, or when nothing may be dropped. */
  extend(to: number): boolean {
    if (this.#log.mixedUntil > this.#from || !this.#makeRoom()) return false;
    this.#held = { ...this.#held, to };
    return true;
  }

  /** Returns text that draws the last screenful on the screen of any moment of the flood; undefined while it is too short. */
  get lastScreenful(): string | undefined {
    const { to } = this.#held;
    if (this.#screenful?.to !== to) this.#screenful = { to, text: this.#findScreenful() };
    return this.#screenful.text;
  }

  /** Returns what a viewer lacks that has everything before `place`; that place is never within a sequence. */
  since(place: FloodPlace): FloodRest {
    const { from, to, pen } = this.#held;
    const whole = place.at >= from;
    const held = whole ? this.#log.read(place.at, to) : `\r\x1b[2K${pen}${this.#log.read(from, to)}`;
    const text = skimTo(this.#kept, held, this.#keep)?.text ?? held;
    if (whole && text.length >= held.length) return { text, chars: 0, lines: 0 };
    return {
      text,
      chars: Math.max(0, to - place.at - text.length),
      lines: Math.max(0, this.end.line - place.line - newlinesIn(text)),
    };
  }

  /** A sequence that is unfinished at the end is not drawn: its rest follows with the text itself. */
  #findScreenful(): string | undefined {
    return lastScreenful(this.#log, { ...this.#held, to: this.#linesEnd }, this.#keep);
  }

  get #linesEnd(): number {
    const { from, to } = this.#held;
    const end = this.#log.read(Math.max(from, to - SEQUENCE_LIMIT), to);
    return to - end.length + unfinishedFrom(end);
  }

  /** Drops the oldest lines, if there are too many. Returns false when the rest would not tell what is on the screen. */
  #makeRoom(): boolean {
    const { from, to } = this.#held;
    if (to - from < 2 * this.#kept) return true;
    const rest = newestLines(this.#log, this.#held, this.#kept, this.#keep);
    if (rest === undefined) return false;
    this.#held = rest;
    this.#cursor.moveTo(rest.from);
    return true;
  }
}
