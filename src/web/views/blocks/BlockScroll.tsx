/** The scrolling body: the finished blocks, of which only those in sight are drawn, and below them the live part. */

import { effect, type ReadonlySignal, useSignalEffect } from '@preact/signals';
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type VirtualItem,
  Virtualizer,
} from '@tanstack/virtual-core';
import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import type { Block } from '../../../client/blocks/block.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { OutputMatch } from '../../../protocol/cotty/command-output.ts';
import type { CommandMeta } from '../../../protocol/terminal/command-meta.ts';
import { type BlockList, linesOf } from '../../model/block-list.ts';
import type { FrontTerminal } from '../../model/front-terminal.ts';
import { LiveView } from '../live/LiveView.tsx';
import { useFront, usePage } from '../parts/context.ts';
import { BlockView } from './BlockView.tsx';
import { blockKey } from './block-keys.ts';
import { copySelection } from './copy-selection.ts';
import { LINE, TAIL } from './OutputView.tsx';
import { type ScrollMark, scrollMarks } from './scroll-marks.ts';
import { useStickToEnd } from './stick-to-end.ts';

/** Pixels of a block without its output before it was measured, and letters of a row. */
const HEAD = 46;
const LONG_ROW = 120;
/** Blocks from the first at which older ones are asked for. */
const EARLY = 30;

export function BlockScroll() {
  const page = usePage();
  const front = useFront();
  const frame = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const blocks = front.list.shown.value;
  const folds = front.list.folds.value;
  // The same functions while the blocks are the same: the list computes all places anew for others.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is folded decides how high a block is.
  const places = useMemo(
    () => ({
      estimate: (index: number) => estimated(blocks[index], front.list),
      key: (index: number) => blocks[index]?.id ?? String(index),
    }),
    [blocks, folds, front],
  );
  const list = useVirtualList({
    count: blocks.length,
    scroller: useCallback(() => scroller.current, []),
    ...places,
  });
  const takesWheel = useCallback(
    (target: EventTarget | null) =>
      front.live.peek().fullScreen ||
      (target instanceof Element && target.closest('.live-grid') !== null && front.screen.scrollsBy(-1)),
    [front],
  );
  const stick = useStickToEnd({ scroller, content, frame, takesWheel });
  useEffect(() => {
    if (list.firstVisible < EARLY && front.state.value !== undefined) front.lookBack();
  });
  const show = (index: number) => {
    stick.release();
    list.scrollTo(index);
  };
  useFoundMatch(front, show);
  useLinkedBlock(front, show);
  useLiveEnd(front, stick.isAtEnd);
  // At once, unlike `useSignalEffect`: a key that scrolls may follow before the next frame.
  useEffect(
    () =>
      effect(() => {
        if (front.typed.value > 0) stick.toEnd();
      }),
    [front, stick],
  );
  useLayoutEffect(() => stick.keep());
  const hides = front.live.value.fullScreen;
  const cleared = front.list.firstNotCleared.value;
  // Blocks that were cleared are above the view as long as what came later does not fill it.
  const above = cleared === 0 || hides ? 0 : list.startOf(cleared);
  return (
    <div ref={frame} class="scroll-frame">
      <section
        ref={scroller}
        class="scroll"
        aria-label="Commands and their outputs"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        onKeyDown={(event) => {
          if (front.browsing.value && blockKey(event, { page, front, show })) event.preventDefault();
        }}
        onCopy={(event) => copySelection(event, front)}
      >
        <div
          ref={content}
          class="scroll-content"
          style={above > 0 ? { minHeight: `calc(100% + ${above}px)` } : {}}
        >
          {!hides && blocks.length > 0 && (
            <div
              class="blocks"
              role="feed"
              aria-label="Finished commands"
              style={{ height: `${list.height}px` }}
            >
              {list.items.map(({ index, key, start }) => {
                const block = blocks[index];
                return (
                  block && (
                    <div
                      key={key}
                      class="block-place"
                      data-index={index}
                      ref={list.measure}
                      style={{ transform: `translateY(${start}px)` }}
                    >
                      <BlockView block={block} />
                    </div>
                  )
                );
              })}
            </div>
          )}
          <LiveView frame={frame} />
        </div>
      </section>
      {!hides && <ScrollMarks marks={scrollMarks(blocks, list.share)} show={show} />}
      {!stick.isAtEnd.value && !hides && (
        <div class="end-bar">
          <button type="button" class="button small" onClick={() => stick.toEnd()}>
            To the end
          </button>
        </div>
      )}
    </div>
  );
}

/** Beside the scroll bar: where failed and bookmarked commands are, as in the window. Keys lead there, so it takes no focus. */
function ScrollMarks({ marks, show }: { readonly marks: readonly ScrollMark[]; readonly show: Show }) {
  if (marks.length === 0) return null;
  return (
    <div class="scroll-marks" aria-hidden="true">
      {marks.map(({ top, kind, title, index }) => (
        <button
          key={top}
          type="button"
          tabIndex={-1}
          class={`scroll-mark ${kind}`}
          style={{ top: `${top}%` }}
          title={title}
          onClick={() => show(index)}
        />
      ))}
    </div>
  );
}

