/** Keys that count wherever the focus is; the rest goes to the program or the field that has it. */

import { askerOf } from '../../../client/claims.ts';
import { decline, handOver } from '../../model/acts.ts';
import type { FrontTerminal } from '../../model/front-terminal.ts';
import type { Page } from '../../model/page.ts';
import { coversTerminal } from '../../model/place.ts';

/** A second press within this time means the key itself, in milliseconds. */
const TWICE_MS = 500;
const KILL_LINE = '\x0b';

export type PageKey = { readonly keys: string; readonly does: string };

export const PAGE_KEYS: readonly PageKey[] = [
  { keys: 'Ctrl+K', does: 'keys for the shell itself, and back; twice sends it' },
  { keys: 'Ctrl+E', does: 'new terminal, at the end of the line' },
  { keys: 'Ctrl+O', does: 'hand over to the agent that asks' },
  { keys: 'Ctrl+X', does: 'tell it: not now' },
  { keys: 'Ctrl+Shift+F', does: 'search commands and outputs' },
  { keys: 'Alt+1 … Alt+9', does: 'terminal by its place in the list' },
];

/** Listens until the returned function is called. */
export function listenForPageKeys(page: Page): () => void {
  const toggle = rawToggle(page);
  const acts: { readonly [key: string]: (front: FrontTerminal, event: KeyboardEvent) => boolean } = {
    k: toggle,
    e: (front, event) => openNew(page, front, event),
    o: ({ uri }) => answer(page, uri, handOver),
    x: ({ uri }) => answer(page, uri, decline),
  };
  const control = (event: KeyboardEvent): boolean => {
    const front = page.front.value;
    const act = Object.hasOwn(acts, event.key) ? acts[event.key] : undefined;
    return front !== undefined && page.mayType && act?.(front, event) === true;
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.metaKey || event.isComposing || page.isModal.value) return;
    const { altKey, ctrlKey, shiftKey } = event;
    // A page that lies over the terminal leaves it alone.
    if (!altKey && coversTerminal(page.place.value)) return;
    const done = altKey ? goTo(page, event) : ctrlKey && (shiftKey ? search(page, event) : control(event));
    if (!done) return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('keydown', onKey, { capture: true });
  return () => removeEventListener('keydown', onKey, { capture: true });
}

/** Switches between lines and keys at a prompt; the second press of two is meant for the shell. */
function rawToggle(page: Page): (front: FrontTerminal, event: KeyboardEvent) => boolean {
  let toggledAt = 0;
  return (front, event) => {
    if (!isEndOfLine(event) || front.live.value.fullScreen || front.running.value !== undefined) return false;
    const again = event.timeStamp - toggledAt < TWICE_MS;
    if (again) page.type(front.uri, KILL_LINE);
    front.raw.value = again || !front.raw.value;
    toggledAt = again ? 0 : event.timeStamp;
    return true;
  };
}

function openNew(page: Page, front: FrontTerminal, event: KeyboardEvent): boolean {
  if (!front.takesLines.value || !isEndOfLine(event)) return false;
  page.dialog.value = { kind: 'new' };
  return true;
}

/** Answers the agent that asks for the terminal, if one does. */
function answer(page: Page, uri: string, act: (page: Page, uri: string) => void): boolean {
  const info = page.info(uri);
  if (info === undefined || askerOf(info) === undefined || !page.isOwn(uri)) return false;
  act(page, uri);
  return true;
}

function goTo(page: Page, { key }: KeyboardEvent): boolean {
  const row = /^[1-9]$/.test(key) ? page.list.shown.value[Number(key) - 1] : undefined;
  if (row === undefined) return false;
  page.go({ kind: 'terminal', uri: row.uri });
  return true;
}

function search(page: Page, { key }: KeyboardEvent): boolean {
  const front = page.front.value;
  if (key.toLowerCase() !== 'f' || front === undefined) return false;
  front.find.isOpen.value = true;
  return true;
}

/** In the middle of a line, keys have the meaning that lines give them. */
function isEndOfLine({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement)) return true;
  return target.classList.contains('xterm-helper-textarea') || target.selectionEnd === target.value.length;
}
