/** A page that lies over the terminal in front: its head, and the way back. */

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Page } from '../../model/page.ts';
import { usePage } from '../parts/context.ts';
import { Icon } from '../parts/Icon.tsx';
import { MenuButton } from '../parts/MenuButton.tsx';
import { WaitingLink } from '../parts/WaitingLink.tsx';

type Props = {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Does what a key means on this page, and returns whether it means something. */
  readonly onKey?: (event: KeyboardEvent) => boolean;
};

export function PageFrame({ title, children, onKey }: Props) {
  const page = usePage();
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    // Whoever comes by the keyboard goes on inside; a touch screen would show its keyboard.
    const isCoarse = matchMedia('(pointer: coarse)').matches;
    const first = isCoarse ? frame.current : frame.current?.querySelector<HTMLElement>('input');
    (first ?? frame.current)?.focus({ preventScroll: true });
  }, []);
  return (
    <section
      ref={frame}
      class="over-page"
      aria-label={title}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (page.dialog.value !== undefined) return;
        if (event.key === 'Escape') back(page);
        else if (onKey?.(event) === true) event.preventDefault();
      }}
    >
      <header class="pane-head">
        <MenuButton />
        <h1 class="pane-title">{title}</h1>
        <span class="grow" />
        {page.place.value.kind !== 'waiting' && <WaitingLink />}
        <button
          type="button"
          class="icon-button"
          aria-label="Back to the terminal"
          title="Back (Esc)"
          onClick={() => back(page)}
        >
          <Icon name="close" />
        </button>
      </header>
      {children}
    </section>
  );
}

function back(page: Page): void {
  const uri = page.front.value?.uri;
  page.go(uri === undefined ? { kind: 'start' } : { kind: 'terminal', uri });
  if (page.front.value !== undefined) page.front.value.wantsLine.value += 1;
}
