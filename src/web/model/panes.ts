/**
 * Panes: the terminals that stand side by side with the one in front. Windows and pages of one person share them by a note at
 * the host, so that a change in one is seen in all.
 */

import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { type Border, type Pane, place, type Rect, type Tree } from '../../client/panes/pane-tree.ts';
import { membersOf, type Split, splitOf } from '../../client/panes/split.ts';
import { readSplits, writeSplits } from '../../client/panes/split-note.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { steady } from './block-list.ts';

/** CSS pixels of a cell of the layout, near to those of a character, so that commands move borders as far as in the window. */
export const CELL = { width: 8, height: 18 };

/** Fewest columns of an area with several panes, and least size of a pane, which has a head and a line besides its screen. */
const LEAST_COLS = 66;
export const LEAST_PANE = { cols: 24, rows: 8 };

/** Limit of remembered terminals that were in front. */
const MOST_USED = 64;

/** The reason why a split shows a single pane. */
export type Alone = 'zoomed' | 'stacked' | 'small';

export type Shown = {
  readonly split: Split | undefined;
  /** In cells of the area. */
  readonly panes: readonly Pane[];
  readonly borders: readonly Border[];
  readonly alone: Alone | undefined;
};

/** Returns what is in view with that terminal in front. */
export function shownPanes(splits: readonly Split[], front: string | undefined, area: Rect): Shown {
  const split = splitOf({ splits }, front);
  const panes = front === undefined ? [] : [{ uri: front, rect: area }];
  const whole: Shown = { split, panes, borders: [], alone: undefined };
  if (split === undefined) return whole;
  if (split.zoomed) return { ...whole, alone: 'zoomed' };
  if (split.stack) return { ...whole, alone: 'stacked' };
  const placed = area.width < LEAST_COLS ? undefined : roomyPlaces(split.tree, area);
  return placed === undefined ? { ...whole, alone: 'small' } : { ...whole, ...placed };
}

/** Whether every pane has room for its head, its line and some rows. */
export function hasRoom(tree: Tree, area: Rect): boolean {
  return roomyPlaces(tree, area) !== undefined;
}

function roomyPlaces(tree: Tree, area: Rect): ReturnType<typeof place> {
  const placed = place(tree, area);
  const isFine = placed?.panes.every(
    ({ rect }) => rect.width >= LEAST_PANE.cols && rect.height >= LEAST_PANE.rows,
  );
  return isFine === true ? placed : undefined;
}

type PanesOptions = {
  readonly terminals: ReadonlySignal<readonly TerminalInfo[]>;
  /** Stores the note at the host. */
  readonly keep: (text: string) => void;
};

export class Panes {
  /** The area that all panes share, in cells; the view measures it. */
  readonly area = signal<Rect>({ x: 0, y: 0, width: 120, height: 40 });
  readonly front = signal<string | undefined>(undefined);
  readonly splits: ReadonlySignal<readonly Split[]>;
  readonly shown: ReadonlySignal<Shown>;
  /** The terminals that were in front, newest first. */
  used: readonly string[] = [];
  readonly #keep: (text: string) => void;
  readonly #text = signal('');
  /** The splits while a border is dragged. */
  readonly #dragged = signal<readonly Split[] | undefined>(undefined);
  /** The panes of the split that was in front last. */
  #beside: readonly string[] = [];
  #changes = 0;

  constructor({ terminals, keep }: PanesOptions) {
    this.#keep = keep;
    const open = steady(() => terminals.value.map(({ resource }) => resource), hasSameItems);
    const noted = computed(() => readSplits(this.#text.value, (uri) => open.value.includes(uri)));
    this.splits = computed(() => this.#dragged.value ?? noted.value);
    this.shown = computed(() => shownPanes(this.splits.value, this.front.value, this.area.value));
  }

  /** The split that the terminal in front belongs to. */
  get split(): Split | undefined {
    return this.shown.value.split;
  }

  /** Brings a terminal to the front; its split decides what is in view. */
  show(uri: string | undefined): void {
    this.front.value = uri;
    if (uri !== undefined) this.used = [uri, ...this.used.filter((each) => each !== uri)].slice(0, MOST_USED);
  }

  /** Takes over the note as another client has changed it. */
  noted(text: string): void {
    this.#changes += 1;
    this.#text.value = text;
  }

  /** Reads the note; an answer that is older than a change counts no more. */
  async read(ask: () => Promise<string>): Promise<void> {
    const before = this.#changes;
    const text = await ask();
    if (this.#changes === before) this.noted(text);
  }

  change(change: (splits: readonly Split[]) => readonly Split[]): void {
    const text = writeSplits(change(this.splits.peek()));
    if (text === this.#text.peek()) return;
    this.noted(text);
    this.#keep(text);
  }

  /** Shows the split in front with another tree while a border is dragged. */
  drag(tree: Tree): void {
    const { split } = this.shown.peek();
    if (split === undefined || typeof tree === 'string' || !hasRoom(tree, this.area.peek())) return;
    this.#dragged.value = this.splits.peek().map((each) => (each === split ? { ...split, tree } : each));
  }

  /** Ends a drag: the place of the border is stored for all clients. */
  drop(): void {
    const splits = this.#dragged.peek();
    this.#dragged.value = undefined;
    if (splits !== undefined) this.change(() => splits);
  }

  /** Whether the terminal is only watched: no key goes to it, and it keeps its size. */
  isPeeked(uri: string): boolean {
    return splitOf({ splits: this.splits.value }, uri)?.peeks.includes(uri) === true;
  }

  /** Returns the terminal that comes to the front when that one is gone: of those beside it the one that was there last. */
  after(gone: string, has: (uri: string) => boolean): string | undefined {
    const beside = this.#beside.includes(gone) ? this.#beside.filter(has) : [];
    return this.used.find((uri) => beside.includes(uri)) ?? beside[0];
  }

  /** Remembers which terminals are side by side, to choose the next one when one is gone. */
  noteBeside({ split }: Shown): void {
    if (split !== undefined) this.#beside = membersOf(split);
  }
}

function hasSameItems(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
