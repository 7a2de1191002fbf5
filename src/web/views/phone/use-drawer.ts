/** The list as a drawer: a finger from the edge opens it, one to the edge or Esc shuts it, and the focus goes with it. */

import { useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Page } from '../../model/page.ts';

/** Pixels from the edge at which a finger begins, and how far it has to go. */
const EDGE = 28;
const FAR = 48;

export function useDrawer({ drawer, dialog }: Page): void {
  const opener = useRef<Element | null>(null);
  useSignalEffect(() => {
    if (drawer.value) {
      opener.current = document.activeElement;
      // The style sheet makes it visible first.
      requestAnimationFrame(() => document.querySelector<HTMLElement>('.side .row-main, .side a')?.focus());
    } else if (opener.current instanceof HTMLElement) {
      const { current } = opener;
      opener.current = null;
      // The rest of the page can be reached again from now on.
      requestAnimationFrame(() => current.focus());
    }
  });
  useEffect(() => {
    let begun: { readonly x: number; readonly y: number } | undefined;
    const onStart = ({ touches }: TouchEvent) => {
      const [touch] = touches;
      begun =
        touch === undefined || touches.length !== 1 ? undefined : { x: touch.clientX, y: touch.clientY };
    };
    const onEnd = ({ changedTouches }: TouchEvent) => {
      const [touch] = changedTouches;
      if (begun === undefined || touch === undefined) return;
      const [right, down] = [touch.clientX - begun.x, touch.clientY - begun.y];
      const isSideways = Math.abs(right) >= FAR && Math.abs(down) <= Math.abs(right) / 2;
      if (isSideways) drawer.value = right > 0 ? drawer.peek() || begun.x < EDGE : false;
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && drawer.peek() && dialog.peek() === undefined) drawer.value = false;
    };
    addEventListener('touchstart', onStart, { passive: true });
    addEventListener('touchend', onEnd, { passive: true });
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('touchstart', onStart);
      removeEventListener('touchend', onEnd);
      removeEventListener('keydown', onKey);
    };
  }, [drawer, dialog]);
}
