/** The commands of all terminals, closed ones too, the newest first: searched by text and by filters. */

import { type Signal, useSignal, useSignalEffect } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { FILTER_HINT } from '../../../protocol/cotty/filter/command-filter.ts';
import { HistorySearch, MOST_FOUND, type Progress } from '../../model/history-search.ts';
import { hashOf } from '../../model/place.ts';
import { outputEmulator } from '../../screen/quiet-terminal.ts';
import { OutputLines } from '../../text/output-lines.ts';
import { usePage } from '../parts/context.ts';
import { HistoryRow } from './HistoryRow.tsx';
import { PageFrame } from './PageFrame.tsx';

/** Pause in typing before the host is asked, in milliseconds. */
const PAUSE_MS = 250;

export function HistoryPage({ words: linked }: { readonly words: string }) {
  const page = usePage();
  const words = useSignal(linked);
  const list = useRef<HTMLUListElement>(null);
  const search = useMemo(() => {
    const speaker = () => ({ now: Date.now(), home: page.home, me: page.session.writer });
    return new HistorySearch({ client: page.client, speaker });
  }, [page]);
  const outputs = useMemo(() => new OutputLines(outputEmulator), []);
  const end = useNearEnd(() => void search.more());
  const isFirst = useRef(true);
  useEffect(() => () => search.stop(), [search]);
  useSignalEffect(() => {
    const wanted = words.value.trim();
    const wait = isFirst.current ? 0 : PAUSE_MS;
    isFirst.current = false;
    const timer = setTimeout(() => {
      history.replaceState(null, '', hashOf({ kind: 'history', words: wanted }));
      void search.begin(wanted);
    }, wait);
    return () => clearTimeout(timer);
  });
  const found = search.found.value;
  const failure = search.failure.value ?? search.wrong.value;
  return (
    <PageFrame title="History">
      <search class="history-search">
        <input
          type="search"
          aria-label="Search commands of all terminals"
          aria-describedby="history-said"
          placeholder="Text, and filters: is:failed in:~/src by:ada since:2h longer:10s"
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          value={words.value}
          onInput={(event) => {
            words.value = event.currentTarget.value;
          }}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            list.current?.querySelector<HTMLElement>('[data-row]')?.focus();
            event.preventDefault();
          }}
        />
        <FilterChips words={words} />
        <p
          id="history-said"
          class={failure === undefined ? 'history-said' : 'history-said bad'}
          role="status"
        >
          {failure ?? said(search.progress.value, found.length, words.value)}
        </p>
      </search>
      <div class="history-scroll">
        <ul ref={list} class="history-list" aria-label="Commands" onKeyDown={moveInList}>
          {found.map((command) => (
            <HistoryRow key={`${command.terminal} ${command.seq}`} command={command} outputs={outputs} />
          ))}
        </ul>
        <div ref={end} class="history-end" />
      </div>
    </PageFrame>
  );
}

function said(progress: Progress, count: number, words: string): string {
  const commands = count === 1 ? '1 command' : `${count.toLocaleString('en')} commands`;
  switch (progress) {
    case 'searching':
      return count === 0 ? 'Searching…' : `${commands} so far`;
    case 'more':
      return `${commands} so far, older ones as you scroll`;
    case 'full':
      return `The newest ${MOST_FOUND.toLocaleString('en')} commands: say more of what you look for to see older ones`;
    case 'ended':
      if (count > 0) return commands;
      return words.trim() === '' ? 'No command has run yet' : `No such command. Filters read ${FILTER_HINT}`;
  }
}

// Filters that are a touch away: each one puts its word into the search, or takes it out.

const CHIPS = [
  { word: 'is:failed', label: 'Failed' },
  { word: 'by:me', label: 'Mine' },
  { word: 'since:1d', label: 'Last day' },
  { word: 'longer:10s', label: 'Over 10 s' },
] as const;

function FilterChips({ words }: { readonly words: Signal<string> }) {
  const present = wordsOf(words.value);
  return (
    <fieldset class="filter-chips">
      <legend class="unseen">Filters</legend>
      {CHIPS.map(({ word, label }) => (
        <button
          key={word}
          type="button"
          class="filter-chip"
          title={word}
          aria-pressed={present.includes(word)}
          onClick={() => {
            words.value = toggledWord(words.value, word);
          }}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

function toggledWord(text: string, word: string): string {
  const words = wordsOf(text);
  return (words.includes(word) ? words.filter((each) => each !== word) : [...words, word]).join(' ');
}

function wordsOf(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '');
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
