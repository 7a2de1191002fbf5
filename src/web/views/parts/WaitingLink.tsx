/** How many terminals other than the ones in sight wait for the person; it leads to the queue. */

import { hashOf } from '../../model/place.ts';
import { usePage } from './context.ts';

export function WaitingLink() {
  const page = usePage();
  const inView = page.panes.shown.value.panes.map(({ uri }) => uri);
  const waiting = page.queue.value.filter(({ uri, state }) => state === 'blocked' && !inView.includes(uri));
  if (waiting.length === 0) return null;
  const words = `${waiting.length} ${waiting.length === 1 ? 'waits' : 'wait'}`;
  return (
    <a class="waiting-link" href={hashOf({ kind: 'waiting' })} aria-label={`${words} for you`}>
      <span aria-hidden="true">◆</span> {words}
    </a>
  );
}
