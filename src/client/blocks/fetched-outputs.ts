/**
 * Outputs that the content lacks, fetched from the host when they are shown: whole where short or with an image, else head
 * and tail.
 */

import { isRefusal } from '../../protocol/common/error-codes.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { AskOutput, OutputResult } from '../../protocol/cotty/command-output.ts';
import type { CommandMeta, OutputCounts } from '../../protocol/terminal/command-meta.ts';
import { linesIn } from '../../protocol/terminal/newlines.ts';
import { omittedOf } from '../../protocol/terminal/shorten.ts';
import type { CommandPart } from '../../protocol/terminal/state.ts';
import { imageOutput } from './image-output.ts';
import { LruCache } from './lru-cache.ts';
import { isShortened, type OutputPiece, type OutputPieces, withOutput } from './output-pieces.ts';

/** Outputs of up to this many UTF-16 units are fetched whole; they are rendered in a fraction of a second. */
export const WHOLE_CHARS = 1024 * 1024;
/** UTF-16 units of the head and of the tail of a longer output. */
const HEAD_CHARS = 64 * 1024;
const TAIL_LINES = 2000;
const TAIL_CHARS = 256 * 1024;
/** UTF-16 units of the end of an output for a preview; an output that is as short is fetched whole. */
const END_CHARS = 32 * 1024;
/** Factor by which fewer lines are requested if the last ones did not fit. */
const FEWER = 10;
/** Lines that are fetched around a line to which the user jumps. */
const AROUND = 200;

/** Limit: UTF-16 units of fetched outputs; beyond it the least recently shown are dropped. */
const KEPT_CHARS = 32 * 1024 * 1024;
/**
 * How often an output is fetched for its images. Without a limit, outputs in view that do not fit into the cache together would
 * replace each other without end.
 */
const MOST_IMAGES = 4;
/** Limit: requests under way. What is shown in the meantime is asked for with a later frame. */
const MAX_ASKED = 4;

type Fetched = {
  readonly pieces: readonly OutputPiece[];
  readonly total: number;
  /** Whether this is the end alone, for a preview. */
  readonly endOnly?: boolean;
};

export class FetchedOutputs {
  readonly #ask: AskOutput;
  readonly #onChange: () => void;
  readonly #onLine: () => void;
  readonly #kept = new LruCache<string, OutputPieces & Pick<Fetched, 'endOnly'>>(KEPT_CHARS);
  readonly #asked = new Set<string>();
  /** How often outputs were fetched for their images. */
  readonly #imaged = new Map<string, number>();
  /** Commands whose output the host could not give. */
  readonly #refused = new Set<string>();

  /** `onLine` is called when the lines around a wanted one have come, `onChange` when anything has. */
  constructor(ask: AskOutput, onChange: () => void, onLine: () => void) {
    this.#ask = ask;
    this.#onChange = onChange;
    this.#onLine = onLine;
  }

  /** Returns what was fetched of an output; undefined if the content has it, or if nothing has arrived. */
  known(part: CommandPart): OutputPieces | undefined {
    return isShortened(part) ? this.#kept.get(part.commandId) : undefined;
  }

