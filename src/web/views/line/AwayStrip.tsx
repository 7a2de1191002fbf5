/** Over the command line: the host does not answer, what is still to be sent to it, and a way to try at once. */

import type { HostConnection } from '../../model/host-line.ts';
import { waitingText } from '../../model/host-line.ts';
import { usePage } from '../parts/context.ts';

export function AwayStrip() {
  const page = usePage();
  const { connection, unsent, tryNow } = page.hostLine;
  const { value } = connection;
  if (value.kind === 'ready') return null;
  const waiting = waitingText(unsent.value);
  return (
    <div class="strip away" role="status">
      <span class="mode-word">AWAY</span>
      <span>{reasonText(value, page.clock.now.value)}</span>
      {waiting !== undefined && <span class="away-waiting">{waiting}</span>}
      <span class="grow" />
      <button type="button" class="button small" onClick={tryNow}>
        Try now
      </button>
    </div>
  );
}

function reasonText(connection: Exclude<HostConnection, { kind: 'ready' }>, now: number): string {
  if (connection.kind === 'silent') return 'The host does not answer';
  const seconds = Math.ceil((connection.at - now) / 1000);
  return seconds > 0 ? `No host: next try in ${seconds} s` : 'No host: connecting…';
}
