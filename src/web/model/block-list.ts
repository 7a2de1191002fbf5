/** View state of the blocks of the terminal in front: which are shown, folded, cleared, or selected. */

import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { type Block, runningBlock } from '../../client/blocks/block.ts';
import { type BlockFilter, shownBlocks, withFailedToggled } from '../../client/blocks/block-filter.ts';
import { firstNotCleared } from '../../client/blocks/clearing.ts';
import {
  choose,
  type Fold,
  foldAllButLast,
  foldOf,
  noFolds,
  toggled,
  unfoldAll,
} from '../../client/blocks/folds.ts';
import { seqOf } from '../../client/blocks/recorded-run.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import { isFiltering, readFilter, type Speaker } from '../../protocol/cotty/filter/command-filter.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import { newlinesIn } from '../../protocol/terminal/newlines.ts';

/** Limit: lines of all outputs that are open at a time, since browsers draw no higher document; of others the end is shown. */
const MOST_OPEN = 1_500_000;
/** Lines from which an output counts against that. */
const LONG = 10_000;

export class BlockList {
  /** All blocks; the last one may be running. */
  readonly all: ReadonlySignal<readonly Block[]>;
  readonly filter = signal<BlockFilter | undefined>(undefined);
  /** The filter as it was typed, with words that are not understood. */
  readonly words = signal('');
  /** The problem with a word of the filter, which is ignored then. */
  readonly wrongWord = signal<string | undefined>(undefined);
  readonly folds = signal(noFolds(0));
  /** Blocks whose long command line is shown whole. */
  readonly wholeCommands = signal<ReadonlySet<string>>(new Set());
  readonly selected = signal<string | undefined>(undefined);
  /** The finished blocks that are shown. */
  readonly shown: ReadonlySignal<readonly Block[]>;
  /** Index of the first block that no screen clear has put above the view. */
  readonly firstNotCleared: ReadonlySignal<number>;
  /** Long outputs that do not fit in beside the others. */
  readonly #shortened: ReadonlySignal<ReadonlySet<string>>;
  /** Time of the last screen clear by a key, on the clock of the host. */
  readonly #clearedAt = signal<number | undefined>(undefined);

  constructor(all: ReadonlySignal<readonly Block[]>) {
    this.all = all;
    // The running command goes on with each output: the places of all others would be computed anew.
    this.shown = steady(() => shownBlocks(all.value, this.filter.value), hasSameBlocks);
    this.#shortened = computed(() => tooMany(this.shown.value, [...this.folds.value.chosen.keys()]));
    this.firstNotCleared = computed(() => {
      const running = runningBlock(all.value);
      const blocks = this.shown.value;
      return firstNotCleared({ blocks, running, clearedAt: this.#clearedAt.value, terminal: this }, 0);
    });
  }

  get selectedBlock(): Block | undefined {
    return this.all.value.find(({ id }) => id === this.selected.value);
  }

  get onlyFailed(): boolean {
    return this.filter.value?.filter.failed === true;
  }

  toggleFailed(): void {
    this.filter.value = withFailedToggled(this.filter.peek());
    this.words.value = this.filter.value?.words ?? '';
    this.wrongWord.value = undefined;
  }

  /** Shows only the blocks that these words let pass: text of the command, and filters. */
  filterBy(words: string, speaker: Speaker): void {
    const { text, filter, wrong } = readFilter(words, speaker);
    this.words.value = words;
    this.wrongWord.value = wrong;
    const isOff = text === '' && !isFiltering(filter);
    this.filter.value = isOff ? undefined : { words, text, filter };
  }

  /** Clears the view: all finished blocks are above it, and can be scrolled back to. */
  clear(): void {
    const last = this.all.peek().findLast(({ status }) => status.kind !== 'running');
    if (last !== undefined) this.#clearedAt.value = last.timestamp + 1;
  }

  /** Moves the selection by a number of blocks and returns its index; without a selection it begins at the last block. */
  move(by: number, wanted: (block: Block) => boolean = () => true): number | undefined {
    const blocks = this.shown.value;
    const from = blocks.findIndex(({ id }) => id === this.selected.value);
    const step = Math.sign(by);
    const first = by < 0 ? blocks.length - 1 : 0;
    let at = from === -1 && Number.isFinite(by) ? first : Math.max(0, from) + by;
    while (at >= 0 && at < blocks.length && !wanted(blocks[at] as Block)) at += step;
    const found = blocks[Math.min(blocks.length - 1, Math.max(0, at))];
    if (found === undefined || !wanted(found)) return undefined;
    this.selected.value = found.id;
    return blocks.indexOf(found);
  }

  foldOf(block: Block): Fold {
    // Ages count only where blocks are folded by them.
    const fold = foldOf(this.folds.value, block, 0);
    return fold === 'open' && this.#shortened.value.has(block.id) ? 'tail' : fold;
  }

  // Writers use `peek()`: an effect that opens a block must not run again because of it.
  toggleFold(block: Block): void {
    const folds = this.folds.peek();
    this.folds.value = choose(folds, block.id, toggled(foldOf(folds, block, 0)));
  }

  /** Shows all of an output. */
  open(id: string): void {
    this.folds.value = choose(this.folds.peek(), id, 'open');
  }

  /** Folds all blocks but the newest. */
  foldAll(): void {
    this.folds.value = foldAllButLast(this.folds.peek(), shownBlocks(this.all.peek(), undefined));
  }

  unfoldAll(): void {
    this.folds.value = unfoldAll(this.folds.peek(), shownBlocks(this.all.peek(), undefined));
  }

  toggleCommand(id: string): void {
    const whole = new Set(this.wholeCommands.peek());
    if (!whole.delete(id)) whole.add(id);
    this.wholeCommands.value = whole;
  }

  /** Returns the index of the command with this number among the blocks that are shown. */
  indexOfSeq(seq: number): number {
    return this.shown.value.findIndex((block) => seqOf(block) === seq);
  }
}

/** Number of lines that a command has printed. */
export function linesOf({ part }: Block): number {
  return cottyMeta<CommandMeta>(part._meta).counts?.lines ?? newlinesIn(part.output);
}

/** Returns the long outputs beyond the limit. Those that were opened last have room first, then the newest. */
function tooMany(blocks: readonly Block[], chosen: readonly string[]): ReadonlySet<string> {
  const places = new Map(chosen.map((id, place) => [id, place]));
  const long = blocks
    .filter((block) => linesOf(block) >= LONG)
    .reverse()
    .sort((one, other) => (places.get(other.id) ?? -1) - (places.get(one.id) ?? -1));
  let lines = 0;
  const [first, ...others] = long;
  if (first !== undefined) lines = linesOf(first);
  const beyond = others.filter((block) => {
    lines += linesOf(block);
    return lines > MOST_OPEN;
  });
  return new Set(beyond.map(({ id }) => id));
}

function hasSameBlocks(one: readonly Block[], other: readonly Block[]): boolean {
  return one.length === other.length && one.every((block, index) => block === other[index]);
}

/** Computed values that keep their identity while their contents are equal, so that their readers do not run again. */
export function steady<Value>(
  compute: () => Value,
  isSame: (one: Value, other: Value) => boolean,
): ReadonlySignal<Value> {
  let last: { readonly value: Value } | undefined;
  return computed(() => {
    const value = compute();
    if (last === undefined || !isSame(last.value, value)) last = { value };
    return last.value;
  });
}
