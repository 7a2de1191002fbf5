/** Tells when the end of a list comes near, so that more of it is fetched. */

import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Distance from the end, as a part of what is in sight. */
const EARLY = '100%';
/** The end may still be near after a page has come: it is looked at again, in milliseconds. */
const AGAIN_MS = 300;

export function useNearEnd(onNear: () => void): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const act = useRef(onNear);
  act.current = onNear;
  useEffect(() => {
    const element = end.current;
    if (element === null) return undefined;
    let isNear = false;
    const observer = new IntersectionObserver(
      (entries) => {
        isNear = entries.at(-1)?.isIntersecting === true;
        if (isNear) act.current();
      },
      { root: element.parentElement, rootMargin: EARLY },
    );
    observer.observe(element);
    const timer = setInterval(() => isNear && act.current(), AGAIN_MS);
    return () => {
      observer.disconnect();
      clearInterval(timer);
    };
  }, []);
  return end;
}
