/** Finds a command line of before, and writes it into the line. */

import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { CellRange } from '../../../client/blocks/match-text.ts';
import { placeName } from '../../../client/blocks/place.ts';
import type { FoundLine } from '../../../client/history-lines.ts';
import { FILTER_HINT } from '../../../protocol/cotty/filter/command-filter.ts';
import { hasFailed } from '../../../review/exit-state.ts';
import { LineList } from '../../model/line-list.ts';
import { firstLine } from '../../model/terminal-rows.ts';
import { usePage } from '../parts/context.ts';
import { ageText } from '../parts/durations.ts';
import { Modal } from './Modal.tsx';

export function HistoryDialog() {
  const page = usePage();
  const front = page.front.value;
  const at = useSignal(0);
  const uri = front?.uri ?? '';
  const list = useMemo(() => {
    const speaker = () => ({ now: Date.now(), home: page.home, me: page.session.writer });
    return new LineList({ client: page.client, uri, speaker });
  }, [page, uri]);
  useEffect(() => list.look(''), [list]);
  const lines = list.lines.value;
  const take = (line: string | undefined) => {
    page.dialog.value = undefined;
    if (line === undefined || front === undefined) return;
    front.write(line);
  };
  const move = (by: number) => {
    at.value = Math.min(lines.length - 1, Math.max(0, at.value + by));
    list.read(at.value);
    document.getElementById(`past-${at.value}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <Modal title="Lines of before" wide onSubmit={() => take(lines[at.value]?.line)}>
      <input
        class="find-past"
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="past"
        aria-activedescendant={`past-${at.value}`}
        aria-label="Words of the line"
        placeholder={`Words, and ${FILTER_HINT}`}
        spellcheck={false}
        autocomplete="off"
        onInput={(event) => {
          at.value = 0;
          list.look(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') move(1);
          else if (event.key === 'ArrowUp') move(-1);
          else return;
          event.preventDefault();
        }}
      />
      <div id="past" class="past" role="listbox" aria-label="Lines of before">
        {lines.map((found, index) => (
          <button
            key={found.line}
            id={`past-${index}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === at.value}
            onClick={() => take(found.line)}
          >
            <span
              class={found.status !== undefined && hasFailed(found.status) ? 'past-line failed' : 'past-line'}
            >
              <Marked text={firstLine(found.line)} places={list.places(firstLine(found.line))} />
            </span>
            <span class="dim">{found.cwd === undefined ? '' : placeName(found.cwd, page.home)}</span>
            <span class="dim past-age">{ageOf(found)}</span>
          </button>
        ))}
        {lines.length === 0 && <p class="dim">{list.said.value ?? 'No such line'}</p>}
      </div>
    </Modal>
  );
}

function ageOf({ at }: FoundLine): string {
  return at === undefined ? '' : ageText(at, Date.now());
}

function Marked({ text, places }: { readonly text: string; readonly places: readonly CellRange[] }) {
  let done = 0;
  const pieces = places.map(({ from, to }) => {
    const before = text.slice(done, from);
    done = to;
    return (
      <>
        {before}
        <mark key={from}>{text.slice(from, to)}</mark>
      </>
    );
  });
  return (
    <>
      {pieces}
      {text.slice(done)}
    </>
  );
}
