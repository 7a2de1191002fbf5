/** The body as one virtual list: all blocks, then the live part. Only visible items are measured. */

import { type Block, runningBlock } from '../../../client/blocks/block.ts';
import { shownBlocks } from '../../../client/blocks/block-filter.ts';
import { foldOf } from '../../../client/blocks/folds.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { CommandMeta } from '../../../protocol/terminal/command-meta.ts';
import type { BodyInput, BodyLine, HeaderLine } from '../block/body-line.ts';
import {
  type BlockShape,
  headerLine,
  leadSections,
  portsSince,
  type Section,
  sectionsOf,
} from './block-layout.ts';

/** A line of the list: its item (a block, or last the live part) and its index in the item. */
export type Position = { readonly item: number; readonly line: number };

export type BodyList = {
  readonly blocks: readonly Block[];
  /** Number of items; the last is the live part. */
  readonly count: number;
  /** The command that runs, whose output is the live part. */
  readonly running: Block | undefined;
  /** Number of lines of the live part above its rows. */
  readonly lead: number;
  /** Number of lines of an item, at least 1. Measures the item. */
  size(item: number): number;
  /** Number of lines of an item, with those that are not fetched yet; undefined if it would have to be rendered for that. */
  knownLines(item: number): number | undefined;
  /** The same from a position to the end of its item. Measures the item. */
  linesFrom(at: Position): number;
  line(item: number, line: number): BodyLine;
  header(item: number): HeaderLine | undefined;
};

export function bodyList(input: BodyInput): BodyList {
  const blocks = shownBlocks(input.blocks, input.view.filter);
  const newest = newestIndex(blocks, input);
  const running = runningBlock(input.blocks);
  const lead = leadSections({ ...input, query: input.view.search?.query }, running);
  const measured = new Map<number, readonly Section[]>();

  const shape = (block: Block, item: number): BlockShape => {
    const made = shapeOf(block, newest - item, input);
    const ports = jobPorts(block, input);
    return ports === undefined ? made : { ...made, ports };
  };
  const sections = (item: number): readonly Section[] => {
    const known = measured.get(item);
    if (known !== undefined) return known;
    const block = blocks[item];
    const made = block === undefined ? liveSections(lead, input) : sectionsOf(shape(block, item), input);
    measured.set(item, made);
    return made;
  };
  const size = (item: number): number => sections(item).reduce((sum, section) => sum + section.size, 0);

  return {
    blocks,
    count: blocks.length + 1,
    running,
    lead: lead.reduce((sum, section) => sum + section.size, 0),
    size,
    knownLines: (item) => {
      const block = blocks[item];
      if (block === undefined || measured.has(item)) return linesOf(sections(item), 0);
      const { fold } = shape(block, item);
      const above = block.note === undefined ? 1 : 2;
      if (fold === 'closed') return above;
      const { counts } = cottyMeta<CommandMeta>(block.part._meta);
      return fold === 'open' && counts !== undefined ? above + counts.lines : undefined;
    },
    linesFrom: ({ item, line }) => linesOf(sections(item), line),
    line: (item, line) => lineIn(sections(item), line),
    header: (item) => {
      const block = blocks[item];
      if (block !== undefined) return headerLine(shape(block, item), false);
      const first = lead[0]?.line(0);
      return first?.kind === 'header' ? first : undefined;
    },
  };
}

function liveSections(lead: readonly Section[], { live }: BodyInput): readonly Section[] {
  return [...lead, { size: live.rows, line: (index) => ({ kind: 'live', index }) }];
}

/** Number of lines from line `from` on; a note that stands for unfetched lines counts as all of them. */
function linesOf(sections: readonly Section[], from: number): number {
  let lines = 0;
  let first = 0;
  for (const { size, leftOut } of sections) {
    const shown = Math.max(0, Math.min(size, first + size - from));
    lines += shown > 0 ? (leftOut ?? shown) : 0;
    first += size;
  }
  return lines;
}

function lineIn(sections: readonly Section[], line: number): BodyLine {
  let rest = line;
  for (const section of sections) {
    if (rest < section.size) return section.line(rest);
    rest -= section.size;
  }
  return { kind: 'blank' };
}

function shapeOf(block: Block, age: number, { view }: BodyInput): BlockShape {
  const current = view.search?.current;
  return {
    block,
    fold: foldOf(view.folds, block, age),
    selected: view.selected === block.id,
    ...(view.marked === block.id && { marked: true }),
    query: view.search?.query,
    currentLine: current?.block === block.id ? current.line : undefined,
  };
}

/** The ports of programs that the command has left running. */
function jobPorts(block: Block, { blocks, ports }: BodyInput): readonly number[] | undefined {
  if (ports === undefined) return undefined;
  const next = blocks[blocks.indexOf(block) + 1];
  return portsSince(ports, block.timestamp, next?.timestamp ?? runningBlock(blocks)?.timestamp);
}

/** Index of the block with age 0: the newest, or the one that was newest when the view left the bottom. */
function newestIndex(blocks: readonly Block[], { view }: BodyInput): number {
  const { anchor } = view;
  if (anchor.kind === 'bottom') return blocks.length - 1;
  return blocks.findLastIndex((block) => block.timestamp <= anchor.newest);
}
