/** The whole page: the list at the side, the terminal in front, and what lies over them. */

import { useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { notify, onNoticeClick, type PageNotice } from '../connect/notifier.ts';
import { endNotices, needNotice } from '../model/notices.ts';
import type { Page } from '../model/page.ts';
import { coversTerminal, placeIn } from '../model/place.ts';
import { listenForPageKeys } from './acts/page-keys.ts';
import { LateDialogs } from './dialogs/LateDialogs.tsx';
import { useLeaving } from './line/typing.ts';
import { MenuPlace } from './menu/MenuView.tsx';
import { PaneArea } from './PaneArea.tsx';
import { LatePage } from './pages/LatePage.tsx';
import { PageContext, usePage } from './parts/context.ts';
import { Icon } from './parts/Icon.tsx';
import { WithCode } from './parts/WithCode.tsx';
import { Side } from './side/Side.tsx';
import { Welcome } from './Welcome.tsx';

export function App({ page }: { readonly page: Page }) {
  useNotify(page);
  useSeenHeight();
  useDrawer(page);
  useLeaving(page);
  useSignalEffect(() => listenForPageKeys(page));
  return (
    <PageContext.Provider value={page}>
      <div
        class="app"
        data-drawer={page.drawer.value ? 'open' : 'shut'}
        data-side={page.settings.isSideFolded.value ? 'folded' : 'open'}
      >
        <Side />
        <button
          type="button"
          class="drawer-shade"
          aria-label="Close the list of terminals"
          onClick={() => {
            page.drawer.value = false;
          }}
        />
        <Main />
        <MenuPlace />
        <LateDialogs />
        <PageMessages />
      </div>
    </PageContext.Provider>
  );
}

/** The main area beside the list: the terminal in front, and the page over it, if one is open. */
function Main() {
  const page = usePage();
  const front = page.front.value;
  const place = page.place.value;
  return (
    <main class="main" inert={page.drawer.value}>
      {/* The terminal stays where it is, at its size and at its place: it is only out of reach. */}
      <div class="under" inert={coversTerminal(place)}>
        {front === undefined ? <Welcome /> : <PaneArea />}
      </div>
      {coversTerminal(place) && <LatePage place={place} />}
    </main>
  );
}

/** Short messages at the lower edge; screen readers hear them when they come. */
function PageMessages() {
  const { messages } = usePage();
  return (
    <div class="messages" role="status" aria-live="polite">
      {messages.all.value.map(({ id, text, kind, act }) => (
        <div key={id} class={`message ${kind}`}>
          <span>
            <WithCode text={text} />
          </span>
          {act !== undefined && (
            <button
              type="button"
              class="button small"
              onClick={() => {
                messages.drop(id);
                act.run();
              }}
            >
              {act.label}
            </button>
          )}
          <button type="button" class="icon-button" aria-label="Dismiss" onClick={() => messages.drop(id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}

/** Notifies a person who looks at another page: by the title, the icon and, where allowed, a notice of the browser. */
function useNotify(page: Page): void {
  const told = useRef(new Set<string>());
  const before = useRef(page.terminals.peek());
  useSignalEffect(() => {
    const rows = page.rows.value;
    const needs = rows.filter(({ need }) => need !== undefined);
    const front = rows.find(({ uri }) => uri === page.front.value?.uri);
    const news = rows.filter(({ need, hasEnded }) => need !== undefined || hasEnded).length;
    const count = news === 0 ? '' : `(${news}) `;
    document.title = `${count}${front?.title ?? 'cotty'} · ${page.session.host}`;
    showSign(news, page.queue.value.filter(({ state }) => state === 'blocked').length);
    const now = new Set(needs.map(({ uri, need }) => `${uri} ${need}`));
    // A browser that the host pushes notices to is told by these.
    const isPushed = page.settings.push.peek();
    for (const row of needs) {
      const notice = isPushed && row.need === 'waits' ? undefined : needNotice(row, page.info(row.uri));
      if (notice !== undefined && !told.current.has(`${row.uri} ${row.need}`)) tell(page, [notice]);
    }
    told.current = now;
  });
  useSignalEffect(() => {
    const after = page.terminals.value;
    const titleOf = (uri: string) => page.rows.peek().find((row) => row.uri === uri)?.title ?? '';
    tell(page, endNotices(before.current, after, { me: page.me, titleOf }));
    before.current = after;
  });
  useEffect(() => onNoticeClick((hash) => page.go(placeIn(hash))), [page]);
}

function tell({ settings, isSeen, messages }: Page, notices: readonly PageNotice[]): void {
  if (!settings.notify.peek() || isSeen.peek()) return;
  for (const notice of notices) messages.watch(notify(notice));
}

/** The icon in the tab has the number of those who wait, or a dot while there is something else to see. */
function showSign(news: number, waiting: number): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const href = waiting > 0 ? countIcon(waiting) : news > 0 ? '/icon-news.svg' : '/icon.svg';
  if (link !== null && link.getAttribute('href') !== href) link.setAttribute('href', href);
  const badge: Badge = navigator;
  // Only an installed page has one; a browser may refuse it.
  badge.setAppBadge?.(waiting).catch(() => {});
}

/** Not all browsers have it. */
type Badge = { readonly setAppBadge?: (count: number) => Promise<void> };

function countIcon(count: number): string {
  const text = count > 9 ? '9+' : String(count);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="#e6b84f"/><text x="32" y="48" font-family="sans-serif" font-weight="700" font-size="46" text-anchor="middle" fill="#17181b">${text}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

// The list as a drawer: a finger from the edge opens it, one to the edge or Esc shuts it, and the focus
// goes with it.

/** Pixels from the edge at which a finger begins, and how far it has to go. */
const EDGE = 28;
const FAR = 48;

function useDrawer({ drawer, dialog }: Page): void {
  const opener = useRef<Element | null>(null);
  useSignalEffect(() => {
    if (drawer.value) {
      opener.current = document.activeElement;
      // The style sheet makes it visible first.
      requestAnimationFrame(() => document.querySelector<HTMLElement>('.side .row-main, .side a')?.focus());
    } else if (opener.current instanceof HTMLElement) {
      const { current } = opener;
      opener.current = null;
      // The rest of the page can be reached again from now on.
      requestAnimationFrame(() => current.focus());
    }
  });
  useEffect(() => {
    let begun: { readonly x: number; readonly y: number } | undefined;
    const onStart = ({ touches }: TouchEvent) => {
      const [touch] = touches;
      begun =
        touch === undefined || touches.length !== 1 ? undefined : { x: touch.clientX, y: touch.clientY };
    };
    const onEnd = ({ changedTouches }: TouchEvent) => {
      const [touch] = changedTouches;
      if (begun === undefined || touch === undefined) return;
      const [right, down] = [touch.clientX - begun.x, touch.clientY - begun.y];
      const isSideways = Math.abs(right) >= FAR && Math.abs(down) <= Math.abs(right) / 2;
      if (isSideways) drawer.value = right > 0 ? drawer.peek() || begun.x < EDGE : false;
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && drawer.peek() && dialog.peek() === undefined) drawer.value = false;
    };
    addEventListener('touchstart', onStart, { passive: true });
    addEventListener('touchend', onEnd, { passive: true });
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('touchstart', onStart);
      removeEventListener('touchend', onEnd);
      removeEventListener('keydown', onKey);
    };
  }, [drawer, dialog]);
}

// Tells the style sheets how much of the page is in sight: a soft keyboard covers the rest on phones that
// do not resize it.

/** Less than this is a bar of the browser, not a keyboard, in pixels. */
const KEYBOARD = 120;

function useSeenHeight(): void {
  useEffect(() => {
    const seen = window.visualViewport;
    if (seen === null) return undefined;
    const { style, dataset } = document.documentElement;
    const tell = () => {
      // While the page is zoomed with two fingers, its size stays the same.
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
