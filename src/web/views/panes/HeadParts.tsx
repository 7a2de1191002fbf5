/** What a pane has in its head because others stand beside it. */

import { PANE_ACTS } from '../../model/pane-acts.ts';
import { usePage } from '../parts/context.ts';
import { Icon } from '../parts/Icon.tsx';

/** Says that no key goes to the pane. */
export function PeekTag({ uri }: { readonly uri: string }) {
  return usePage().panes.isPeeked(uri) ? <span class="tag">only watched</span> : null;
}

/** Shows a pane alone, or all of them again. */
export function ZoomButton({ uri }: { readonly uri: string }) {
  const page = usePage();
  const { split, alone } = page.panes.shown.value;
  if (split === undefined || alone === 'small' || alone === 'stacked') return null;
  return (
    <button
      type="button"
      class={`icon-button ${split.zoomed ? 'on' : ''}`}
      aria-label="Zoom pane"
      aria-pressed={split.zoomed}
      title="Zoom (F11)"
      onClick={() => {
        page.focusPane(uri);
        PANE_ACTS['pane.zoom'](page);
        const pane = page.opened.peek().get(uri);
        if (pane !== undefined) pane.wantsLine.value += 1;
      }}
    >
      <Icon name="zoom" />
    </button>
  );
}
