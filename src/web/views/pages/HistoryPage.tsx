/** The commands of all terminals, closed ones too: searched by text and by filters, and sorted. */

import { type Signal, useSignal, useSignalEffect } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { placeName } from '../../../client/blocks/place.ts';
import { ORDER_TEXTS, quickChips } from '../../../client/history-page.ts';
import { commandKey, type HistorySearch, toggledWord } from '../../../client/history-search.ts';
import { FILTER_HINT } from '../../../protocol/cotty/filter/command-filter.ts';
import { HISTORY_ORDERS, type HistoryOrder } from '../../../protocol/cotty/history.ts';
import { HistoryList, isFull, listedCommands } from '../../model/history-list.ts';
import { capital } from '../../model/page.ts';
import { hashOf } from '../../model/place.ts';
import { outputEmulator } from '../../screen/quiet-terminal.ts';
import { OutputLines } from '../../text/output-lines.ts';
import { usePage } from '../parts/context.ts';
import { HistoryRow } from './HistoryRow.tsx';
import { PageFrame } from './PageFrame.tsx';

/** Pause in typing before the address changes, in milliseconds. */
const PAUSE_MS = 250;

export function HistoryPage({ words: linked }: { readonly words: string }) {
  const page = usePage();
  const words = useSignal(linked);
  const order = useSignal<HistoryOrder>('newest');
  const rows = useRef<HTMLUListElement>(null);
  const list = useMemo(() => {
    const speaker = () => ({ now: Date.now(), home: page.home, me: page.session.writer });
    return new HistoryList({ client: page.client, speaker });
  }, [page]);
  const outputs = useMemo(() => new OutputLines(outputEmulator), []);
  const end = useNearEnd(() => list.more());
  useEffect(() => () => list.stop(), [list]);
  useSignalEffect(() => list.look(words.value.trim(), order.value));
  useSignalEffect(() => {
    const wanted = words.value.trim();
    const timer = setTimeout(
      () => history.replaceState(null, '', hashOf({ kind: 'history', words: wanted })),
      PAUSE_MS,
    );
    return () => clearTimeout(timer);
  });
  const search = list.search.value;
  const found = listedCommands(search);
  const { runs } = list.trends.value;
  const failure = search.failure ?? search.wrong;
  return (
    <PageFrame title="History">
      <search class="history-search">
        <input
          type="search"
          aria-label="Search commands of all terminals"
          aria-describedby="history-said"
          placeholder={`Text, and filters: ${FILTER_HINT}`}
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          value={words.value}
          onInput={(event) => {
            words.value = event.currentTarget.value;
          }}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            rows.current?.querySelector<HTMLElement>('[data-row]')?.focus();
            event.preventDefault();
          }}
        />
        <FilterChips words={words} order={order} />
        <p
          id="history-said"
          class={failure === undefined ? 'history-said' : 'history-said bad'}
          role="status"
        >
          {failure ?? said(search, found.length, words.value)}
        </p>
      </search>
      <div class="history-scroll">
        <ul ref={rows} class="history-list" aria-label="Commands" onKeyDown={moveInList}>
          {found.map((command) => (
            <HistoryRow
              key={commandKey(command)}
              command={command}
              list={list}
              runs={runs.get(commandKey(command))}
              outputs={outputs}
            />
          ))}
        </ul>
        <div ref={end} class="history-end" />
      </div>
    </PageFrame>
  );
}

function said(search: HistorySearch, listed: number, words: string): string {
  const { count, more } = search;
  if (search.shown === undefined) return 'Searching…';
  if (isFull(search, listed))
    return `The first ${listed.toLocaleString('en')} commands: say more of what you look for to see others`;
  if (count > 0)
    return `${count.toLocaleString('en')}${more ? '+' : ''} ${count === 1 ? 'command' : 'commands'}`;
  return words.trim() === '' ? 'No command has run yet' : `No such command. Filters read ${FILTER_HINT}`;
}

// Filters that are a touch away: each one puts its word into the search, or takes it out.

type Chosen = { readonly words: Signal<string>; readonly order: Signal<HistoryOrder> };

function FilterChips({ words, order }: Chosen) {
  const page = usePage();
  const cwd = page.front.value?.meta.value.cwd;
  const folder = cwd === undefined ? undefined : placeName(cwd, page.home);
  return (
    <fieldset class="filter-chips">
      <legend class="unseen">Filters</legend>
      {quickChips(words.value, { folder }).map(({ word, label, isOn }) => (
        <button
          key={word}
          type="button"
          class="filter-chip"
          title={word}
          aria-pressed={isOn}
          onClick={() => {
            words.value = toggledWord(words.value, word);
          }}
        >
          {capital(label)}
        </button>
      ))}
      <select
        class="filter-chip"
        aria-label="Order"
        value={order.value}
        onChange={(event) => {
          const { value } = event.currentTarget;
          order.value = HISTORY_ORDERS.find((each) => each === value) ?? 'newest';
        }}
      >
        {HISTORY_ORDERS.map((each) => (
          <option key={each} value={each}>
            {capital(ORDER_TEXTS[each])}
          </option>
        ))}
      </select>
    </fieldset>
  );
}

// Arrows in a list whose rows can have the focus.

const STEPS: { readonly [key: string]: (at: number, last: number) => number } = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_at, last) => last,
};

/** Moves the focus between elements with `data-row`; from the first one up goes to the field of the page. */
function moveInList(event: KeyboardEvent): void {
  const list = event.currentTarget;
  const step = Object.hasOwn(STEPS, event.key) ? STEPS[event.key] : undefined;
  if (step === undefined || !(list instanceof HTMLElement) || event.ctrlKey || event.altKey) return;
  const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')];
  const { activeElement } = document;
  const at = activeElement instanceof HTMLElement ? rows.indexOf(activeElement) : -1;
  if (at === -1) return;
  const next = step(at, rows.length - 1);
  const target = next === -1 ? list.closest('section')?.querySelector('input') : rows[next];
  target?.focus();
  event.preventDefault();
}

// Tells when the end of a list comes near, so that more of it is fetched.

/** Distance from the end, as a part of the visible height. */
const EARLY = '100%';
/** The end may still be near after a page has come: it is looked at again, in milliseconds. */
const AGAIN_MS = 300;

function useNearEnd(onNear: () => void): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const act = useRef(onNear);
  act.current = onNear;
  useEffect(() => {
    const element = end.current;
    if (element === null) return undefined;
    let isNear = false;
    const observer = new IntersectionObserver(
      (entries) => {
        isNear = entries.at(-1)?.isIntersecting === true;
        if (isNear) act.current();
      },
      { root: element.parentElement, rootMargin: EARLY },
    );
    observer.observe(element);
    const timer = setInterval(() => isNear && act.current(), AGAIN_MS);
    return () => {
      observer.disconnect();
      clearInterval(timer);
    };
  }, []);
  return end;
}
