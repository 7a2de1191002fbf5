/** Shows a pane alone, or all of them again. */

import { usePage } from '../parts/context.ts';
import { Icon } from '../parts/Icon.tsx';

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
        page.panes.changeSplit((each) => ({ ...each, zoomed: !each.zoomed }));
      }}
    >
      <Icon name="zoom" />
    </button>
  );
}
