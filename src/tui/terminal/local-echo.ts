/**
 * Local echo: guesses what a program will draw for typed keys, so that a window can draw it before a far host has sent it.
 *
 * The guesses are the keys that have been typed and whose effect has not been seen yet; what is drawn is the screen as it is with
 * those keys applied to it, as a line editor applies them. Nothing of it gets into the emulator. Whenever output has come, the
 * keys that explain the change are dropped, oldest first. A change that they do not explain, or a key that has arrived and changes
 * nothing, withdraws all guesses; then nothing is drawn until a key has been echoed again. Keys that do not type (Enter, Escape,
 * control keys) end what can be guessed: keys after them wait until one of them is echoed.
 */

import type { Row } from '../../screen/cells/row.ts';
import type { StyleId } from '../../screen/cells/style.ts';
import {
  COLOR_INDEXED,
  COLOR_MODE,
  COLOR_NAMED,
  COLOR_RGB,
  DIM,
  PALETTE_VALUE,
  UNDERLINE,
  UNDERLINE_STYLE_SHIFT,
} from '../../screen/cells/style-bits.ts';
import { styleNumber, styleWords } from '../../screen/cells/style-table.ts';
import { cells, textWidth } from '../../screen/cells/text-width.ts';

/** What a guess depends on: the cursor and its row. */
export type EchoScreen = {
  /** The cursor's line, as an absolute line of the emulator's buffer. */
  readonly line: number;
  readonly x: number;
  /** Programs hide the cursor while they draw, and when it does not stand where text goes. */
  readonly visible: boolean;
  readonly alternate: boolean;
  readonly row: Row;
};

/** The cursor's row as it is drawn, and the column of the cursor in it. */
export type Guess = { readonly line: number; readonly row: Row; readonly x: number };

/** Limit: keys whose effect has not been seen. With more, all guesses are withdrawn. */
const KEYS_LIMIT = 64;

/** Characters that password prompts show in place of what is typed: they do not tell that the program echoes. */
const MASKS: ReadonlySet<string> = new Set(['*', '•', '●', '○', '∙', '·']);

type Key = {
  /** Keys are counted from 1. */
  readonly number: number;
  readonly kind: 'text' | 'erase' | 'left' | 'right' | 'other';
  /** The character of a key that types one. */
  readonly char: string;
};

export class LocalEcho {
  /** Keys whose effect has not been seen on the screen, oldest first. */
  #keys: Key[] = [];
  #count = 0;
  /** The screen when it was last looked at, where the text typed since the program began to echo starts there, and where it ends. */
  #anchor: Anchor | undefined;
  /** Whether the program has echoed a key since the guesses were last withdrawn. */
  #echoes = false;
  #guess: Guess | undefined;

  /** Whether there are keys whose effect has not been seen; only then `seen` need be called. */
  get awaits(): boolean {
    return this.#keys.length > 0;
  }

  /** What is to be drawn in place of the cursor's row and the cursor; the same object as long as nothing has changed. */
  get guess(): Guess | undefined {
    return this.#guess;
  }

