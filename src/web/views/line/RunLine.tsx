/** RUN's line: a command is written here and sent to the shell when it is done. */

import { useSignal, useSignalEffect } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { submittedLine, typedLine } from '../../../protocol/terminal/shell-line.ts';
import { PastLines } from '../../model/history/past-lines.ts';
import { useFront, usePage } from '../parts/context.ts';
import { lineKeys } from './line-keys.ts';

export function RunLine() {
  const page = usePage();
  const front = useFront();
  const field = useRef<HTMLTextAreaElement>(null);
  const ghost = useSignal('');
  const past = useMemo(
    () => new PastLines((query) => page.client.cotty.past(front.uri, query)),
    [front, page],
  );
  const { draft } = front;
  const text = draft.value;

  useLayoutEffect(() => grow(field.current, text), [text]);
  useSignalEffect(() => suggest(draft.value));

  /** Offers the newest line of before that begins with what is written. */
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
