/**
 * What is typed always reaches the line of RUN, or the program that has the keys: a click or a selection changes nothing about it.
 * Only Esc leads to the blocks (BROWSE).
 */

import { effect, useSignalEffect } from '@preact/signals';
import type { RefObject } from 'preact';
import { useCallback, useEffect } from 'preact/hooks';
import type { FrontTerminal } from '../../model/front-terminal.ts';
import type { Page } from '../../model/page.ts';
import { coversTerminal } from '../../model/place.ts';
import { usePage } from '../parts/context.ts';

/** Leads typing to the terminal in front while its pane is shown. */
export function useTyping(front: FrontTerminal, pane: RefObject<HTMLElement | null>): void {
  const page = usePage();
  useEffect(() => {
    const place = pane.current;
    if (place === null || !page.mayType) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (isForTerminal(event, page, front, place)) redirect(event, front, place);
    };
    const onClick = (event: MouseEvent) => {
      // A click by a key has no detail: the focus stays where the keyboard has brought it.
      if (event.detail > 0 && !isTouch() && !hasSelection()) takeFocus(front, place);
    };
    document.addEventListener('keydown', onKey, { capture: true });
    place.addEventListener('click', onClick);
    return () => {
      document.removeEventListener('keydown', onKey, { capture: true });
      place.removeEventListener('click', onClick);
    };
  }, [page, front, pane]);
  const focusBlocks = useCallback(() => {
    if (front.browsing.value)
      pane.current?.querySelector<HTMLElement>('.scroll')?.focus({ preventScroll: true });
  }, [front, pane]);
  // At once, because a key for the blocks may follow before the next frame; and then, because a dialog that closes keeps the focus.
  useEffect(() => effect(focusBlocks), [focusBlocks]);
  useSignalEffect(focusBlocks);
}

/** Asks before the page is left while something would be lost by it. */
export function useLeaving(page: Page): void {
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (page.holdsWork) event.preventDefault();
    };
    addEventListener('beforeunload', onLeave);
    return () => removeEventListener('beforeunload', onLeave);
  }, [page]);
}

/** Keys that scroll or move the focus: what has the focus keeps them. */
const STAYS: ReadonlySet<string> = new Set(['Tab', 'PageUp', 'PageDown', 'Shift', 'Control', 'Alt', 'Meta']);

function isForTerminal(event: KeyboardEvent, page: Page, front: FrontTerminal, pane: HTMLElement): boolean {
  const { key, ctrlKey, altKey, metaKey, isComposing, defaultPrevented } = event;
  if (defaultPrevented || isComposing || metaKey || STAYS.has(key) || !takesKeys(page, front)) return false;
  const active = document.activeElement;
  if (isLeftAtPrompt(active, front, pane)) return !(ctrlKey && key.toLowerCase() === 'c');
  if (active instanceof HTMLElement && isField(active)) return false;
  // Selected text is copied.
  if (ctrlKey && key.toLowerCase() === 'c' && hasSelection()) return false;
  const isNowhere = active === null || active === document.body || active.classList.contains('scroll');
  if (isNowhere && (active === null || active === document.body || pane.contains(active))) return true;
  // A button or link that has the focus keeps the keys that press it and lead on from it.
  return [...key].length === 1 && key !== ' ' && !ctrlKey && !altKey;
}

/** Whether the emulator still has the focus at a prompt: the line has come back, and gets the focus with the next frame. */
function isLeftAtPrompt(active: Element | null, front: FrontTerminal, pane: HTMLElement): boolean {
  const isEmulator = active !== null && active === front.screen.terminal.textarea;
  return isEmulator && front.takesLines.peek() && lineIn(pane) !== null;
}

function lineIn(pane: HTMLElement): HTMLTextAreaElement | null {
  return pane.querySelector('.run-line textarea');
}

/** Whether the terminal is the one that has the keys, and nothing lies over it. */
function takesKeys(page: Page, front: FrontTerminal): boolean {
  if (page.panes.front.peek() !== front.uri || front.browsing.peek()) return false;
  return !page.isModal.peek() && !page.drawer.peek() && !coversTerminal(page.place.peek());
}

function isField(element: HTMLElement): boolean {
  return element.matches('input, textarea, select') || element.isContentEditable;
}

/** Gives a key to the field of the terminal, which gets the focus: the browser then types into it. */
function redirect(event: KeyboardEvent, front: FrontTerminal, pane: HTMLElement): void {
  const field = takeFocus(front, pane);
  if (field === undefined) return;
  const { key, code, keyCode, ctrlKey, altKey, shiftKey } = event;
  const how = { key, code, keyCode, ctrlKey, altKey, shiftKey, bubbles: true, cancelable: true };
  if (field.dispatchEvent(new KeyboardEvent('keydown', how))) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Focuses the line of RUN at a prompt, else the program, and returns the field. */
export function takeFocus(front: FrontTerminal, pane: HTMLElement): HTMLTextAreaElement | undefined {
  const field = lineIn(pane) ?? front.screen.terminal.textarea;
  field?.focus({ preventScroll: true });
  return field;
}

/** Whether text of the page is selected, outside of its fields. */
export function hasSelection(): boolean {
  return document.getSelection()?.isCollapsed === false;
}

/** On a touch screen the focus brings the keyboard, which comes by a touch on the line itself. */
function isTouch(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}
