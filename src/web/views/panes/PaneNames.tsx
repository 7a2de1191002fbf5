/** The names of panes that are not in view: a strip above the one that is, or the rows of a stack. */

import type { Alone } from '../../model/panes.ts';
import { usePage, useRow } from '../parts/context.ts';

type StripProps = { readonly members: readonly string[]; readonly alone: Alone };

export function PaneStrip({ members, alone }: StripProps) {
  const page = usePage();
  return (
    <nav class="pane-strip" aria-label="Panes">
      {members.map((uri) => (
        <PaneName key={uri} uri={uri} />
      ))}
      {alone === 'zoomed' && (
        <button
          type="button"
          class="button small quiet"
          onClick={() => page.panes.changeSplit((split) => ({ ...split, zoomed: false }))}
        >
          Show all
        </button>
      )}
    </nav>
  );
}

export function PaneName({ uri }: { readonly uri: string }) {
  const page = usePage();
  const row = useRow(uri);
  const isFront = page.panes.front.value === uri;
  return (
    <button
      type="button"
      class={`pane-name ${row?.state ?? ''}`}
      aria-current={isFront ? 'true' : undefined}
      onClick={() => page.focusPane(uri)}
    >
      <span class="pane-name-title">{row?.title ?? ''}</span>
      <span class="dim">{row?.detail}</span>
    </button>
  );
}
