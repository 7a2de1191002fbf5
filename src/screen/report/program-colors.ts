/** The colours that the programs of a terminal have set by OSC 4, 5 and 10–19, until they are reset. */

import { colorSpec, parseColorSpec } from './color-spec.ts';

export type ProgramColorSet = {
  /** `0xrrggbb` by palette index; from `SPECIAL_COLORS` on the special colours of OSC 5 (bold, underline, …). */
  readonly indexed: ReadonlyMap<number, number>;
  /** `0xrrggbb` by OSC number: 10 foreground, 11 background, 12 cursor, 17 and 19 selection. */
  readonly dynamic: ReadonlyMap<number, number>;
};

/** Limits: the palette has 256 entries, 5 special colours follow, and 10 colours are dynamic. Others are ignored. */
export const SPECIAL_COLORS = 256;
const INDEXED_END = SPECIAL_COLORS + 5;
const DYNAMIC_FIRST = 10;
const DYNAMIC_LAST = 19;
/** Offset from the OSC code that sets a colour to the one that resets it. */
const RESETS = 100;

/** Limit: characters of a sequence; enough to set the whole palette at once. */
export const COLORS_LIMIT = 8192;

/** Numbers of the sequences that set and reset colours. */
export const COLOR_CODES: readonly number[] = [4, 5, ...dynamicCodes()].flatMap((code) => [
  code,
  code + RESETS,
]);

export class ProgramColors {
  readonly #indexed = new Map<number, number>();
  readonly #dynamic = new Map<number, number>();
  #current: ProgramColorSet | undefined;
  #changed = false;

  /** The colours that are set, the same object until one changes; undefined when none is. */
  get current(): ProgramColorSet | undefined {
    if (!this.#changed) return this.#current;
    this.#changed = false;
    const isEmpty = this.#indexed.size === 0 && this.#dynamic.size === 0;
    this.#current = isEmpty
      ? undefined
      : { indexed: new Map(this.#indexed), dynamic: new Map(this.#dynamic) };
    return this.#current;
  }

  /** Takes a sequence by its number and payload. A colour that cannot be parsed changes nothing. */
  take(code: number, payload: string): void {
    this.#changed = true;
    if (code === 4 || code === 5) this.#setIndexed(firstIndex(code), payload.split(';'));
    else if (code < RESETS) this.#setDynamic(code, payload.split(';'));
    else if (code === RESETS + 4 || code === RESETS + 5)
      this.#resetIndexed(firstIndex(code - RESETS), payload);
    else this.#dynamic.delete(code - RESETS);
  }

  reset(): void {
    this.#changed = true;
    this.#indexed.clear();
    this.#dynamic.clear();
  }

  #setIndexed(first: number, fields: readonly string[]): void {
    for (let at = 0; at + 1 < fields.length; at += 2) {
      const index = colorIndex(fields[at] ?? '');
      const value = parseColorSpec(fields[at + 1] ?? '');
      if (index !== undefined && value !== undefined && first + index < INDEXED_END)
        this.#indexed.set(first + index, value);
    }
  }

  /** Each further field belongs to the next number. */
  #setDynamic(first: number, fields: readonly string[]): void {
    for (let code = first; code <= DYNAMIC_LAST; code++) {
      const value = parseColorSpec(fields[code - first] ?? '');
      if (value !== undefined) this.#dynamic.set(code, value);
    }
  }

  /** Resets the colours that are named, or all of their kind. */
  #resetIndexed(first: number, payload: string): void {
    if (payload === '') {
      for (const index of this.#indexed.keys())
        if ((first === SPECIAL_COLORS) === index >= SPECIAL_COLORS) this.#indexed.delete(index);
      return;
    }
    for (const field of payload.split(';')) {
      const index = colorIndex(field);
      if (index !== undefined) this.#indexed.delete(first + index);
    }
  }
}

/** Returns the sequences that set these colours. */
export function colorSequences(colors: ProgramColorSet | undefined): string {
  if (colors === undefined) return '';
  const indexed = [...colors.indexed].map(([index, value]) => `${index};${colorSpec(value)}`).join(';');
  const dynamic = [...colors.dynamic].map(([code, value]) => `\x1b]${code};${colorSpec(value)}\x1b\\`);
  return (indexed === '' ? '' : `\x1b]4;${indexed}\x1b\\`) + dynamic.join('');
}

/** Parses a colour index; undefined if it is not one. */
function colorIndex(text: string): number | undefined {
  if (text === '' || text.length > 3) return undefined;
  let index = 0;
  for (const digit of text) {
    if (digit < '0' || digit > '9') return undefined;
    index = 10 * index + Number(digit);
  }
  return index < INDEXED_END ? index : undefined;
}

function firstIndex(code: number): number {
  return code === 5 ? SPECIAL_COLORS : 0;
}

function dynamicCodes(): number[] {
  return Array.from({ length: DYNAMIC_LAST - DYNAMIC_FIRST + 1 }, (_, at) => DYNAMIC_FIRST + at);
}
