/** Two fingers on the terminal change the size of its text; nothing else of the page becomes larger. */

import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { fontSizeOf, type Settings } from '../../model/settings.ts';

export function usePinch(place: RefObject<HTMLElement | null>, { fontSize }: Settings): void {
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    let begun: { readonly distance: number; readonly size: number } | undefined;
    const onStart = ({ touches }: TouchEvent) => {
      const distance = distanceOf(touches);
      begun = distance === undefined ? undefined : { distance, size: fontSize.peek() };
    };
    const onMove = (event: TouchEvent) => {
      const distance = distanceOf(event.touches);
      if (begun === undefined || distance === undefined) return;
      event.preventDefault();
      const size = fontSizeOf((begun.size * distance) / begun.distance);
      if (size !== fontSize.peek()) fontSize.value = size;
    };
    const onEnd = () => {
      begun = undefined;
    };
    element.addEventListener('touchstart', onStart, { passive: true });
    element.addEventListener('touchmove', onMove, { passive: false });
    element.addEventListener('touchend', onEnd);
    element.addEventListener('touchcancel', onEnd);
    return () => {
      element.removeEventListener('touchstart', onStart);
      element.removeEventListener('touchmove', onMove);
      element.removeEventListener('touchend', onEnd);
      element.removeEventListener('touchcancel', onEnd);
    };
  }, [place, fontSize]);
}

/** Returns the pixels between two fingers; undefined when there are not two. */
function distanceOf(touches: TouchList): number | undefined {
  const [one, other] = touches;
  if (one === undefined || other === undefined || touches.length !== 2) return undefined;
  return Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY));
}
