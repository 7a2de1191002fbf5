/** Tells the style sheets how much of the page is in sight: a soft keyboard covers the rest on phones that do not resize it. */

import { useEffect } from 'preact/hooks';

/** Less than this is a bar of the browser, not a keyboard, in pixels. */
const KEYBOARD = 120;

export function useSeenHeight(): void {
  useEffect(() => {
    const seen = window.visualViewport;
    if (seen === null) return undefined;
    const { style, dataset } = document.documentElement;
    const tell = () => {
      // Whoever has made the page larger with two fingers moves about in it: it keeps its size.
      if (seen.scale > 1.01) return;
      style.setProperty('--seen-height', `${Math.round(seen.height)}px`);
      dataset['keyboard'] = window.innerHeight - seen.height > KEYBOARD ? 'open' : 'shut';
      // Phones scroll the page to bring the field into sight; the page brings it there itself.
      if (seen.offsetTop > 0) window.scrollTo(0, 0);
    };
    tell();
    seen.addEventListener('resize', tell);
    seen.addEventListener('scroll', tell);
    return () => {
      seen.removeEventListener('resize', tell);
      seen.removeEventListener('scroll', tell);
      style.removeProperty('--seen-height');
    };
  }, []);
}