  /** Fetches an output that the content lacks. */
  want(part: CommandPart): void {
    const { seq, counts } = cottyMeta<CommandMeta>(part._meta);
    const known = this.#kept.get(part.commandId);
    if (seq === undefined || !isShortened(part) || (known !== undefined && known.endOnly !== true)) return;
    this.#fetch(part, async () => {
      if (isShort(counts, WHOLE_CHARS)) {
        return this.#pieces(part, [await this.#ask({ seq, maxChars: WHOLE_CHARS })]);
      }
      const head = await this.#ask({ seq, maxChars: HEAD_CHARS });
      const looked = new Set<number>();
      const withImage = (piece: OutputResult, maxChars: number) =>
        this.#withImage(part.commandId, seq, piece, maxChars, looked);
      const whole = await withImage(head, HEAD_CHARS);
      if (whole !== undefined || !head.more) return this.#pieces(part, [whole ?? head]);
      const tail = await this.#end(seq, TAIL_LINES, TAIL_CHARS, withImage);
      return this.#pieces(part, tail.fromLine === 1 ? [tail] : [head, tail]);
    });
  }

  /** Fetches the last lines of an output whose end the content lacks. */
  wantEnd(part: CommandPart, lines: number): void {
    const { seq, counts } = cottyMeta<CommandMeta>(part._meta);
    const { at = 0, chars = 0 } = omittedOf(part) ?? {};
    if (isShort(counts, END_CHARS)) this.want(part);
    else if (seq !== undefined && chars > 0 && part.output.length <= at && !this.#kept.get(part.commandId)) {
      this.#fetch(part, async () => {
        const end = await this.#end(seq, lines, END_CHARS);
        return { ...this.#pieces(part, [end]), endOnly: true };
      });
    }
  }

  /** Fetches the lines around one, unless they are there. */
  wantLine(part: CommandPart, line: number): void {
    const { seq } = cottyMeta<CommandMeta>(part._meta);
    const known = this.#kept.get(part.commandId);
    // What is in view is fetched first.
    if (seq === undefined || known === undefined || known.endOnly === true) return;
    if (!isShortened(part) || has(known, line)) return;
    this.#fetch(
      part,
      async () => {
        const around = await this.#ask({ seq, fromLine: Math.max(1, line + 1 - AROUND), lines: 2 * AROUND });
        const found = this.#pieces(part, [around]);
        return { pieces: joined([...known.pieces, ...found.pieces]), total: found.total };
      },
      this.#onLine,
    );
  }

  close(): void {
    this.#kept.clear();
    this.#imaged.clear();
    this.#refused.clear();
  }

  async #withImage(
    id: string,
    seq: number,
    ...look: [piece: OutputResult, maxChars: number, looked: Set<number>]
  ): Promise<OutputResult | undefined> {
    const times = (this.#imaged.get(id) ?? 0) + 1;
    if (times > MOST_IMAGES) return undefined;
    const whole = await imageOutput(this.#ask, seq, ...look);
    if (whole !== undefined) this.#imaged.set(id, times);
    return whole;
  }

  /**
   * Returns the last lines of an output: so many, or as many fewer as fit where they are long. `replace` may give another
   * answer for one that lacks a part.
   */
  async #end(
    seq: number,
    lines: number,
    maxChars: number,
    replace?: (end: OutputResult, maxChars: number) => Promise<OutputResult | undefined>,
  ): Promise<OutputResult> {
    for (let fromEnd = lines; ; fromEnd = Math.ceil(fromEnd / FEWER)) {
      const end = await this.#ask({ seq, fromEnd, maxChars });
      // A last line that is cut may be a unit shorter: half of a character is left out.
      const lacks = end.more || end.text.length >= maxChars - 1;
      const other = lacks ? await replace?.(end, maxChars) : undefined;
      if (other !== undefined || !end.more || fromEnd <= 1) return other ?? end;
    }
  }

  #fetch(part: CommandPart, read: () => Promise<Fetched>, then?: () => void): void {
    const id = part.commandId;
    if (this.#asked.has(id) || this.#refused.has(id) || this.#asked.size >= MAX_ASKED) return;
    this.#asked.add(id);
    read().then(
      (fetched) => {
        this.#asked.delete(id);
        this.#kept.set(id, fetched, sizeOf(fetched));
        this.#onChange();
        then?.();
      },
      (error: unknown) => {
        this.#asked.delete(id);
        // The connection was lost: the request is repeated on the next frame.
        if (isRefusal(error)) this.#refused.add(id);
      },
    );
  }

  #pieces(part: CommandPart, results: readonly OutputResult[]): Fetched {
    const pieces = results
      .filter(({ text }) => text !== '')
      .map(({ text, fromLine }) => ({ part: withOutput(part, text), firstLine: fromLine - 1, missing: 0 }));
    return { pieces: joined(pieces), total: results[0]?.total.lines ?? 0 };
  }
}

function isShort(counts: OutputCounts | undefined, most: number): boolean {
  return counts !== undefined && counts.chars <= most;
}

/** Whether a line is in one of the pieces. */
function has({ pieces, total = 0 }: OutputPieces, line: number): boolean {
  return pieces.some(({ firstLine }, at) => {
    const next = pieces[at + 1];
    const end = next === undefined ? total : next.firstLine - next.missing;
    return line >= firstLine && line < end;
  });
}

/** Sorts pieces, drops those that are covered by others, and counts the lines between them. */
function joined(pieces: readonly OutputPiece[]): readonly OutputPiece[] {
  const sorted = [...pieces].sort((one, other) => one.firstLine - other.firstLine);
  const kept: OutputPiece[] = [];
  let next = 0;
  for (const piece of sorted) {
    const end = piece.firstLine + linesIn(piece.part.output);
    if (end <= next) continue;
    const cut = from(piece, next);
    kept.push({ ...cut, missing: Math.max(0, cut.firstLine - next) });
    next = end;
  }
  return kept;
}

/** Returns a piece without the lines before `line`. */
function from(piece: OutputPiece, line: number): OutputPiece {
  if (piece.firstLine >= line) return piece;
  const { output } = piece.part;
  let at = 0;
  for (let left = line - piece.firstLine; left > 0; left -= 1) at = output.indexOf('\n', at) + 1;
  return { part: withOutput(piece.part, output.slice(at)), firstLine: line, missing: 0 };
}

function sizeOf({ pieces }: Fetched): number {
  return pieces.reduce((sum, { part }) => sum + part.output.length, 1);
}
