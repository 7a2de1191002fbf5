/** Says that the host is away, and when it is tried again. */

import { usePage } from '../parts/context.ts';

export function ConnectionNote() {
  const page = usePage();
  const connection = page.connection.value;
  if (connection.kind !== 'away') return null;
  const seconds = Math.max(0, Math.ceil((connection.at - page.clock.now.value) / 1000));
  return (
    <div class="connection" role="status">
      <span>{seconds === 0 ? 'Connecting again…' : `Away: next try in ${seconds} s`}</span>
      <button type="button" class="button small" onClick={() => page.client.retryNow()}>
        Try now
      </button>
    </div>
  );
}
