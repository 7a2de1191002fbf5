/**
 * Keeps the end in sight while output arrives. The first gesture of a person who scrolls up lets go of it, before anything moves.
 */

import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';

/** Pixels from the end that still count as the end. */
const NEAR = 24;
/** Time after the last movement in which a wheel or a finger may still go on, in milliseconds. */
const SETTLED_MS = 250;
/** Time for which a swing of a finger may go on, in milliseconds. */
const GLIDE_MS = 1_500;

export type StickToEnd = {
  readonly isAtEnd: Signal<boolean>;
  /** Goes to the end, and stays there. */
  readonly toEnd: () => void;
  /** Goes to the end if it is stuck there. */
  readonly keep: () => void;
  /** Stops keeping the end in sight, because another place is to be shown. */
  readonly release: () => void;
  /** When somebody last went to the end, on the clock of events. */
  readonly wentAt: () => number;
};

type Places = {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly content: RefObject<HTMLElement | null>;
  /** What has the scroller and the bar below it: its height stays the same when the bar comes. */
  readonly frame: RefObject<HTMLElement | null>;
  /** Whether a turn of the wheel upwards at this place moves something else. */
  readonly takesWheel: (target: EventTarget | null) => boolean;
};

export function useStickToEnd({ scroller, content, frame, takesWheel }: Places): StickToEnd {
  const isAtEnd = useSignal(true);
  const stick = useMemo<StickToEnd>(() => {
    const keep = () => {
      const element = scroller.current;
      if (element !== null && isAtEnd.peek()) element.scrollTop = element.scrollHeight;
    };
    let wentAt = Number.NEGATIVE_INFINITY;
    return {
      isAtEnd,
      keep,
      wentAt: () => wentAt,
      toEnd: () => {
        wentAt = performance.now();
        isAtEnd.value = true;
        keep();
      },
      release: () => {
        isAtEnd.value = false;
      },
    };
  }, [isAtEnd, scroller]);
  useEffect(() => {
    const [element, inside, around] = [scroller.current, content.current, frame.current];
    if (element === null || inside === null || around === null) return undefined;
    return listen(element, { stick, inside, around, takesWheel });
  }, [scroller, content, frame, stick, takesWheel]);
  return stick;
}

type Listening = Pick<Places, 'takesWheel'> & {
  readonly stick: StickToEnd;
  readonly inside: HTMLElement;
  readonly around: HTMLElement;
};

function listen(element: HTMLElement, { stick, inside, around, takesWheel }: Listening): () => void {
  let [last, height] = [element.scrollTop, element.scrollHeight];
  let [isHeld, finger] = [false, 0];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isNear = () => element.scrollHeight - element.scrollTop - around.clientHeight < NEAR;
  const stickIfNear = () => {
    if (!isHeld && isNear()) stick.isAtEnd.value = true;
  };
  /** If a gesture ends at the end of the output, the view still sticks to it. */
  const settle = () => {
    clearTimeout(timer);
    timer = setTimeout(stickIfNear, SETTLED_MS);
  };
  const release = () => {
    if (element.scrollHeight > element.clientHeight) stick.release();
    settle();
  };
  const onScroll = (event: Event) => {
    const { scrollTop, scrollHeight } = element;
    const [isDown, isSame] = [scrollTop > last, scrollHeight === height];
    last = scrollTop;
    height = scrollHeight;
    if (isDown) stickIfNear();
    else if (isSame && stick.isAtEnd.peek() && !isNear()) {
      // A finger's swing that goes on is over for whoever went to the end; everything else that scrolls is meant.
      if (event.timeStamp - stick.wentAt() < GLIDE_MS) stick.keep();
      else stick.release();
    }
    settle();
  };
  const onWheel = (event: WheelEvent) => {
    if (event.deltaY < 0 && !event.ctrlKey && !takesWheel(event.target)) release();
  };
  const onTouchStart = ({ touches }: TouchEvent) => {
    isHeld = true;
    finger = touches[0]?.clientY ?? 0;
  };
  const onTouchMove = ({ touches }: TouchEvent) => {
    const at = touches[0]?.clientY ?? 0;
    if (at > finger && touches.length === 1) release();
    finger = at;
  };
  const onPointerDown = (event: PointerEvent) => {
    const isOnBar = event.target === element && event.offsetX >= element.clientWidth;
    if (!isOnBar || event.pointerType === 'touch') return;
    isHeld = true;
    release();
  };
  const letGo = () => {
    isHeld = false;
    settle();
  };
  // The pointer of a scroll bar that is let go may be told by its next movement alone.
  const onPointerMove = ({ buttons, pointerType }: PointerEvent) => {
    if (isHeld && buttons === 0 && pointerType !== 'touch') letGo();
  };
  const listening = new AbortController();
  const how = { signal: listening.signal, passive: true, capture: true };
  element.addEventListener('scroll', onScroll, { ...how, capture: false });
  element.addEventListener('wheel', onWheel, how);
  element.addEventListener('touchstart', onTouchStart, how);
  element.addEventListener('touchmove', onTouchMove, how);
  element.addEventListener('pointerdown', onPointerDown, how);
  for (const type of ['pointerup', 'touchend', 'touchcancel'] as const) addEventListener(type, letGo, how);
  addEventListener('pointermove', onPointerMove, how);
  addEventListener('keydown', (event) => scrollKey(event, element, stick), {
    signal: listening.signal,
    capture: true,
  });
  const observer = new ResizeObserver(() => stick.keep());
  observer.observe(element);
  observer.observe(inside);
  return () => {
    clearTimeout(timer);
    listening.abort();
    observer.disconnect();
  };
}

// Keys that scroll, wherever in the terminal the focus is: Page Up and Page Down, also with Shift, and Home
// and End where they have nothing to do in a line.

/** Part of the height that stays in sight when a page is turned. */
const OVERLAP = 0.1;

function scrollKey(event: KeyboardEvent, element: HTMLElement, stick: StickToEnd): void {
  if (event.altKey || event.metaKey || event.isComposing || !mayScroll(event, element)) return;
  const page = element.clientHeight * (1 - OVERLAP);
  if (event.key === 'PageUp') move(element, stick, -page);
  else if (event.key === 'PageDown') move(element, stick, page);
  else if (event.key === 'Home') move(element, stick, -element.scrollHeight);
  else if (event.key === 'End') stick.toEnd();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function move(element: HTMLElement, stick: StickToEnd, by: number): void {
  if (by < 0) stick.release();
  element.scrollBy({ top: by, behavior: 'instant' });
}

function mayScroll({ target, key, ctrlKey, shiftKey }: KeyboardEvent, element: HTMLElement): boolean {
  const pane = element.closest('.pane');
  // While a command begins, nothing may have the focus.
  if (target !== document.body && !(target instanceof Node && pane?.contains(target))) return false;
  const isPage = key === 'PageUp' || key === 'PageDown';
  if (!(target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement)) return true;
  // A program gets its keys; with Shift they are the terminal's own.
  if (target.classList.contains('xterm-helper-textarea')) return isPage && shiftKey && !isFullScreen(target);
  return isPage || ctrlKey || (target.value === '' && !shiftKey);
}

function isFullScreen(target: HTMLElement): boolean {
  return target.closest('.pane.full-screen') !== null;
}
