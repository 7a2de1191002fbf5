/** Whether the system asks for dark colours, as the page has them with the theme `auto`. */

import { type ReadonlySignal, signal } from '@preact/signals';

let dark: ReadonlySignal<boolean> | undefined;

export function systemDark(): ReadonlySignal<boolean> {
  dark ??= followed(matchMedia('(prefers-color-scheme: dark)'));
  return dark;
}

function followed(query: MediaQueryList): ReadonlySignal<boolean> {
  const matches = signal(query.matches);
  query.addEventListener('change', (event) => {
    matches.value = event.matches;
  });
  return matches;
}
