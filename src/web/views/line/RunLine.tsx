/** RUN's line: a command is written here and sent to the shell when it is done. */

import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { holderOf } from '../../../client/holder.ts';
import type { RunLine as Line } from '../../model/run-line.ts';
import { submit } from '../../model/submit.ts';
import { useFront, usePage } from '../parts/context.ts';
import { lineKey } from './line-keys.ts';

export function RunLine() {
  const page = usePage();
  const front = useFront();
  const field = useRef<HTMLTextAreaElement>(null);
  const { line } = front;
  const text = line.text.value;
  const rest = line.rest.value;
  const browsing = front.browsing.value;
  const info = page.info(front.uri);
  const holder = info && holderOf(info, page.me);
  const others = holder?.kind === 'other' ? holder.name : undefined;
  useShown(field, line);
  return (
    <div class={`run-line ${browsing ? 'browsing' : ''} ${others === undefined ? '' : 'others'}`}>
      {browsing ? (
        <span class="mode-word">BROWSE</span>
      ) : (
        <span class="prompt-sign" aria-hidden="true">
          ❯
        </span>
      )}
      <span class="run-field">
        <textarea
          ref={field}
          rows={1}
          aria-label="Command line"
          placeholder={
            others === undefined ? 'Run a command' : `${others} types here: what you run asks first`
          }
          spellcheck={false}
          autocapitalize="off"
          autocomplete="off"
          enterkeyhint="go"
          onFocus={() => {
            front.browsing.value = false;
          }}
          onInput={({ currentTarget: { value, selectionEnd } }) => line.input(value, selectionEnd)}
          onCompositionStart={({ currentTarget }) => {
            currentTarget.dataset['composing'] = 'yes';
          }}
          onCompositionEnd={({ currentTarget }) => {
            delete currentTarget.dataset['composing'];
            line.input(currentTarget.value, currentTarget.selectionEnd);
            show(currentTarget, line);
          }}
          onKeyDown={(event) => {
            if (lineKey(event, { page, front })) event.preventDefault();
          }}
        />
        {rest !== '' && (
          <span class="ghost" aria-hidden="true">
            <span class="ghost-written">{text}</span>
            {rest}
          </span>
        )}
      </span>
      {browsing ? (
        <span class="line-hint">Esc or a click: back to the line</span>
      ) : (
        <button
          type="button"
          class="button primary run-button"
          disabled={text === ''}
          onClick={() => submit({ page, front })}
        >
          Run
        </button>
      )}
    </div>
  );
}

/** Keeps a field as the line is: its text, its cursor, and its height. */
function useShown(field: RefObject<HTMLTextAreaElement | null>, line: Line): void {
  // Each state of the editor is one render, after which the field follows.
  void line.editor.value;
  useLayoutEffect(() => {
    if (field.current !== null) show(field.current, line);
  });
}

function show(field: HTMLTextAreaElement, line: Line): void {
  const text = line.text.peek();
  // Text that an input method composes is its own until it is done.
  const composes = field.dataset['composing'] === 'yes';
  if (field.value !== text && !composes) field.value = text;
  const { offset } = line;
  // A selection is the field's own, until something is typed.
  if (field.selectionStart === field.selectionEnd && field.selectionEnd !== offset && !composes)
    field.setSelectionRange(offset, offset);
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight}px`;
}
