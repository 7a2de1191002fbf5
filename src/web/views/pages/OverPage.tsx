/** The page that lies over the terminal in front, by its place in the address. */

import type { Place } from '../../model/place.ts';
import { AgentsPage } from './AgentsPage.tsx';
import { HistoryPage } from './HistoryPage.tsx';
import { QueuePage } from './QueuePage.tsx';

export function OverPage({ place }: { readonly place: Place }) {
  if (place.kind === 'history') return <HistoryPage words={place.words} />;
  if (place.kind === 'waiting') return <QueuePage wanted={place.uri} />;
  return place.kind === 'agents' ? <AgentsPage /> : null;
}
