/** The field that filters blocks, by text of their commands and by the words of the window: `is:failed in:~/src by:ada longer:10s`. */

import { FILTER_HINT } from '../../../protocol/cotty/filter/command-filter.ts';
import { useFront, usePage } from '../parts/context.ts';

export function FilterField() {
  const page = usePage();
  const { list } = useFront();
  const filterBy = (words: string) =>
    list.filterBy(words, { now: page.clock.now.peek(), home: page.home, me: page.me.writer });
  const wrong = list.wrongWord.value;
  return (
    <span class="filter-field">
      <input
        type="search"
        aria-label="Filter blocks"
        aria-invalid={wrong !== undefined}
        placeholder="Filter"
        title={wrong ?? `Text of commands, and ${FILTER_HINT}`}
        spellcheck={false}
        autocapitalize="off"
        value={list.words.value}
        onInput={(event) => filterBy(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          filterBy('');
          event.preventDefault();
        }}
      />
      {wrong !== undefined && (
        <span class="filter-wrong" role="status">
          {wrong}
        </span>
      )}
    </span>
  );
}
