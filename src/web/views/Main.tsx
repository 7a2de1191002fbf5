/** What stands beside the list: the terminal in front, and the page that lies over it, if one does. */

import type { Place } from '../model/place.ts';
import { coversTerminal } from '../model/place.ts';
import { AgentsPage } from './pages/AgentsPage.tsx';
import { HistoryPage } from './pages/HistoryPage.tsx';
import { FrontContext, usePage } from './parts/context.ts';
import { TerminalPane } from './TerminalPane.tsx';
import { Welcome } from './Welcome.tsx';

export function Main() {
  const page = usePage();
  const front = page.front.value;
  const place = page.place.value;
  return (
    <main class="main" inert={page.drawer.value}>
      {/* The terminal stays where it is, at its size and at its place: it is only out of reach. */}
      <div class="under" inert={coversTerminal(place)}>
        {front === undefined ? (
          <Welcome />
        ) : (
          <FrontContext.Provider value={front}>
            <TerminalPane key={front.uri} />
          </FrontContext.Provider>
        )}
      </div>
      <OverPage place={place} />
    </main>
  );
}

function OverPage({ place }: { readonly place: Place }) {
  if (place.kind === 'history') return <HistoryPage words={place.words} />;
  return place.kind === 'agents' ? <AgentsPage /> : null;
}
