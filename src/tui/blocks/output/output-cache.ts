/** Rendered outputs of finished commands — made when asked for, laid out for a width, kept within a limit. */

import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { CommandMeta } from '../../../protocol/terminal/command-meta.ts';
import type { CommandPart } from '../../../protocol/terminal/state.ts';
import { withoutBlankEnd } from '../../../screen/text/blank-end.ts';
import { lineText } from '../../../screen/text/logical-lines.ts';
import { withoutMissingNewlineMark } from '../../../screen/text/missing-newline.ts';
import type { OutputRows, PlacedRow, Tail } from '../block/body-line.ts';
import { Bounded } from './bounded-cache.ts';
import { usedFullScreen } from './full-screen.ts';
import { type End, endOf, tailOf } from './output-tail.ts';
import { type Rendered, Scratch, type TextLine } from './scratch.ts';
import { plainLines } from './simple-text.ts';
import { type Wrapped, wrapped } from './wrapped-lines.ts';

/**
 * Cells kept (about 16 bytes each) of outputs rendered whole, and of ends for folded previews; beyond it those not
 * asked for longest are let go and rendered again when needed. The one asked for last is kept whatever its size.
 */
const FULL_LIMIT = 400_000;
const END_LIMIT = 100_000;

/** What a line costs besides its cells. */
const LINE_COST = 8;

/** Laid out for one width at a time: a window has one. */
type Full = Rendered & { layout?: Wrapped };
type Folded = End & { laid?: { readonly cols: number; readonly count: number; readonly tail: Tail } };

export class OutputCache implements OutputRows {
  readonly #scratch = new Scratch();
  readonly #full: Bounded<CommandPart, Full>;
  readonly #ends: Bounded<CommandPart, Folded>;

  constructor({ fullLimit = FULL_LIMIT, endLimit = END_LIMIT } = {}) {
    this.#full = new Bounded(fullLimit);
    this.#ends = new Bounded(endLimit);
  }

  size(part: CommandPart, cols: number): number {
    return this.#layout(part, cols).size;
  }

  row(part: CommandPart, cols: number, index: number): PlacedRow | undefined {
    return this.#layout(part, cols).row(index);
  }

  rowOfLine(part: CommandPart, cols: number, line: number): number {
    return this.#layout(part, cols).rowOfLine(line);
  }

  tail(part: CommandPart, count: number, cols: number): Tail {
    const end = this.#end(part, count, cols);
    if (end.laid?.cols !== cols || end.laid.count !== count) {
      end.laid = { cols, count, tail: tailOf(end, count, cols) };
    }
    return end.laid.tail;
  }

  fullScreen(part: CommandPart): boolean {
    return usedFullScreen(part.output);
  }

  missing(part: CommandPart): string | undefined {
    const { droppedChars } = cottyMeta<CommandMeta>(part._meta);
    if (droppedChars !== undefined && droppedChars > 0)
      return `… ${droppedChars} characters before this were not kept`;
    return this.#full.get(part)?.overflow === true ? '… earlier lines are not shown' : undefined;
  }

  /** The logical lines as plain text: whole, however narrow the window; for copying and searching. */
  lines(part: CommandPart): readonly string[] {
    const output = withoutMissingNewlineMark(part.output);
    const known = this.#full.get(part)?.lines;
    return (
      plainLines(output) ??
      withoutBlankEnd((known ?? this.#scratch.render(output, printedAt(part)).lines).map(lineText))
    );
  }

  /** Forgets everything; may be used again afterwards. */
  close(): void {
    this.#scratch.close();
    this.#full.clear();
    this.#ends.clear();
  }

  #layout(part: CommandPart, cols: number): Wrapped {
    const full = this.#full.get(part) ?? this.#render(part, cols);
    if (full.layout?.cols !== cols) full.layout = wrapped(full.lines, cols);
    return full.layout;
  }

  #render(part: CommandPart, cols: number): Full {
    const rendered = this.#scratch.render(withoutMissingNewlineMark(part.output), printedAt(part, cols));
    return this.#full.set(part, { ...rendered }, cost(rendered.lines));
  }

  #end(part: CommandPart, count: number, cols: number): Folded {
    const known = this.#ends.get(part);
    if (known !== undefined && (known.lines.length >= count || known.lines.length === known.total))
      return known;
    const full = this.#full.get(part)?.lines;
    const end =
      full === undefined
        ? endOf(withoutMissingNewlineMark(part.output), count, printedAt(part, cols), this.#scratch)
        : { lines: full.slice(-count), total: full.length };
    return this.#ends.set(part, { ...end }, cost(end.lines));
  }
}

/** The width the program believed in; of a host that does not say, this window's. */
function printedAt(part: CommandPart, cols = 80): number {
  return cottyMeta<CommandMeta>(part._meta).cols ?? cols;
}

function cost(lines: readonly TextLine[]): number {
  return lines.reduce((sum, line) => sum + line.chars.length + LINE_COST, 0);
}
