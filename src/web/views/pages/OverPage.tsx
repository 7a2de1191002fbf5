/** The page that lies over the terminal in front, by its place in the address. */

import { hashOf, type Place } from '../../model/place.ts';
import { AgentsPage } from './AgentsPage.tsx';
import { ComparePage } from './ComparePage.tsx';
import { HistoryPage } from './HistoryPage.tsx';
import { QueuePage } from './QueuePage.tsx';
import { ReplayPage } from './ReplayPage.tsx';

export function OverPage({ place }: { readonly place: Place }) {
  if (place.kind === 'history') return <HistoryPage words={place.words} />;
  if (place.kind === 'waiting') return <QueuePage wanted={place.uri} />;
  if (place.kind === 'compare') {
    const { uri, seq, against } = place;
    return <ComparePage key={hashOf(place)} run={{ uri, seq }} against={against} />;
  }
  if (place.kind === 'replay') return <ReplayPage key={hashOf(place)} of={place} />;
  return place.kind === 'agents' ? <AgentsPage /> : null;
}