  /** Takes input that was sent to the program, and the screen as it is. Returns the number of the last key. */
  typed(data: string, screen: EchoScreen): number {
    this.#look(screen);
    for (const { kind, char } of keysOf(data)) {
      this.#count += 1;
      this.#keys.push({ number: this.#count, kind: screen.visible ? kind : 'other', char });
    }
    if (this.#keys.length > KEYS_LIMIT) this.#withdraw();
    this.#draw();
    return this.#count;
  }

  /** Must be called when output has changed the screen. */
  seen(screen: EchoScreen): void {
    this.#look(screen);
    this.#draw();
  }

  /**
   * Must be called when the effect of the keys up to this number would have been seen: those that are left have none, or not the
   * expected one.
   */
  arrived(number: number): void {
    const count = this.#keys.findLastIndex((key) => key.number <= number) + 1;
    if (count === 0 || this.#anchor === undefined) return;
    const draft = new Draft(this.#anchor);
    const done = this.#keys.slice(0, count);
    // A character that was erased again at once has no effect that could be seen.
    const hasNoEffect = done.every((key) => draft.press(key)) && draft.is(this.#anchor);
    // The echo of a busy program may still come: the first keys that fail are only withdrawn until the next ones arrive.
    if (hasNoEffect || !this.#echoes) this.#keys.splice(0, count);
    if (!hasNoEffect) this.#distrust(this.#anchor);
    this.#draw();
  }

  /** Withdraws all guesses. */
  clear(): void {
    this.#withdraw();
    this.#draw();
  }

  /** Drops the keys that explain the change of the screen. */
  #look(screen: EchoScreen): void {
    // A program that has hidden the cursor is drawing.
    if (!screen.visible && this.#anchor !== undefined && this.#keys.length > 0) return;
    const anchor = this.#anchor;
    const isSamePlace = anchor?.line === screen.line && anchor.alternate === screen.alternate;
    for (let skipped = 0; isSamePlace && skipped <= this.#keys.length; skipped++) {
      const draft = this.#explained(anchor, screen, skipped);
      if (draft === undefined) continue;
      const isEcho = draft.isEchoedBy(screen);
      // Keys that show nothing, such as vim's `i`, may come before one that is echoed.
      if (skipped > 0 && !isEcho) continue;
      const begins = isEcho && (skipped > 0 || !this.#echoes);
      this.#keys.splice(0, skipped + draft.pressed);
      this.#anchor = { ...screen, from: begins ? draft.leftmost : draft.from.from, to: draft.to };
      this.#echoes ||= isEcho;
      return;
    }
    this.#distrust(screen);
  }

  /** Returns the draft with the fewest keys, after `skipped` ones, that is what the screen shows. */
  #explained(anchor: Anchor, screen: EchoScreen, skipped: number): Draft | undefined {
    const draft = new Draft(skipped === 0 ? anchor : { ...anchor, from: anchor.x, to: anchor.x });
    for (const key of this.#keys.slice(skipped)) {
      if (draft.is(screen)) return draft;
      if (!draft.press(key)) return undefined;
    }
    return draft.is(screen) ? draft : undefined;
  }

  #draw(): void {
    this.#guess = this.#echoes && this.#anchor !== undefined ? guessOf(this.#anchor, this.#keys) : undefined;
  }

  #withdraw(): void {
    this.#keys = [];
    this.#anchor = undefined;
    this.#echoes = false;
  }

  #distrust(screen: EchoScreen): void {
    this.#anchor = { ...screen, from: screen.x, to: screen.x };
    this.#echoes = false;
  }
}

/** A screen, and the columns between which text was typed and echoed: only there the cursor is moved and text is erased. */
type Anchor = EchoScreen & { readonly from: number; readonly to: number };

function guessOf(anchor: Anchor, keys: readonly Key[]): Guess | undefined {
  const draft = new Draft(anchor);
  for (const key of keys) if (!draft.press(key)) break;
  return draft.pressed === 0 ? undefined : draft.guess();
}

/** The cursor's row with keys applied to it. */
class Draft {
  readonly from: Anchor;
  pressed = 0;
  /** The column in front of which the typed text ends. */
  to: number;
  /** The leftmost column that was written to. */
  leftmost: number;
  #x: number;
  #chars: string[] | undefined;
  #styles: StyleId[] = [];
  #erased = false;

  constructor(from: Anchor) {
    this.from = from;
    this.to = from.to;
    this.#x = from.x;
    this.leftmost = from.x;
  }

  guess(): Guess {
    const { line, row } = this.from;
    const changed = this.#chars && { ...row, chars: this.#chars, styles: this.#styles };
    return { line, row: changed ?? row, x: this.#x };
  }

  /** Applies a key; false if it cannot be guessed what it does. */
  press({ kind, char }: Key): boolean {
    const isDone =
      kind === 'text'
        ? this.#insert(char)
        : kind === 'erase'
          ? this.#erase()
          : kind !== 'other' && this.#move(kind === 'left' ? -1 : 1);
    if (isDone) this.pressed += 1;
    return isDone;
  }

  /** Whether a screen shows it. Only cells that were typed are compared: programs may suggest other text behind the cursor. */
  is({ line, x, row }: EchoScreen): boolean {
    if (x !== this.#x || line !== this.from.line) return false;
    const chars = this.#chars ?? this.from.row.chars;
    for (let at = this.leftmost; at < x; at++) if (row.chars[at] !== chars[at]) return false;
    return !this.#erased || row.chars[x] === chars[x] || row.chars[x] === ' ' || isFaint(row.styles[x]);
  }

  /** Whether the screen, which shows it, has changed as by an echo. */
  isEchoedBy({ x, row: { chars, styles } }: EchoScreen): boolean {
    if (this.#chars === undefined) return false;
    const before = this.from.row;
    // That a character is gone does not tell whether the program shows what is typed.
    for (let at = this.leftmost; at < x; at++) {
      const isChanged = chars[at] !== before.chars[at] || styles[at] !== before.styles[at];
      if (isChanged && !MASKS.has(chars[at] ?? '')) return true;
    }
    return false;
  }

  #insert(char: string): boolean {
    const x = this.#x;
    const { chars, styles } = this.#cells();
    // What a program does at the end of the row is its own choice: wrap, scroll, or nothing.
    if (x >= chars.length - 1 || chars[x] === '') return false;
    const style = underlined(styles[x > this.from.from ? x - 1 : x]);
    const end = this.#endOfText(x);
    if (end >= chars.length) return false;
    if (end > x) {
      chars.splice(end, 1);
      styles.splice(end, 1);
      chars.splice(x, 0, char);
      styles.splice(x, 0, style);
    } else {
      chars[x] = char;
      styles[x] = style;
    }
    this.to = x < this.to ? this.to + 1 : x + 1;
    this.leftmost = Math.min(this.leftmost, x);
    this.#x += 1;
    return true;
  }

  #erase(): boolean {
    const x = this.#x - 1;
    if (x < this.from.from) return false;
    const { chars, styles } = this.#cells();
    const end = this.#endOfText(this.#x);
    if (chars[x] === '' || end >= chars.length) return false;
    if (end > this.#x) {
      chars.splice(end, 0, ' ');
      styles.splice(end, 0, styles[end] ?? 0);
      chars.splice(x, 1);
      styles.splice(x, 1);
    } else {
      chars[x] = ' ';
      styles[x] = styles[this.#x] ?? 0;
    }
    this.to -= 1;
    this.leftmost = Math.min(this.leftmost, x);
    this.#erased = true;
    this.#x = x;
    return true;
  }

  #move(by: -1 | 1): boolean {
    const x = this.#x + by;
    const { chars } = this.#cells();
    if (x < this.from.from || x > this.to || chars[x] === '') return false;
    this.#x = x;
    return true;
  }

  /** The end of the text behind the cursor, which moves with what is typed: up to two blanks, behind which a right prompt may be. */
  #endOfText(x: number): number {
    const { chars, styles } = this.#cells();
    // A suggestion is written over.
    if (isFaint(styles[x])) return x;
    let end = x;
    while (end < chars.length && !(chars[end] === ' ' && (chars[end + 1] ?? ' ') === ' ')) end++;
    return end;
  }

  #cells(): { chars: string[]; styles: StyleId[] } {
    if (this.#chars === undefined) {
      this.#chars = [...this.from.row.chars];
      this.#styles = [...this.from.row.styles];
    }
    return { chars: this.#chars, styles: this.#styles };
  }
}

/** Splits input into keys. Only characters of one cell are guessed. */
function* keysOf(data: string): Generator<Pick<Key, 'kind' | 'char'>> {
  let at = 0;
  for (let arrow = arrowAt(data, at); arrow !== undefined; arrow = arrowAt(data, at)) {
    yield { kind: arrow, char: '' };
    at += ARROW_LENGTH;
  }
  const rest = data.slice(at);
  // Other sequences, and pastes, are longer than what is typed between two frames.
  if (rest.includes('\x1b') || rest.length > KEYS_LIMIT) yield { kind: 'other', char: '' };
  else for (const { text, width } of cells(rest)) yield { kind: kindOf(text, width), char: text };
}

const ARROW_LENGTH = 3;

function arrowAt(data: string, at: number): 'left' | 'right' | undefined {
  const sequence = data.slice(at, at + ARROW_LENGTH);
  if (sequence === '\x1b[D' || sequence === '\x1bOD') return 'left';
  return sequence === '\x1b[C' || sequence === '\x1bOC' ? 'right' : undefined;
}

function kindOf(text: string, width: number): Key['kind'] {
  if (text === '\x7f') return 'erase';
  // A mark that combines with the character before it takes no cell of its own.
  return width === 1 && textWidth(`x${text}`) === 2 ? 'text' : 'other';
}

function underlined(style: StyleId = 0): StyleId {
  const { fg, bg, ext, link } = styleWords(style);
  return fg & UNDERLINE ? style : styleNumber(fg | UNDERLINE, bg, (1 << UNDERLINE_STYLE_SHIFT) | ext, link);
}

/** Whether text is grey, as shells print suggestions: dim, bright black, or one of the greys of the palette. */
function isFaint(style: StyleId = 0): boolean {
  if (style === 0) return false;
  const { fg, bg } = styleWords(style);
  if (bg & DIM) return true;
  const value = fg & PALETTE_VALUE;
  switch (fg & COLOR_MODE) {
    case COLOR_NAMED:
      return value === 8;
    case COLOR_INDEXED:
      return value >= 232 && value <= 250;
    case COLOR_RGB: {
      const parts = [(fg >> 16) & 255, (fg >> 8) & 255, fg & 255];
      const [least, most] = [Math.min(...parts), Math.max(...parts)];
      return most - least <= 16 && most < 192;
    }
    default:
      return false;
  }
}