function estimated(block: Block | undefined, list: BlockList): number {
  if (block === undefined) return HEAD;
  const fold = list.foldOf(block);
  if (fold === 'closed') return HEAD;
  const { counts } = cottyMeta<CommandMeta>(block.part._meta);
  // Long lines take several rows.
  const rows = Math.max(linesOf(block), (counts?.chars ?? 0) / LONG_ROW);
  return HEAD + Math.min(fold === 'tail' ? TAIL : rows, rows) * LINE;
}

/** A virtual list: only the entries in sight are drawn. The library measures them; this hook connects it to Preact. */
type VirtualListOptions = {
  readonly count: number;
  readonly scroller: () => HTMLElement | null;
  /** Pixels an item may have before it was measured. */
  readonly estimate: (index: number) => number;
  readonly key: (index: number) => string;
};

type VirtualList = {
  readonly items: readonly VirtualItem[];
  readonly height: number;
  readonly measure: (element: HTMLElement | null) => void;
  readonly scrollTo: (index: number) => void;
  /** Pixels above an item; of one behind the last, those of all. */
  readonly startOf: (index: number) => number;
  /** The share (0 to 1) of all that scrolls that is above an item; undefined when all is in sight. */
  readonly share: (index: number) => number | undefined;
  readonly firstVisible: number;
};

/** Items drawn beyond those in sight, at each end. */
const OVERSCAN = 6;

function useVirtualList({ count, scroller, estimate, key }: VirtualListOptions): VirtualList {
  const [, redraw] = useReducer((times: number, _act: undefined) => times + 1, 0);
  const options = {
    count,
    getScrollElement: scroller,
    estimateSize: estimate,
    getItemKey: key,
    overscan: OVERSCAN,
    // Older commands are added at the beginning, and the entries in sight must not move.
    anchorTo: 'end' as const,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => redraw(undefined),
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  return {
    items: virtualizer.getVirtualItems(),
    height: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'start' }),
    startOf: (index) => virtualizer.measurementsCache[index]?.start ?? virtualizer.getTotalSize(),
    share: (index) => {
      const { scrollHeight = 0, clientHeight = 0 } = scroller() ?? {};
      const start = virtualizer.measurementsCache[index]?.start;
      return start === undefined || scrollHeight <= clientHeight ? undefined : start / scrollHeight;
    },
    firstVisible: virtualizer.range?.startIndex ?? 0,
  };
}

// Brings the end of the live part back, in which somebody may have scrolled while a command ran.

/** Time without output after which a program that has begun a line asks for something, in milliseconds. */
const ASKS_MS = 400;

/** When a command ends or asks something, that is what is seen by whoever looks at the end. */
function useLiveEnd(front: FrontTerminal, isAtEnd: ReadonlySignal<boolean>): void {
  useSignalEffect(() => {
    if (front.running.value === undefined || front.meta.value.echoOff === true) front.screen.toEnd();
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = front.screen.onParsed(() => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (isAtEnd.peek() && front.screen.isInLine) front.screen.toEnd();
      }, ASKS_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [front, isAtEnd]);
}

// Goes to a block that is wanted, once: that of the current match, and the one that the address names.

type Show = (index: number) => void;

/** Goes to the current match of the search. */
function useFoundMatch(front: FrontTerminal, show: Show): void {
  const shown = useRef<OutputMatch>(undefined);
  useSignalEffect(() => {
    shown.current = showMatch(front, shown.current, show);
  });
}

/** Shows the current match unless it is shown, and returns the one that is shown then. Blocks that come later change nothing. */
export function showMatch(
  { find, list }: Pick<FrontTerminal, 'find' | 'list'>,
  shown: OutputMatch | undefined,
  show: Show,
): OutputMatch | undefined {
  const match = find.current.value;
  if (match === undefined || match === shown) return match;
  const at = list.indexOfSeq(match.seq);
  const block = list.shown.value[at];
  if (block === undefined) return shown;
  if (match.line > 0) list.open(block.id);
  list.selected.value = block.id;
  show(at);
  return match;
}

/** Goes to the block that the address names, as soon as it is known; asks for older ones until it is. */
function useLinkedBlock(front: FrontTerminal, show: Show): void {
  const page = usePage();
  const shown = useRef<number>(undefined);
  useSignalEffect(() => {
    const place = page.place.value;
    const seq = place.kind === 'terminal' && place.uri === front.uri ? place.block : undefined;
    if (seq === undefined || shown.current === seq || front.state.value === undefined) return;
    const at = front.list.indexOfSeq(seq);
    const block = front.list.shown.value[at];
    if (block === undefined) return front.lookBack();
    shown.current = seq;
    front.list.selected.value = block.id;
    // The list gets its new blocks first.
    requestAnimationFrame(() => show(at));
  });
}
