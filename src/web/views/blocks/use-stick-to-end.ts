/** Keeps the end in sight while output comes, until somebody scrolls up. */

import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';

/** Pixels from the end that still count as the end. */
const NEAR = 24;

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
  const lastTop = useRef(0);
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
    const onScroll = () => {
      const { scrollTop, scrollHeight, clientHeight } = element;
      const near = scrollHeight - scrollTop - clientHeight < NEAR;
      // Content that grows above moves the place, too: only a way up lets go of the end.
      if (near) isAtEnd.value = true;
      else if (scrollTop < lastTop.current) isAtEnd.value = false;
      lastTop.current = scrollTop;
    };
    const observer = new ResizeObserver(() => stick.keep());
    observer.observe(element);
    observer.observe(content.current);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller, content, stick, isAtEnd]);
  return stick;
}
