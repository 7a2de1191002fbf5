/** Over the line, wherever one types: the host is away, what is still to be sent to it, and when it is tried again. */

import { usePage } from '../parts/context.ts';

/** Most characters that are shown of what waits. */
const SHOWN = 200;

export function AwayStrip() {
  const page = usePage();
  const connection = page.connection.value;
  if (connection.kind === 'ready') return null;
  const { unsent } = page;
  const lines = unsent.value;
  return (
    <div class="away-strip" role="status">
      <b>{connection.kind === 'quiet' ? 'The host does not answer' : 'The host is away'}</b>
      {connection.kind === 'away' && <NextTry at={connection.at} />}
      {lines.length > 0 && (
        <span class="unsent">
          {lines.length === 1 ? 'waits to be sent: ' : `${lines.length} wait to be sent: `}
          <code>{lines.join(' ⏎ ').slice(-SHOWN)}</code>
        </span>
      )}
      <span class="grow" />
      <button type="button" class="button small" onClick={() => page.tryNow()}>
        Try now
      </button>
    </div>
  );
}

function NextTry({ at }: { readonly at: number }) {
  const seconds = Math.max(0, Math.ceil((at - usePage().clock.now.value) / 1000));
  return <span>{seconds === 0 ? 'connecting again…' : `next try in ${seconds} s`}</span>;
}
