/** Keys of RUN's line. */

import type { Signal } from '@preact/signals';
import type { FrontTerminal } from '../../model/front-terminal.ts';
import type { PastLines } from '../../model/history/past-lines.ts';
import type { Page } from '../../model/page.ts';

export type LinePlace = {
  readonly page: Page;
  readonly front: FrontTerminal;
  readonly past: PastLines;
  /** The rest of the line that is offered. */
  readonly ghost: Signal<string>;
  readonly submit: () => void;
  /** Gives the half line to the shell, which completes it. */
  readonly complete: () => void;
};

const INTERRUPT = '\x03';
const CLEAR_SCREEN = '\x0c';

export function lineKeys(event: KeyboardEvent, place: LinePlace): void {
  // Keys that compose a character belong to the input method.
  if (event.isComposing || event.metaKey) return;
  const done = event.ctrlKey && !event.altKey ? ctrlKey(event, place) : plainKey(event, place);
  if (done) event.preventDefault();
}

function plainKey(event: KeyboardEvent, { front, past, ghost, submit, complete, page }: LinePlace): boolean {
  const field = event.currentTarget as HTMLTextAreaElement;
  const { selectionStart, selectionEnd, value } = field;
  const atEnd = selectionStart === value.length && selectionEnd === value.length;
  switch (event.key) {
    case 'Enter':
      if (event.shiftKey || event.altKey) return false;
      submit();
      return true;
    case 'Tab':
      if (event.shiftKey) return false;
      complete();
      return true;
    case 'ArrowRight':
    case 'End':
      if (!atEnd || ghost.value === '') return false;
      front.draft.value = value + ghost.value;
      return true;
    case 'ArrowUp':
      if (value.lastIndexOf('\n', selectionStart - 1) !== -1) return false;
      page.messages.watch(past.older(front.draft.peek()).then((line) => fill(front, line)));
      return true;
    case 'ArrowDown':
      if (value.indexOf('\n', selectionEnd) !== -1 || !past.isWalking(front.draft.peek())) return false;
      fill(front, past.newer());
      return true;
    case 'Escape':
      document.querySelector<HTMLElement>('.scroll')?.focus();
      front.list.move(-1);
      return true;
    default:
      return false;
  }
}

function ctrlKey(event: KeyboardEvent, { page, front, past }: LinePlace): boolean {
  const field = event.currentTarget as HTMLTextAreaElement;
  switch (event.key) {
    case 'c':
      // Selected text is copied, as everywhere in a browser.
      if (field.selectionStart !== field.selectionEnd) return false;
      past.stop();
      if (front.draft.value === '') page.type(front.uri, INTERRUPT);
      front.draft.value = '';
      return true;
    case 'l':
      page.type(front.uri, CLEAR_SCREEN);
      return true;
    case 'r':
      page.dialog.value = { kind: 'history' };
      return true;
    default:
      return false;
  }
}

function fill(front: FrontTerminal, line: string | undefined): void {
  if (line !== undefined) front.draft.value = line;
}
