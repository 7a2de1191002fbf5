/** The names of panes that are not in view: a strip above the one that is, or the rows of a stack. */

import { usePage, useRow } from '../parts/context.ts';

export function PaneStrip({ members }: { readonly members: readonly string[] }) {
  return (
    <nav class="pane-strip" aria-label="Panes">
      {members.map((uri) => (
        <PaneName key={uri} uri={uri} />
      ))}
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
      {row?.program !== undefined && (
        <span class={`program-words ${row.program.state}`}>{row.program.words}</span>
      )}
      <span class="dim">{row?.detail}</span>
    </button>
  );
}
