/** The scrolling body: the finished blocks, of which only those in sight are drawn, and below them the live part. */

import { type Signal, useSignal, useSignalEffect } from '@preact/signals';
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type VirtualItem,
  Virtualizer,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import type { Block } from '../../../client/blocks/block.ts';
import { isShortened } from '../../../client/blocks/output-pieces.ts';
import type { OutputMatch } from '../../../protocol/cotty/command-output.ts';
import { newlinesIn } from '../../../protocol/terminal/newlines.ts';
import type { FrontTerminal } from '../../model/front-terminal.ts';
import { LiveView } from '../live/LiveView.tsx';
import { useFront, usePage } from '../parts/context.ts';
import { BlockView } from './BlockView.tsx';
import { blockKey } from './block-keys.ts';
import { SHOWN_LINES } from './OutputView.tsx';

/** Pixels of a header, and of a line, before they were measured. */
const HEAD = 34;
const LINE = 17;
/** Blocks from the first at which older ones are asked for. */
const EARLY = 30;

export function BlockScroll() {
  const page = usePage();
  const front = useFront();
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const blocks = front.list.shown.value;
  const folded = front.list.folded.value;
  // The same functions while the blocks are the same: the list computes all places anew for others.
  const places = useMemo(
    () => ({
      estimate: (index: number) => estimated(blocks[index], folded),
      key: (index: number) => blocks[index]?.id ?? String(index),
    }),
    [blocks, folded],
  );
  const list = useVirtualList({
    count: blocks.length,
    scroller: useCallback(() => scroller.current, []),
    ...places,
  });
  const stick = useStickToEnd(scroller, content);
  useEffect(() => {
    if (list.firstVisible < EARLY && front.state.value !== undefined) front.lookBack();
  });
  const show = (index: number) => {
    stick.release();
    list.scrollTo(index);
  };
  useFoundMatch(front, (at) => {
    show(at);
    requestAnimationFrame(() =>
      scroller.current?.querySelector('.line.current')?.scrollIntoView({ block: 'center' }),
    );
  });
  useLinkedBlock(front, show);
  useSignalEffect(() => {
    if (front.typed.value > 0) stick.toEnd();
  });
  useLayoutEffect(() => stick.keep());
  const hides = front.live.value.fullScreen;
  return (
    <section
      ref={scroller}
      class="scroll"
      aria-label="Commands and their outputs"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      onKeyDown={(event) => {
        if (front.browsing.value && blockKey(event, { page, front, show })) event.preventDefault();
      }}
    >
      <div ref={content} class="scroll-content">
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
        <LiveView scroller={scroller} />
      </div>
      {!stick.isAtEnd.value && !hides && (
        <button type="button" class="button to-end" onClick={() => stick.toEnd()}>
          To the end
        </button>
      )}
    </section>
  );
}

function estimated(block: Block | undefined, folded: ReadonlySet<string>): number {
  if (block === undefined || folded.has(block.id)) return HEAD;
  const { part } = block;
  const lines = isShortened(part)
    ? SHOWN_LINES
    : Math.min(SHOWN_LINES, newlinesIn(part.output, 0, part.output.length));
  return HEAD + lines * LINE;
}

// Keeps the end in sight while output arrives, until a person scrolls up.

/** Pixels from the end that still count as the end. */
const NEAR = 24;
/** Input events of a person who scrolls; every other scroll event comes from content that grows or shrinks. */
const BY_HAND = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
/** Time after such an event in which a scroll counts as the person's, in milliseconds: a wheel scrolls on. */
const GLIDE_MS = 1_000;

type StickToEnd = {
  readonly isAtEnd: Signal<boolean>;
  /** Goes to the end, and stays there. */
  readonly toEnd: () => void;
  /** Goes to the end if it is stuck there. */
  readonly keep: () => void;
  /** Lets go of the end: something else is to be seen. */
  readonly release: () => void;
};

function useStickToEnd(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): StickToEnd {
  const isAtEnd = useSignal(true);
  const movedAt = useRef(Number.NEGATIVE_INFINITY);
  const stick = useMemo<StickToEnd>(() => {
    const keep = () => {
      const element = scroller.current;
      if (element !== null && isAtEnd.peek()) element.scrollTop = element.scrollHeight;
    };
    return {
      isAtEnd,
      keep,
      toEnd: () => {
        isAtEnd.value = true;
        keep();
      },
      release: () => {
        isAtEnd.value = false;
      },
    };
  }, [isAtEnd, scroller]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null || content.current === null) return undefined;
    const onMove = (event: Event) => {
      movedAt.current = event.timeStamp;
    };
    const onScroll = (event: Event) => {
      const { scrollTop, scrollHeight, clientHeight } = element;
      const near = scrollHeight - scrollTop - clientHeight < NEAR;
      if (near) isAtEnd.value = true;
      else if (event.timeStamp - movedAt.current < GLIDE_MS) isAtEnd.value = false;
    };
    const observer = new ResizeObserver(() => stick.keep());
    observer.observe(element);
    observer.observe(content.current);
    element.addEventListener('scroll', onScroll, { passive: true });
    for (const type of BY_HAND) element.addEventListener(type, onMove, { passive: true, capture: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
      for (const type of BY_HAND) element.removeEventListener(type, onMove, { capture: true });
    };
  }, [scroller, content, stick, isAtEnd]);
  return stick;
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
    firstVisible: virtualizer.range?.startIndex ?? 0,
  };
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
