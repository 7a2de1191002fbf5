/** A list of which only what is in sight is drawn: the library measures and counts, this makes it a hook. */

import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type VirtualItem,
  Virtualizer,
} from '@tanstack/virtual-core';
import { useLayoutEffect, useReducer, useState } from 'preact/hooks';

export type VirtualListOptions = {
  readonly count: number;
  readonly scroller: () => HTMLElement | null;
  /** Pixels an item may have before it was measured. */
  readonly estimate: (index: number) => number;
  readonly key: (index: number) => string;
};

export type VirtualList = {
  readonly items: readonly VirtualItem[];
  readonly height: number;
  readonly measure: (element: HTMLElement | null) => void;
  readonly scrollTo: (index: number) => void;
  readonly firstVisible: number;
};

/** Items drawn beyond those in sight, at each end. */
const OVERSCAN = 6;

export function useVirtualList({ count, scroller, estimate, key }: VirtualListOptions): VirtualList {
  const [, redraw] = useReducer((times: number, _act: undefined) => times + 1, 0);
  const options = {
    count,
    getScrollElement: scroller,
    estimateSize: estimate,
    getItemKey: key,
    overscan: OVERSCAN,
    // Older commands come at the beginning: what is in sight stays where it is.
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
