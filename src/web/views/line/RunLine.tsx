/** RUN's line: a command is written here and sent to the shell when it is done. */

import { type Signal, useSignal, useSignalEffect } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { submittedLine, typedLine } from '../../../protocol/terminal/shell-line.ts';
import type { FrontTerminal } from '../../model/front-terminal.ts';
import { HistoryLines } from '../../model/history-lines.ts';
import type { Page } from '../../model/page.ts';
import { useFront, usePage } from '../parts/context.ts';

export function RunLine() {
  const page = usePage();
  const front = useFront();
  const field = useRef<HTMLTextAreaElement>(null);
  const ghost = useSignal('');
  const past = useMemo(
    () => new HistoryLines((query) => page.client.cotty.past(front.uri, query)),
    [front, page],
  );
  const { draft } = front;
  const text = draft.value;

  useLayoutEffect(() => grow(field.current, text), [text]);
  useSignalEffect(() => suggest(draft.value));

  /** Offers the newest earlier line that begins with the typed text. */
  function suggest(written: string): void {
    ghost.value = '';
    if (written.trim() === '' || written.includes('\n')) return;
    page.client.cotty.past(front.uri, { prefix: written, limit: 1 }).then(
      ({ lines }) => {
        const [first] = lines;
        if (draft.peek() === written && first !== undefined && !first.line.includes('\n'))
          ghost.value = first.line.slice(written.length);
      },
      // Other hosts remember no lines.
      () => {},
    );
  }
  const shellLine = () => ({
    bracketedPaste: front.screen.terminal.modes.bracketedPasteMode,
    dirty: front.shellLineDirty,
    delivered: front.meta.peek().takesLines === true,
  });
  const clear = () => {
    past.stop();
    draft.value = '';
  };
  const submit = () => {
    const sent = submittedLine(draft.peek(), shellLine());
    clear();
    front.list.selected.value = undefined;
    page.type(front.uri, sent);
    front.shellLineDirty = false;
  };
  const complete = () => {
    const sent = `${typedLine(draft.peek(), shellLine())}\t`;
    clear();
    page.type(front.uri, sent);
    front.shellLineDirty = true;
    front.raw.value = true;
  };
  return (
    <div class="run-line">
      <span class="prompt-sign" aria-hidden="true">
        ❯
      </span>
      <span class="run-field">
        <textarea
          ref={field}
          rows={1}
          value={text}
          aria-label="Command line"
          placeholder="Run a command"
          spellcheck={false}
          autocapitalize="off"
          autocomplete="off"
          enterkeyhint="go"
          onInput={(event) => {
            past.stop();
            draft.value = event.currentTarget.value;
          }}
          onKeyDown={(event) => lineKeys(event, { page, front, past, ghost, submit, complete })}
        />
        {ghost.value !== '' && (
          <span class="ghost" aria-hidden="true">
            <span class="ghost-written">{text}</span>
            {ghost.value}
          </span>
        )}
      </span>
      <button type="button" class="button primary run-button" disabled={text === ''} onClick={submit}>
        Run
      </button>
    </div>
  );
}

/** Makes a field as high as its text is. */
function grow(field: HTMLTextAreaElement | null, _text: string): void {
  if (field === null) return;
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight}px`;
}

// Keys of RUN's line.

type LinePlace = {
  readonly page: Page;
  readonly front: FrontTerminal;
  readonly past: HistoryLines;
  /** The rest of the line that is offered. */
  readonly ghost: Signal<string>;
  readonly submit: () => void;
  /** Gives the half line to the shell, which completes it. */
  readonly complete: () => void;
};

const INTERRUPT = '\x03';
const CLEAR_SCREEN = '\x0c';

function lineKeys(event: KeyboardEvent, place: LinePlace): void {
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
