/** The pieces of an output that the window has: all of it, its head and its tail, or lines out of the middle. */

import { cottyMeta, META_KEY } from '../../protocol/common/meta.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import { newlinesIn } from '../../protocol/terminal/newlines.ts';
import { omittedOf } from '../../protocol/terminal/shorten.ts';
import type { CommandPart } from '../../protocol/terminal/state.ts';

export type OutputPiece = {
  /** A part with this piece as its output; rendered alone. */
  readonly part: CommandPart;
  /** Index of its first line in the whole output. */
  readonly firstLine: number;
  /** Number of lines left out between the piece before, or the start, and this one. */
  readonly missing: number;
};

export type OutputPieces = {
  readonly pieces: readonly OutputPiece[];
  /** Number of lines of the whole output; undefined when the host does not tell. */
  readonly total: number | undefined;
};

const known = new WeakMap<CommandPart, OutputPieces>();

/** Returns what the content itself has of an output. The same object for the same part. */
export function heldPieces(part: CommandPart): OutputPieces {
  const made = known.get(part) ?? readPieces(part);
  known.set(part, made);
  return made;
}

/** Whether the content lacks a part of this output. */
export function isShortened(part: CommandPart): boolean {
  return (omittedOf(part)?.chars ?? 0) > 0;
}

/** Returns a part with a stretch of the output in place of the whole. */
export function withOutput(part: CommandPart, output: string): CommandPart {
  const { omitted: _omitted, ...meta } = cottyMeta<CommandMeta>(part._meta);
  return { ...part, output, _meta: { ...part._meta, [META_KEY]: meta } };
}

function readPieces(part: CommandPart): OutputPieces {
  const total = cottyMeta<CommandMeta>(part._meta).counts?.lines;
  const gap = omittedOf(part);
  if (gap === undefined || gap.chars === 0) {
    return { pieces: [{ part, firstLine: 0, missing: 0 }], total };
  }
  const { output } = part;
  const headLines = newlinesIn(output, 0, gap.at);
  const head = { part: withOutput(part, output.slice(0, gap.at)), firstLine: 0, missing: 0 };
  const tail = {
    part: withOutput(part, output.slice(gap.at)),
    firstLine: headLines + gap.lines,
    // A part of one long line counts as a line.
    missing: Math.max(1, gap.lines),
  };
  const pieces = [head, tail].filter((piece) => piece.part.output !== '');
  return { pieces, total: total ?? headLines + gap.lines + newlinesIn(output, gap.at, output.length) };
}
