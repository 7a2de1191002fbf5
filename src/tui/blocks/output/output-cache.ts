/** Cache of rendered outputs of finished shell commands, laid out for a width, within a size limit. */

import { LruCache } from '../../../client/blocks/lru-cache.ts';
import { heldPieces, type OutputPieces } from '../../../client/blocks/output-pieces.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { CommandMeta } from '../../../protocol/terminal/command-meta.ts';
import type { CommandPart } from '../../../protocol/terminal/state.ts';
import { clusterSequence } from '../../../screen/cells/cluster-mode.ts';
import { withoutBlankEnd } from '../../../screen/text/blank-end.ts';
import { lineText } from '../../../screen/text/logical-lines.ts';
import { withoutMissingNewlineMark } from '../../../screen/text/missing-newline.ts';
import {
  OutputRenderer,
  type RenderedOutput,
  type TextLine,
  usedFullScreen,
} from '../../../screen/text/output-renderer.ts';
import { linesOfSimpleText } from '../../../screen/text/row-local.ts';
import type { LastRows, OutputRows, PlacedRow } from '../block/body-line.ts';
import {
  type LastLines,
  lastLinesOf,
  lastRowsOf,
  linksOf,
  type OutputLink,
  type WrappedLines,
  wrapLines,
} from './output-renderer.ts';

/**
 * Limits in cells (about 16 bytes each) on outputs rendered whole, and on last lines for folded previews. Beyond it
 * the least recently used are dropped and rendered again when needed. The most recently used is kept whatever its
 * size.
 */
const WHOLE_LIMIT = 400_000;
const LAST_LINES_LIMIT = 100_000;

/** Cost of a line besides its cells, in cells. */
const LINE_COST = 8;

/** A whole output, laid out for one width at a time: a window has only one width. */
type WholeOutput = RenderedOutput & { layout?: WrappedLines };

/** The last lines of an output, laid out for one preview at a time. */
type Preview = LastLines & {
  layout?: { readonly cols: number; readonly count: number; readonly rows: LastRows };
};

/** Source of outputs that the content no longer holds. */
export type OtherOutputs = {
  known(part: CommandPart): OutputPieces | undefined;
  want(part: CommandPart): void;
  /** Fetches the last lines. */
  wantEnd(part: CommandPart, lines: number): void;
  /** Fetches the lines around one, by its index in the output. */
  wantLine(part: CommandPart, line: number): void;
};

const NONE: OtherOutputs = {
  known: () => undefined,
  want: () => {},
  wantEnd: () => {},
  wantLine: () => {},
};

export class OutputCache implements OutputRows {
  readonly #others: OtherOutputs;
  readonly #renderer: OutputRenderer;
  readonly #measures: () => string;
  /** Width rules (ambiguous width, emoji) by which the kept outputs were rendered. */
  #measured = '';
  readonly #wholes: LruCache<CommandPart, WholeOutput>;
  readonly #previews: LruCache<CommandPart, Preview>;

  /** `measures` returns sequences that set an emulator to the character widths of the terminal. */
  constructor({
    wholeLimit = WHOLE_LIMIT,
    lastLinesLimit = LAST_LINES_LIMIT,
    others = NONE,
    measures = (): string => clusterSequence(true),
  } = {}) {
    this.#others = others;
    this.#measures = measures;
    this.#renderer = new OutputRenderer(measures);
    this.#wholes = new LruCache(wholeLimit);
    this.#previews = new LruCache(lastLinesLimit);
  }

  pieces(part: CommandPart, line?: number): OutputPieces {
    this.#others.want(part);
    if (line !== undefined && line >= 0) this.#others.wantLine(part, line);
    return this.held(part);
  }

  end(part: CommandPart, lines: number): OutputPieces {
    this.#others.wantEnd(part, lines);
    return this.held(part);
  }

