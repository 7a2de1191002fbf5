/** Who gets the keys: RUN's line at a prompt, the program otherwise. */

import { useSignalEffect } from '@preact/signals';
import type { RefObject } from 'preact';
import type { FrontTerminal } from '../model/front-terminal.ts';
import { usePage } from './parts/context.ts';

export function useFocus(front: FrontTerminal, pane: RefObject<HTMLElement | null>): void {
  const page = usePage();
  useSignalEffect(() => {
    const takesLines = front.takesLines.value;
    const wanted = front.wantsLine.value;
    // A touch screen shows its keyboard with the focus: there it comes with a touch.
    const isCoarse = matchMedia('(pointer: coarse)').matches;
    if (!page.mayType || page.dialog.value !== undefined || (isCoarse && wanted === 0)) return;
    requestAnimationFrame(() => focusIn(front, pane.current, takesLines));
  });
}

function focusIn(front: FrontTerminal, pane: HTMLElement | null, takesLines: boolean): void {
  const active = document.activeElement;
  // Whoever is in the list or in a field somewhere else is left there.
  if (pane === null || (active !== document.body && active !== null && !pane.contains(active))) return;
  if (active?.closest('.find-bar')) return;
  if (takesLines) pane.querySelector<HTMLTextAreaElement>('.run-line textarea')?.focus();
  else front.screen.terminal.focus();
}
