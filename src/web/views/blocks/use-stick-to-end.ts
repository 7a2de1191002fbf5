/** Keeps the end in sight while output comes, until somebody scrolls up. */

import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';

/** Pixels from the end that still count as the end. */
const NEAR = 24;
/** What somebody does to scroll; whatever else moves the place is content that grows or shrinks. */
const BY_HAND = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
/** Time after it in which a scroll is somebody's doing, in milliseconds: a wheel glides on. */
const GLIDE_MS = 1_000;

export type StickToEnd = {
  readonly isAtEnd: Signal<boolean>;
  /** Goes to the end, and stays there. */
  readonly toEnd: () => void;
  /** Goes to the end if it is stuck there. */
  readonly keep: () => void;
  /** Lets go of the end: something else is to be seen. */
  readonly release: () => void;
};

export function useStickToEnd(
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