  /** The lines of an output that the window has; does not fetch more. */
  held(part: CommandPart): OutputPieces {
    return this.#others.known(part) ?? heldPieces(part);
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

  lastRows(part: CommandPart, count: number, cols: number): LastRows {
    const preview = this.#preview(part, count, cols);
    if (preview.layout?.cols !== cols || preview.layout.count !== count) {
      preview.layout = { cols, count, rows: lastRowsOf(preview, count, cols) };
    }
    return preview.layout.rows;
  }

  fullScreen(part: CommandPart): boolean {
    return this.held(part).pieces.some((piece) => usedFullScreen(piece.part.output));
  }

  missing(part: CommandPart): string | undefined {
    const isCut = this.held(part).pieces.some((piece) => this.#wholes.get(piece.part)?.overflow === true);
    return isCut ? '… earlier lines are not shown' : undefined;
  }

  /** Returns the logical lines as plain text, independent of the window's width, for copying and searching. */
  lines(part: CommandPart): readonly string[] {
    const { pieces } = this.held(part);
    if (pieces.length === 1 && pieces[0]?.part === part) return this.#linesOf(part);
    return pieces.flatMap(({ part: piece, missing }) => [
      ...(missing > 0 ? [`… ${missing} lines …`] : []),
      ...this.#linesOf(piece),
    ]);
  }

  /** Returns where the hyperlinks of an output lead; the line of each is a logical line. */
  links(part: CommandPart): readonly OutputLink[] {
    const found = new Map<string, OutputLink>();
    for (const { part: piece, firstLine } of this.held(part).pieces) {
      for (const { address, line } of linksOf(this.#rendered(piece))) {
        if (!found.has(address)) found.set(address, { address, line: firstLine + line });
      }
    }
    return [...found.values()];
  }

  /** Drops all outputs. The cache may be used again afterwards. */
  close(): void {
    this.#renderer.close();
    this.#wholes.clear();
    this.#previews.clear();
  }

  #linesOf(part: CommandPart): readonly string[] {
    const simple = linesOfSimpleText(withoutMissingNewlineMark(part.output));
    return simple ?? withoutBlankEnd(this.#rendered(part).map(lineText));
  }

  /** Returns the lines at the width they were printed at; those rendered here are not cached. */
  #rendered(part: CommandPart): readonly TextLine[] {
    this.#forgetOthers();
    const known = this.#wholes.get(part)?.lines;
    return known ?? this.#renderer.render(withoutMissingNewlineMark(part.output), printedAt(part)).lines;
  }

  /** Drops outputs that were rendered with other character widths, as after a change of the outer terminal. */
  #forgetOthers(): void {
    const measures = this.#measures();
    if (measures === this.#measured) return;
    this.#measured = measures;
    this.#wholes.clear();
    this.#previews.clear();
  }

  #layout(part: CommandPart, cols: number): WrappedLines {
    this.#forgetOthers();
    const whole = this.#wholes.get(part) ?? this.#render(part, cols);
    if (whole.layout?.cols !== cols) whole.layout = wrapLines(whole.lines, cols);
    return whole.layout;
  }

  #render(part: CommandPart, cols: number): WholeOutput {
    const rendered = this.#renderer.render(withoutMissingNewlineMark(part.output), printedAt(part, cols));
    return this.#wholes.set(part, { ...rendered }, cost(rendered.lines));
  }

  #preview(part: CommandPart, count: number, cols: number): Preview {
    this.#forgetOthers();
    const known = this.#previews.get(part);
    if (known !== undefined && (known.lines.length >= count || known.lines.length === known.total))
      return known;
    const whole = this.#wholes.get(part)?.lines;
    const last =
      whole === undefined
        ? lastLinesOf(withoutMissingNewlineMark(part.output), count, printedAt(part, cols), this.#renderer)
        : { lines: whole.slice(-count), total: whole.length };
    return this.#previews.set(part, { ...last }, cost(last.lines));
  }
}

/** Width of the pty while the command ran; this window's width when the host does not report it. */
function printedAt(part: CommandPart, cols = 80): number {
  return cottyMeta<CommandMeta>(part._meta).cols ?? cols;
}

function cost(lines: readonly TextLine[]): number {
  return lines.reduce((sum, line) => sum + line.chars.length + LINE_COST, 0);
}
