/** Filters that are a touch away: each one puts its word into the search, or takes it out. */

import type { Signal } from '@preact/signals';

const CHIPS = [
  { word: 'is:failed', label: 'Failed' },
  { word: 'by:me', label: 'Mine' },
  { word: 'since:1d', label: 'Last day' },
  { word: 'longer:10s', label: 'Over 10 s' },
] as const;

export function FilterChips({ words }: { readonly words: Signal<string> }) {
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
