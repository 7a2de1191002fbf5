/** The search in commands and outputs of the terminal in front. */

import { useEffect, useRef } from 'preact/hooks';
import { useFront, usePage } from './parts/context.ts';
import { Icon } from './parts/Icon.tsx';

/** Nothing is asked of the host while somebody types, in milliseconds. */
const PAUSE_MS = 200;

export function FindBar() {
  const page = usePage();
  const { find } = useFront();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    input.current?.focus();
    // A search that is ended before it has begun marks nothing.
    return () => clearTimeout(timer.current);
  }, []);
  const { length } = find.matches.value;
  const found = find.text.value === '' ? '' : length === 0 ? 'nothing' : `${find.at.value + 1} of ${length}`;
  return (
    <search class="find-bar">
      <Icon name="search" />
      <input
        ref={input}
        type="text"
        aria-label="Search commands and outputs"
        placeholder="Search commands and outputs"
        spellcheck={false}
        onInput={(event) => {
          const text = event.currentTarget.value;
          clearTimeout(timer.current);
          timer.current = setTimeout(() => page.messages.watch(find.search(text)), PAUSE_MS);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') find.move(event.shiftKey ? -1 : 1);
          else if (event.key === 'Escape') find.close();
          else return;
          event.preventDefault();
        }}
      />
      <span class="find-count" role="status">
        {find.isSearching.value ? 'searching…' : found}
      </span>
      <button type="button" class="icon-button" aria-label="Newer match" onClick={() => find.move(-1)}>
        <Icon name="down" />
      </button>
      <button type="button" class="icon-button" aria-label="Older match" onClick={() => find.move(1)}>
        <Icon name="up" />
      </button>
      <button type="button" class="icon-button" aria-label="End the search" onClick={() => find.close()}>
        <Icon name="close" />
      </button>
    </search>
  );
}
