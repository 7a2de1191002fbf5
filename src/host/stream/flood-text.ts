/**
 * The newest text of a terminal that floods, in the pieces in which it came: what viewers that are behind still lack.
 *
 * All viewers of a terminal share it; each reads it from its own place. It holds nothing but lines (see `skim`), so what
 * scrolls off before anybody sees it can be left out without changing the screen.
 */

import type { Emulator } from '../../screen/emulator/emulator.ts';
import { penSequence } from '../../screen/serialise/serialise-pen.ts';
import { type Keep, linesEnd, penBefore, skimLines, skimTo } from '../../screen/skim/skim.ts';

/**
 * UTF-16 units that are held, and as many for each line of scrollback; at twice that the oldest pieces are dropped. A
 * viewer that lacks dropped pieces is told how much it does not get.
 */
const KEPT = 512 * 1024;
const KEPT_PER_LINE = 128;
/** UTF-16 units of pieces that are joined to find the last screenful: most often one piece is enough. */
const SCREENFUL = 16 * 1024;

/** The pen of a skimmed text that does not depend on what came before. */
const BEGINS_WITH_RESET = /^\r\x1b\[0*[;m]/;

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

/** A place in the text: UTF-16 units and line feeds since the flood began. */
export type FloodPlace = { readonly chars: number; readonly lines: number };

/** Text that makes the same screen as everything since a place, and how much of that it leaves out. */
export type FloodRest = { readonly text: string; readonly chars: number; readonly lines: number };

type Piece = FloodPlace & { readonly text: string; readonly plain: boolean };

export class FloodText {
  readonly #keep: Keep;
  readonly #kept: number;
  #pieces: Piece[] = [];
  #end: FloodPlace = { chars: 0, lines: 0 };
  /** The sequences that set the pen before the oldest piece, whatever it was. */
  #pen: string;
  /** The beginning of a sequence at the end of the text. */
  #partial = '';
  #screenful: { readonly end: number; readonly text: string | undefined } | undefined;

  /** `kept`: how many UTF-16 units are held. */
  constructor({ keep, pen }: FloodStart, kept = KEPT + KEPT_PER_LINE * keep.scrollback) {
    // The cursor may stand in any row by the time a viewer takes the text.
    this.#keep = { ...keep, below: keep.rows };
    this.#pen = pen;
    this.#kept = kept;
  }

  /** The place after all text. */
  get end(): FloodPlace {
    return { chars: this.#end.chars + this.#partial.length, lines: this.#end.lines };
  }

  /** Whether the text ends within a sequence: the rest of one alone is not lines, so nobody begins to wait there. */
  get endsInSequence(): boolean {
    return this.#partial !== '';
  }

  /** Appends text. Returns false, and takes nothing, when it is more than lines, or when nothing of it may be dropped. */
  append(text: string): boolean {
    const joined = this.#partial + text;
    const end = linesEnd(joined);
    if (end === undefined || !this.#makeRoom()) return false;
    this.#partial = joined.slice(end);
    if (end === 0) return true;
    const piece = joined.slice(0, end);
    this.#pieces.push({ ...this.#end, text: piece, plain: !piece.includes('\x1b') });
    this.#end = { chars: this.#end.chars + end, lines: this.#end.lines + lineFeeds(piece) };
    return true;
  }

  /** Returns text that draws the last screenful on the screen of any moment of the flood; undefined while it is too short. */
  get lastScreenful(): string | undefined {
    const { chars } = this.#end;
    if (this.#screenful?.end !== chars) this.#screenful = { end: chars, text: this.#findScreenful() };
    return this.#screenful.text;
  }

  /** Returns what a viewer lacks that has everything before `place`, which is not within a sequence. */
  since(place: FloodPlace): FloodRest {
    const first = this.#pieces[0];
    const whole = first === undefined || place.chars >= first.chars;
    const held = whole ? this.#textFrom(place.chars) : this.#pen + this.#textFrom(first.chars);
    const text = (skimTo(this.#kept, held, this.#keep)?.text ?? held) + this.#partial;
    if (whole && text.length >= held.length) return { text, chars: 0, lines: 0 };
    return {
      text,
      chars: Math.max(0, this.end.chars - place.chars - text.length),
      lines: Math.max(0, this.#end.lines - place.lines - lineFeeds(text)),
    };
  }

  #textFrom(chars: number): string {
    return this.#pieces
      .map((piece) => (piece.chars >= chars ? piece.text : piece.text.slice(chars - piece.chars)))
      .join('');
  }

  #findScreenful(): string | undefined {
    const bare = { ...this.#keep, scrollback: 0 };
    for (let wanted = SCREENFUL; ; wanted *= 4) {
      const from = this.#indexBefore(wanted);
      const samePen = this.#pieces.slice(0, from).every(({ plain }) => plain);
      const short = skimLines((samePen ? this.#pen : '') + this.#lastPieces(from), bare);
      if (short !== undefined && (samePen || BEGINS_WITH_RESET.test(short))) return short;
      if (from === 0) return undefined;
    }
  }

  /** Index of the piece from which on there are at least so many UTF-16 units. */
  #indexBefore(chars: number): number {
    let index = this.#pieces.length;
    for (let sum = 0; index > 0 && sum < chars; ) {
      index -= 1;
      sum += this.#pieces[index]?.text.length ?? 0;
    }
    return index;
  }

  #lastPieces(from: number): string {
    return this.#pieces
      .slice(from)
      .map(({ text }) => text)
      .join('');
  }

  /** Drops the oldest pieces, if there are too many. Returns false when without them the screen could not be told. */
  #makeRoom(): boolean {
    const begin = this.#pieces[0]?.chars ?? this.#end.chars;
    if (this.#end.chars - begin < 2 * this.#kept) return true;
    const index = this.#indexBefore(this.#kept);
    const dropped = this.#pen + this.#pieces.slice(0, index).reduce((all, { text }) => all + text, '');
    const pen = penBefore(dropped, dropped.length);
    const rest =
      pen === undefined ? undefined : skimLines(this.#lastPieces(index), { ...this.#keep, scrollback: 0 });
    if (pen === undefined || rest === undefined) return false;
    this.#pen = pen;
    this.#pieces = this.#pieces.slice(index);
    return true;
  }
}

function lineFeeds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
