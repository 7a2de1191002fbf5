/** The field that filters blocks, by text of their commands and by the words of the window: `is:failed in:~/src by:ada longer:10s`. */

import { FILTER_HINT } from '../../../protocol/cotty/filter/command-filter.ts';
import { useFront, usePage } from '../parts/context.ts';

export function FilterField() {
  const page = usePage();
  const { list } = useFront();
  const words = list.filter.value?.words ?? '';
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
        value={words}
        onInput={(event) =>
          list.filterBy(event.currentTarget.value, {
            now: page.clock.now.peek(),
            home: page.home,
            me: page.me.writer,
          })
        }
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          list.filter.value = undefined;
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
