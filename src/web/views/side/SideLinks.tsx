/** Links to the pages that are about all terminals. */

import { hashOf, type Place } from '../../model/place.ts';
import { usePage } from '../parts/context.ts';

export function SideLinks() {
  const page = usePage();
  return (
    <div class="side-links">
      {page.mayType && <SideLink place={{ kind: 'history', words: '' }}>History</SideLink>}
      <SideLink place={{ kind: 'agents' }}>Agents</SideLink>
    </div>
  );
}

function SideLink({ place, children }: { readonly place: Place; readonly children: string }) {
  const page = usePage();
  return (
    <a
      class="side-link"
      href={hashOf(place)}
      aria-current={page.place.value.kind === place.kind ? 'page' : undefined}
      onClick={() => {
        page.drawer.value = false;
      }}
    >
      {children}
    </a>
  );
}
