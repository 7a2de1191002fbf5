/** The body as one virtual list: all blocks, then the live part. Only visible items are measured. */

import type { Block } from '../../../client/blocks/block.ts';
import { shownBlocks } from '../block/block-filter.ts';
import type { BodyInput, BodyLine, HeaderLine } from '../block/body-line.ts';
import { foldOf } from '../block/folds.ts';
import { type BlockShape, headerLine, type Section, sectionsOf } from './block-layout.ts';

/** A line of the list: its item (a block, or last the live part) and its index in the item. */
export type Position = { readonly item: number; readonly line: number };

export type BodyList = {
  readonly blocks: readonly Block[];
  /** Number of items; the last is the live part. */
  readonly count: number;
  /** Number of lines of an item, at least 1. Measures the item. */
  size(item: number): number;
  /** Number of lines of an item, if known without rendering. */
  knownSize(item: number): number | undefined;
  line(item: number, line: number): BodyLine;
  header(item: number): HeaderLine | undefined;
};

const LIVE_LABEL = 'live';

export function bodyList(input: BodyInput): BodyList {
  const blocks = shownBlocks(input.blocks, input.view.filter);
  const newest = newestIndex(blocks, input);
  const measured = new Map<number, readonly Section[]>();

  const shape = (block: Block, item: number): BlockShape => shapeOf(block, newest - item, input);
  const sections = (item: number): readonly Section[] => {
    const known = measured.get(item);
    if (known !== undefined) return known;
    const block = blocks[item];
    const made = block === undefined ? liveSections(input) : sectionsOf(shape(block, item), input);
    measured.set(item, made);
    return made;
  };
  const size = (item: number): number => sections(item).reduce((sum, section) => sum + section.size, 0);

  return {
    blocks,
    count: blocks.length + 1,
    size,
    knownSize: (item) => {
      const block = blocks[item];
      const free = block === undefined || measured.has(item) || shape(block, item).fold === 'closed';
      return free ? size(item) : undefined;
    },
    line: (item, line) => lineIn(sections(item), line),
    header: (item) => {
      const block = blocks[item];
      return block === undefined ? undefined : headerLine(shape(block, item), false);
    },
  };
}

function liveSections({ live, label = LIVE_LABEL, port, blocks }: BodyInput): readonly Section[] {
  const last = blocks.at(-1);
  const running = last?.status.kind === 'running' ? { running: last, port } : {};
  return [
    { size: 1, line: () => ({ kind: 'separator', label, ...running }) },
    { size: live.rows, line: (index) => ({ kind: 'live', index }) },
  ];
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
    query: view.search?.query,
    currentLine: current?.block === block.id ? current.line : undefined,
  };
}

/** Index of the block with age 0: the newest, or the one that was newest when the view left the bottom. */
function newestIndex(blocks: readonly Block[], { view }: BodyInput): number {
  const { anchor } = view;
  if (anchor.kind === 'bottom') return blocks.length - 1;
  return blocks.findLastIndex((block) => block.timestamp <= anchor.newest);
}
