/** The commands of all terminals, closed ones too, the newest first: searched by text and by filters. */

import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { FILTER_HINT } from '../../../protocol/cotty/filter/command-filter.ts';
import { HistorySearch, MOST_FOUND, type Progress } from '../../model/history/history-search.ts';
import { hashOf } from '../../model/place.ts';
import { outputEmulator } from '../../screen/quiet-terminal.ts';
import { EmulatedOutputs } from '../../text/emulated-output.ts';
import { usePage } from '../parts/context.ts';
import { FilterChips } from './FilterChips.tsx';
import { HistoryRow } from './HistoryRow.tsx';
import { moveInList } from './move-in-list.ts';
import { PageFrame } from './PageFrame.tsx';
import { useNearEnd } from './use-near-end.ts';

/** Nothing is asked of the host while somebody types, in milliseconds. */
const PAUSE_MS = 250;

export function HistoryPage({ words: linked }: { readonly words: string }) {
  const page = usePage();
  const words = useSignal(linked);
  const list = useRef<HTMLUListElement>(null);
  const search = useMemo(() => {
    const speaker = () => ({ now: Date.now(), home: page.home, me: page.session.writer });
    return new HistorySearch({ client: page.client, speaker });
  }, [page]);
  const outputs = useMemo(() => new EmulatedOutputs(outputEmulator), []);
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
            <HistoryRow key={`${command.terminal} ${command.seq}`} command={command} emulated={outputs} />
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
