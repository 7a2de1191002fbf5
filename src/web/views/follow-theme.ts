/** Puts the chosen theme on the document; the style sheets know what it means, and `auto` is what the system says. */

import { effect } from '@preact/signals';
import type { Settings } from '../model/settings.ts';

export function followTheme({ theme, fontSize }: Settings): void {
  effect(() => {
    document.documentElement.dataset['theme'] = theme.value;
  });
  effect(() => {
    document.documentElement.style.setProperty('--mono-size', `${fontSize.value}px`);
  });
}
