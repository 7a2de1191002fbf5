/** Puts the chosen theme on the document; the style sheets know what it means, and `auto` is what the system says. */

import { effect } from '@preact/signals';
import type { Settings, ThemeSetting } from '../model/settings.ts';

/** The colour `--side` of each theme. */
const COLORS = { light: '#f4f2ee', dark: '#121316', contrast: '#000000' };

export function followTheme({ theme, fontSize }: Settings): void {
  effect(() => {
    document.documentElement.dataset['theme'] = theme.value;
    tellBrowser(theme.value);
  });
  effect(() => {
    document.documentElement.style.setProperty('--mono-size', `${fontSize.value}px`);
  });
}

/** The bars of the browser, and of a phone around the installed page, have the colour of the page. */
function tellBrowser(theme: ThemeSetting): void {
  for (const element of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const usual = element.media.includes('dark') ? COLORS.dark : COLORS.light;
    element.content = theme === 'auto' ? usual : COLORS[theme];
  }
}
