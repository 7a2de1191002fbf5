/** Tells somebody who looks elsewhere: by the title of the page, its sign, and where allowed a notification. */

import { useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Page } from '../model/page.ts';
import type { Need } from '../model/terminal-rows.ts';

const SAYS: { readonly [N in Need]: string } = {
  asks: 'An agent asks for it.',
  secret: 'It waits for a password.',
  notice: 'It has news.',
  failed: 'A command failed.',
  bell: 'It rang.',
};

export function useTell(page: Page): void {
  const told = useRef(new Set<string>());
  useSignalEffect(() => {
    const rows = page.rows.value;
    const needs = rows.filter(({ need }) => need !== undefined);
    const front = rows.find(({ uri }) => uri === page.front.value?.uri);
    const news = rows.filter(({ need, hasEnded }) => need !== undefined || hasEnded).length;
    const count = news === 0 ? '' : `(${news}) `;
    document.title = `${count}${front?.title ?? 'cotty'} · ${page.session.host}`;
    showSign(news > 0);
    const now = new Set(needs.map(({ uri, need }) => `${uri} ${need}`));
    for (const { uri, need, title } of needs) {
      const key = `${uri} ${need}`;
      if (told.current.has(key) || need === undefined) continue;
      if (page.settings.notify.value && document.visibilityState === 'hidden')
        notify(page, uri, title, SAYS[need]);
    }
    told.current = now;
  });
}

/** The sign in the tab has a dot while there is something to see. */
function showSign(hasNews: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const href = hasNews ? '/icon-news.svg' : '/icon.svg';
  if (link !== null && link.getAttribute('href') !== href) link.setAttribute('href', href);
}

function notify(page: Page, uri: string, title: string, body: string): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  try {
    const notification = new Notification(title, { body, tag: uri, icon: '/icon.svg' });
    notification.onclick = () => {
      focus();
      page.go({ kind: 'terminal', uri });
      notification.close();
    };
  } catch {
    // Browsers of some phones have them only for service workers.
  }
}
