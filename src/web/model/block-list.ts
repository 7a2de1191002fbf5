/** View state of the blocks of the terminal in front: which are folded, opened whole, selected or searched. */

import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Block } from '../../client/blocks/block.ts';
import { hasFailed } from '../../client/blocks/exit-state.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';

export class BlockList {
  /** All blocks; the last one may be running. */
  readonly all: ReadonlySignal<readonly Block[]>;
  readonly onlyFailed = signal(false);
  readonly folded = signal<ReadonlySet<string>>(new Set());
  readonly opened = signal<ReadonlySet<string>>(new Set());
  readonly selected = signal<string | undefined>(undefined);
  /** The finished blocks that are shown. */
  readonly shown: ReadonlySignal<readonly Block[]>;

  constructor(all: ReadonlySignal<readonly Block[]>) {
    this.all = all;
    // The running command goes on with each output: the places of all others would be computed anew.
    this.shown = steady(() => {
      const finished = all.value.filter(({ status }) => status.kind !== 'running');
      return this.onlyFailed.value ? finished.filter(({ status }) => hasFailed(status)) : finished;
    }, hasSameBlocks);
  }

  get selectedBlock(): Block | undefined {
    return this.all.value.find(({ id }) => id === this.selected.value);
  }

  /** Selects the block that is so many further, and returns its index; without a selection it begins at the end. */
  move(by: number, wanted: (block: Block) => boolean = () => true): number | undefined {
    const blocks = this.shown.value;
    const from = blocks.findIndex(({ id }) => id === this.selected.value);
    const step = Math.sign(by);
    let at = from === -1 ? (by < 0 ? blocks.length - 1 : 0) : from + by;
    while (at >= 0 && at < blocks.length && !wanted(blocks[at] as Block)) at += step;
    const found = blocks[Math.min(blocks.length - 1, Math.max(0, at))];
    if (found === undefined || !wanted(found)) return undefined;
    this.selected.value = found.id;
    return blocks.indexOf(found);
  }

  // Writers use `peek()`: an effect that opens a block must not run again because of it.
  toggleFold(id: string): void {
    this.folded.value = toggled(this.folded.peek(), id);
  }

  /** Shows all of an output instead of its last lines. */
  open(id: string): void {
    this.opened.value = new Set([...this.opened.peek(), id]);
    this.folded.value = without(this.folded.peek(), id);
  }

  /** Folds all blocks but the newest. */
  foldAll(): void {
    this.folded.value = new Set(
      this.shown
        .peek()
        .slice(0, -1)
        .map(({ id }) => id),
    );
  }

  unfoldAll(): void {
    this.folded.value = new Set();
  }

  /** Returns the index of the command with this number among the blocks that are shown. */
  indexOfSeq(seq: number): number {
    return this.shown.value.findIndex((block) => seqOf(block) === seq);
  }
}

/** Number of a command in its terminal; undefined at hosts that do not count. */
export function seqOf({ part }: Block): number | undefined {
  return cottyMeta<CommandMeta>(part._meta).seq;
}

function hasSameBlocks(one: readonly Block[], other: readonly Block[]): boolean {
  return one.length === other.length && one.every((block, index) => block === other[index]);
}

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return set.has(id) ? without(set, id) : new Set([...set, id]);
}

function without(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...set].filter((each) => each !== id));
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
